import { LOBBY_LINES, type LobbyMessage } from '@doushouqi/protocol';
import type { LobbyContext } from '../context.ts';
import { presentMessage } from '../presenters/lobby-message.ts';

/** The last messages of the lobby, newest first. */
export async function listLobby({ messages }: Pick<LobbyContext, 'messages'>): Promise<LobbyMessage[]> {
  const found = await messages.find().sort({ at: -1 }).limit(LOBBY_LINES).lean();
  return found.map(presentMessage);
}
