import {
  denOf,
  type Game,
  legalMoves,
  type Move,
  otherSide,
  type PieceType,
  type Point,
  pieceAt,
  pieces,
  play,
  positionFromSetup,
  positionOf,
  type Side,
  setupOf,
  trapOwner,
  turn,
} from '@doushouqi/rules';

/** The visible benefit of a move. If several apply, the first in this order is used. */
export type HintReason =
  | { readonly kind: 'enters' }
  /** Takes a piece; with `isGuard` the piece was next to the mover's den. */
  | { readonly kind: 'takes'; readonly piece: PieceType; readonly isLeap: boolean; readonly isGuard: boolean }
  /** Leaves a cell on which that piece could take the moved one. */
  | { readonly kind: 'escapes'; readonly piece: PieceType }
  | { readonly kind: 'defends' }
  /** Threatens to take that piece on the next move. */
  | { readonly kind: 'threatens'; readonly piece: PieceType }
  | { readonly kind: 'nears' }
  | { readonly kind: 'waits' };

interface MoveReason {
  readonly reason: HintReason;
  /** No enemy piece can take the moved one there. */
  readonly isSafe: boolean;
}

/** An enemy within this number of steps from a den is a threat. */
const NEAR_STEPS = 4;

/** Returns why a legal move of the side to move is good. Pure. */
export function moveReason(game: Game, move: Move): MoveReason {
  const mover = turn(positionOf(game));
  const played = play(game, move);
  const isSafe = !played.ok || attackersOf(played.value, move.to, otherSide(mover)).length === 0;
  return { reason: reasonOf(game, played.ok ? played.value : game, move, isSafe), isSafe };
}

function reasonOf(game: Game, after: Game, { from, to }: Move, isSafe: boolean): HintReason {
  const mover = turn(positionOf(game));
  const enemy = otherSide(mover);
  const theirDen = denOf(enemy);
  if (stepsBetween(to, theirDen) === 0) return { kind: 'enters' };
  const taken = pieceAt(positionOf(game), to);
  if (taken) {
    const isLeap = stepsBetween(from, to) > 1;
    return { kind: 'takes', piece: taken.type, isLeap, isGuard: trapOwner(to) === mover };
  }
  const [attacker] = attackersOf(game, from, enemy);
  if (attacker && isSafe) return { kind: 'escapes', piece: attacker };
  if (nearestTo(game, denOf(mover), enemy) <= NEAR_STEPS && nears(from, to, denOf(mover))) {
    return { kind: 'defends' };
  }
  const [target] = targetsOf(after, to, mover);
  if (target && isSafe) return { kind: 'threatens', piece: target };
  return { kind: nears(from, to, theirDen) ? 'nears' : 'waits' };
}

/** The moves of a side, even if it is not its turn. */
function movesOf(game: Game, side: Side): Move[] {
  const position = positionFromSetup({ ...setupOf(positionOf(game)), turn: side });
  return position.ok ? legalMoves(position.value) : [];
}

function typeAt(game: Game, at: Point): PieceType[] {
  const piece = pieceAt(positionOf(game), at);
  return piece ? [piece.type] : [];
}

/** Pieces of a side that can take the piece on a cell, strongest first. */
function attackersOf(game: Game, at: Point, side: Side): PieceType[] {
  const attacks = movesOf(game, side).filter(({ to }) => stepsBetween(to, at) === 0);
  return attacks.flatMap(({ from }) => typeAt(game, from)).sort((a, b) => b - a);
}

/** Enemy pieces that a side's piece on a cell can take, strongest first. */
function targetsOf(game: Game, at: Point, side: Side): PieceType[] {
  const attacks = movesOf(game, side).filter(({ from }) => stepsBetween(from, at) === 0);
  return attacks.flatMap(({ to }) => typeAt(game, to)).sort((a, b) => b - a);
}

function nearestTo(game: Game, den: Point, side: Side): number {
  const own = pieces(positionOf(game)).filter((piece) => piece.side === side);
  return Math.min(...own.map(({ position }) => stepsBetween(position, den)));
}

function nears(from: Point, to: Point, den: Point): boolean {
  return stepsBetween(to, den) < stepsBetween(from, den);
}

function stepsBetween(one: Point, other: Point): number {
  return Math.abs(one.x - other.x) + Math.abs(one.y - other.y);
}
