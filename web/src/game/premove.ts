import {
  type Game,
  legalMoves,
  type Point,
  pieces,
  positionFromSetup,
  positionOf,
  type Side,
} from '@doushouqi/rules';

/**
 * Returns the possible destinations of a player's pieces regardless of other pieces, because the opponent's move is
 * unknown. Squares of the player's own pieces are excluded. Pure.
 */
export function premoveTargets(game: Game, side: Side): { from: Point; to: Point }[] {
  const own = pieces(positionOf(game)).filter((piece) => piece.side === side);
  const held = (at: Point): boolean => own.some(({ position }) => position.x === at.x && position.y === at.y);
  return own.flatMap((piece) => {
    const alone = positionFromSetup({ pieces: [piece], turn: side });
    return alone.ok ? legalMoves(alone.value).filter(({ to }) => !held(to)) : [];
  });
}
