/** The motifs of a puzzle, from its position and its line. docs/puzzles.md defines each. */
import type { Motif } from '@doushouqi/puzzles';
import {
  denOf,
  legalMoves,
  type Move,
  newGame,
  otherSide,
  outcome,
  outranks,
  type Point,
  type Position,
  pieceAt,
  pieces,
  play,
  positionFromSetup,
  positionOf,
  type Side,
  terrainAt,
  trapOwner,
  turn,
} from '@doushouqi/rules';
import { afterMove } from './line.ts';
import { RULES } from './look.ts';

/** Most pieces of both sides of `few`. */
const FEW = 8;
/** Steps from the own den of `guard`, and from the other one of `den`. */
const NEAR = 3;
const AT_DEN = 2;
/** Plies of the threat of `guard`. */
export const THREAT_PLIES = 3;

interface Ply {
  readonly move: Move;
  readonly before: Position;
  readonly after: Position;
}

function pliesOf(start: Position, line: readonly Move[]): Ply[] {
  let before = start;
  return line.map((move) => {
    const ply = { move, before, after: afterMove(before, move) };
    before = ply.after;
    return ply;
  });
}

function isCapture({ before, move }: Ply): boolean {
  return pieceAt(before, move.to) !== null;
}

function isLeap({ move: { from, to } }: Ply): boolean {
  return Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 1;
}

function isSwim({ before, move: { from, to } }: Ply): boolean {
  const isWet = terrainAt(from) === 'river' || terrainAt(to) === 'river';
  return isWet && pieceAt(before, from)!.type === 1;
}

/** Whether a piece takes a stronger one in a trap of its side. */
function isTrapCapture({ before, move: { from, to } }: Ply): boolean {
  const taken = pieceAt(before, to);
  const { type, side } = pieceAt(before, from)!;
  return taken !== null && trapOwner(to) === side && type !== taken.type && !outranks(type, taken.type);
}

/** Whether a move enters the enemy's den or ends `AT_DEN` steps from it. */
function reachesDen({ before, move: { from, to } }: Ply): boolean {
  const den = denOf(otherSide(pieceAt(before, from)!.side));
  return Math.abs(to.x - den.x) + Math.abs(to.y - den.y) <= AT_DEN;
}

function isPoint(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}

/** Whether the side to move takes a piece on a point. */
function takesOn(position: Position, point: Point): boolean {
  return legalMoves(position).some(({ to }) => isPoint(to, point));
}

function withTurn(position: Position, side: Side): Position {
  const setup = positionFromSetup({ pieces: pieces(position), turn: side });
  if (!setup.ok) throw new Error(setup.error);
  return setup.value;
}

/** Whether the side to move cannot move at all, or has a piece that is attacked and stays so wherever it goes. */
function isCaught(position: Position): boolean {
  const side = turn(position);
  const moves = legalMoves(position);
  if (moves.length === 0) return true;
  const passed = withTurn(position, otherSide(side));
  return pieces(position).some((piece) => {
    if (piece.side !== side || !takesOn(passed, piece.position)) return false;
    return moves
      .filter(({ from }) => isPoint(from, piece.position))
      .every((move) => {
        const played = play(newGame(RULES, position), move);
        if (!played.ok || outcome(played.value).winner !== null) return false;
        return takesOn(positionOf(played.value), move.to);
      });
  });
}

function isNearDen({ x, y }: Point, side: Side): boolean {
  const den = denOf(side);
  return Math.abs(x - den.x) + Math.abs(y - den.y) <= NEAR;
}

/** Returns the motifs. `isThreatened`: whether the opponent would win within `THREAT_PLIES` if it were to move at the start. */
export function motifsOf(start: Position, line: readonly Move[], isThreatened: () => boolean): Motif[] {
  const plies = pliesOf(start, line);
  const own = plies.filter((_, at) => at % 2 === 0);
  const replies = plies.filter((_, at) => at % 2 === 1);
  const solver = turn(start);
  const [first, last] = [own[0]!, own.at(-1)!];
  const tests: readonly (readonly [Motif, () => boolean])[] = [
    ['leap', () => own.some(isLeap)],
    ['river', () => own.some(isSwim)],
    ['trap', () => own.some(isTrapCapture)],
    ['siege', () => own.some(({ after }) => isUndecided(after, solver) && isCaught(after))],
    ['guard', () => isNearDen(first.move.to, solver) && isThreatened()],
    ['few', () => pieces(start).length <= FEW],
    ['den', () => reachesDen(last)],
    ['capture', () => own.filter(isCapture).length > replies.filter(isCapture).length],
  ];
  return tests.filter(([, test]) => test()).map(([motif]) => motif);
}

/** Whether the game was not ended by a den or the last capture. */
function isUndecided(position: Position, solver: Side): boolean {
  const den = denOf(otherSide(solver));
  return pieceAt(position, den) === null && pieces(position).some(({ side }) => side !== solver);
}
