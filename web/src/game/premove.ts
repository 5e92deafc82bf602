import {
  checkMove,
  legalMoves,
  type Player,
  type Point,
  pieces,
  plyCount,
  positionFromSetup,
  positionOf,
  turn,
} from '@doushouqi/rules';
import type { OnlineState } from './online-state.ts';

/** Moves chosen before the turn has come. Pure. */

type Board = Parameters<typeof positionOf>[0];

/**
 * Where a player's pieces could go if nothing stood in their way: what the opponent's move will leave there is
 * not known yet. Squares that the player's own pieces hold are left out.
 */
export const premoveTargets = (game: Board, player: Player): { from: Point; to: Point }[] => {
  const own = pieces(positionOf(game)).filter((piece) => piece.player === player);
  const held = (at: Point): boolean => own.some(({ position }) => position.x === at.x && position.y === at.y);
  return own.flatMap((piece) => {
    const alone = positionFromSetup({ pieces: [piece], turn: player });
    return alone.ok ? legalMoves(alone.value).filter(({ to }) => !held(to)) : [];
  });
};

/**
 * What becomes of the premove now: `play` it, `drop` it because it is not legal after all, `forget` it because its
 * moment has passed (the end, a move taken back, another game), or wait (`null`).
 */
export const premoveFate = (state: OnlineState, seat: Player | null): 'play' | 'drop' | 'forget' | null => {
  const { premove, connection, local } = state;
  const { room, pending } = local;
  if (!premove) return null;
  if (!room || seat === null || room.header.status !== 'playing') return 'forget';
  const played = plyCount(room.game);
  if (room.header.gameId !== premove.gameId || played > premove.ply + 1) return 'forget';
  if (pending) return null;
  if (played < premove.ply) return 'forget';
  if (played === premove.ply || connection !== 'up' || turn(positionOf(room.game)) !== seat) return null;
  return checkMove(room.game, premove) ? 'drop' : 'play';
};
