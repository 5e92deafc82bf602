import { LOBBY_LINES, type LobbyMessage } from '@doushouqi/protocol';
import type { LobbyContext } from '../context.ts';
import { presentMessage } from '../presenters/lobby-message.ts';

/**
 * The last messages of the lobby, newest first, LOBBY_LINES at most. `before` (epoch ms): those said until then, that
 * moment included, so that none of two messages of one moment is lost between two pages.
 */
export async function listLobby(
  { messages }: Pick<LobbyContext, 'messages'>,
  before?: number,
): Promise<LobbyMessage[]> {
  const until = before === undefined ? {} : { at: { $lte: new Date(before) } };
  const found = await messages.find(until).sort({ at: -1 }).limit(LOBBY_LINES).lean();
  return found.map(presentMessage);
}
