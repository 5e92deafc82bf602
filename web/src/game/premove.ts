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
 * Where a player's pieces could go if nothing stood in their way: what the opponent's move will leave there is
 * not known yet. Squares that the player's own pieces hold are left out. Pure.
 */
export function premoveTargets(game: Game, side: Side): { from: Point; to: Point }[] {
  const own = pieces(positionOf(game)).filter((piece) => piece.side === side);
  const held = (at: Point): boolean => own.some(({ position }) => position.x === at.x && position.y === at.y);
  return own.flatMap((piece) => {
    const alone = positionFromSetup({ pieces: [piece], turn: side });
    return alone.ok ? legalMoves(alone.value).filter(({ to }) => !held(to)) : [];
  });
}
