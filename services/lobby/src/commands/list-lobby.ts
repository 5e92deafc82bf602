import { LOBBY_LINES, type LobbyMessage } from '@doushouqi/protocol';
import type { LobbyContext } from '../context.ts';
import { presentLine } from '../presenters/lobby-line.ts';

/** The last lines of the lobby, newest first. */
export async function listLobby({ lines }: Pick<LobbyContext, 'lines'>): Promise<LobbyMessage[]> {
  const found = await lines.find().sort({ at: -1 }).limit(LOBBY_LINES).lean();
  return found.map(presentLine);
}
