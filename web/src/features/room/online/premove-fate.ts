import { isPlaying } from '@doushouqi/room';
import { checkMove, plyCount, positionOf, type Side, turn } from '@doushouqi/rules';
import type { OnlineState } from './online-state.ts';

/**
 * What becomes of the premove now: `play` it, `drop` it because it is not legal after all, `forget` it because its
 * moment has passed (the end, a move taken back, another game), or wait (`null`). Pure.
 */
export function premoveFate(
  state: Pick<OnlineState, 'premove' | 'connection' | 'local'>,
  seat: Side | null,
): 'play' | 'drop' | 'forget' | null {
  const { premove, connection, local } = state;
  const { room, pending } = local;
  if (!premove) return null;
  if (!room || seat === null || !isPlaying(room)) return 'forget';
  const played = plyCount(room.game);
  if (room.header.gameId !== premove.gameId || played > premove.ply + 1) return 'forget';
  if (pending) return null;
  if (played < premove.ply) return 'forget';
  if (played === premove.ply || connection !== 'up' || turn(positionOf(room.game)) !== seat) return null;
  return checkMove(room.game, premove) ? 'drop' : 'play';
}
