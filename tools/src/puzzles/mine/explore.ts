/** Positions of a solved material with the value of each move, the defender's reply and the shortest line. */
import {
  type Game,
  legalMoves,
  type Move,
  newGame,
  otherSide,
  outcome,
  type PieceType,
  type Position,
  pieceAt,
  pieces,
  play,
  positionFromSetup,
  positionOf,
  type Side,
  turn,
} from '@doushouqi/rules';
import { cellOf } from './geometry.ts';
import { CAPTURED, indexOf, type Solution } from './solver.ts';

/** The rules of levels: nothing depends on history. */
const RULES = 'local-1';

export interface ValuedMove {
  readonly move: Move;
  readonly piece: PieceType;
  readonly captured: PieceType | null;
  /** Position after the move. */
  readonly next: Position;
  readonly result: 'win' | 'draw' | 'loss';
  /** Plies from before the move to the end; 0 for a draw. */
  readonly plies: number;
}

export interface Ply extends ValuedMove {
  readonly side: Side;
  readonly before: Position;
}

function gameAt(position: Position): Game {
  return newGame(RULES, position);
}

/** Returns the index of a position in its solution. */
export function indexIn(solution: Solution, position: Position): number {
  const standing = pieces(position);
  return indexOf(
    solution.pieces.map(({ type, side }) => {
      const found = standing.find((piece) => piece.type === type && piece.side === side);
      return found ? cellOf(found.position) : CAPTURED;
    }),
  );
}

/** Returns the position with the other side to move. */
export function passed(position: Position): Position {
  const setup = positionFromSetup({ pieces: pieces(position), turn: otherSide(turn(position)) });
  if (!setup.ok) throw new Error(setup.error);
  return setup.value;
}

/** Returns the value of a running position for the side to move, as `Solution` stores it. */
export function valueIn(solution: Solution, position: Position): number {
  return solution.values[turn(position)][indexIn(solution, position)]!;
}

/** Returns all moves, in the order of `legalMoves`, with what each leads to. */
export function valuedMoves(solution: Solution, position: Position): ValuedMove[] {
  const game = gameAt(position);
  return legalMoves(position).map((move) => {
    const played = play(game, move);
    if (!played.ok) throw new Error(played.error);
    const next = positionOf(played.value);
    const piece = pieceAt(position, move.from)!.type;
    const captured = pieceAt(position, move.to)?.type ?? null;
    if (outcome(played.value).winner !== null) {
      return { move, piece, captured, next, result: 'win', plies: 1 };
    }
    const value = valueIn(solution, next);
    if (value === 0) return { move, piece, captured, next, result: 'draw', plies: 0 };
    return { move, piece, captured, next, result: value % 2 === 1 ? 'win' : 'loss', plies: value };
  });
}

/** Whether a move ends the game. */
export function isEnd({ plies, result }: ValuedMove): boolean {
  return result === 'win' && plies === 1;
}

function keepsWin({ result }: ValuedMove): boolean {
  return result === 'win';
}

function keepsHold({ result }: ValuedMove): boolean {
  return result !== 'loss';
}

/** Returns the moves that keep the goal. */
export function keptMoves(solution: Solution, position: Position, goal: 'win' | 'hold'): ValuedMove[] {
  return valuedMoves(solution, position).filter(goal === 'win' ? keepsWin : keepsHold);
}

/**
 * Returns the defender's reply: the longest resistance, or for `hold` one that does not spoil the result; among equals the one
 * that leaves the player the fewest good moves, then a capture, then the first.
 */
export function replyTo(solution: Solution, position: Position, goal: 'win' | 'hold'): ValuedMove {
  const moves = valuedMoves(solution, position);
  const best = moves.filter((move) => isBest(move, moves));
  const scored = best.map((move) => ({ move, score: pressureOf(solution, move, goal) }));
  return scored.reduce((a, b) => (b.score < a.score ? b : a)).move;
}

function isBest({ result, plies }: ValuedMove, moves: readonly ValuedMove[]): boolean {
  for (const wanted of ['win', 'draw'] as const) {
    if (!moves.some((move) => move.result === wanted)) continue;
    if (wanted === 'draw') return result === 'draw';
    const shortest = Math.min(...moves.filter(keepsWin).map((move) => move.plies));
    return result === 'win' && plies === shortest;
  }
  return plies === Math.max(...moves.map((move) => move.plies));
}

function pressureOf(solution: Solution, move: ValuedMove, goal: 'win' | 'hold'): number {
  if (isEnd(move)) return 0;
  return keptMoves(solution, move.next, goal).length * 2 - (move.captured === null ? 0 : 1);
}

/** Returns the shortest line of a won position, or `ownMoves` moves of a held one, with the replies between. */
export function mainLine(solution: Solution, start: Position, goal: 'win' | 'hold', ownMoves: number): Ply[] {
  const line: Ply[] = [];
  let position = start;
  for (let own = 0; own < ownMoves; own++) {
    const kept = keptMoves(solution, position, goal);
    const best = kept.reduce((a, b) => (goal === 'win' && b.plies < a.plies ? b : a));
    line.push({ ...best, side: turn(position), before: position });
    if (isEnd(best) || own === ownMoves - 1) break;
    const reply = replyTo(solution, best.next, goal);
    line.push({ ...reply, side: turn(best.next), before: best.next });
    position = reply.next;
  }
  return line;
}
