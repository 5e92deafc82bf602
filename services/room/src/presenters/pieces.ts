import type { RoomDetails } from '@doushouqi/protocol';
import { type Position, pieces } from '@doushouqi/rules';

/** A board in the spec's shape. */
export function piecesOf(position: Position): RoomDetails['board']['pieces'] {
  return pieces(position).map(({ type, position: { x, y }, player }) => ({
    type,
    position: { x, y },
    player,
  }));
}
