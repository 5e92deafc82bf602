/** What makes a level one of its chapter. */
import {
  denOf,
  legalMoves,
  newGame,
  outcome,
  outranks,
  type PieceType,
  type Point,
  pieceAt,
  pieces,
  play,
  positionOf,
  type Side,
  terrainAt,
  trapOwner,
  turn,
} from '@doushouqi/rules';
import { type Ply, passed, valueIn } from './explore.ts';
import type { Solution } from './solver.ts';

export interface Candidate {
  readonly solution: Solution;
  readonly goal: 'win' | 'hold';
  readonly player: Side;
  readonly line: readonly Ply[];
}

export type Motif = (candidate: Candidate) => boolean;

function isRiver(point: Point): boolean {
  return terrainAt(point) === 'river';
}

function own({ line, player }: Candidate): Ply[] {
  return line.filter(({ side }) => side === player);
}

function isSwim({ piece, move }: Ply): boolean {
  return piece === 1 && (isRiver(move.from) || isRiver(move.to));
}

function isLeap({ move: { from, to } }: Ply): boolean {
  return Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 1;
}

/** The first move is the rat's, into the water, in it or out of it. */
export function swims(candidate: Candidate): boolean {
  return isSwim(own(candidate)[0]!);
}

/** A leap of the player decides: the first move, or any in the shortest line. */
export function leaps(candidate: Candidate): boolean {
  const plies = own(candidate);
  return candidate.goal === 'hold' ? isLeap(plies[0]!) : plies.some(isLeap);
}

function isTrapCapture({ captured, piece, move, side }: Ply): boolean {
  return captured !== null && trapOwner(move.to) === side && isWeaker(piece, captured);
}

/** The player takes a stronger piece in an own trap, or the first move leaves a trap that such a piece cannot enter. */
export function traps(candidate: Candidate): boolean {
  if (candidate.goal === 'win' && own(candidate).some(isTrapCapture)) return true;
  return guardsTrap(candidate.line[0]!, candidate.player);
}

/** Whether a stronger enemy beside a trap of the player would be taken in it. */
function guardsTrap({ next }: Ply, player: Side): boolean {
  if (turn(next) === player) return false;
  return legalMoves(next).some((move) => {
    if (trapOwner(move.to) !== player) return false;
    const played = play(newGame('local-1', next), move);
    if (!played.ok || outcome(played.value).winner !== null) return false;
    const entered = positionOf(played.value);
    const type = pieceAt(entered, move.to)!.type;
    return legalMoves(entered).some(
      ({ from, to }) =>
        to.x === move.to.x && to.y === move.to.y && isWeaker(pieceAt(entered, from)!.type, type),
    );
  });
}

function isWeaker(own: PieceType, other: PieceType): boolean {
  return own !== other && !outranks(own, other);
}

/** Both sides run for a den: nothing is taken, and the other side to move would win. */
export function races({ solution, line, goal, player }: Candidate): boolean {
  const value = valueIn(solution, passed(line[0]!.before));
  const wouldLose = value !== 0 && value % 2 === 0;
  if (goal === 'hold') return wouldLose && value <= 4;
  const last = line.at(-1)!;
  const entersDen = terrainAt(last.move.to) === 'den' && last.side === player;
  return wouldLose && entersDen && line.every(({ captured }) => captured === null);
}

/** A rat and the enemy's elephant: it falls to the rat, or it wins in spite of it. */
export function ratAndElephant({ line, goal, player }: Candidate): boolean {
  const first = line[0]!;
  if (goal === 'hold') return first.piece === 1 || first.piece === 8;
  if (line.some(({ side, piece, captured }) => side === player && piece === 1 && captured === 8)) return true;
  const elephantMoves = line.filter(({ side, piece }) => side === player && piece === 8).length;
  const ratLives = pieces(line.at(-1)!.next).some(({ side, type }) => side !== player && type === 1);
  return ratLives && elephantMoves >= 1 && elephantMoves * 2 >= line.length / 2;
}

/** A defender goes to guard its den, which would fall sooner without it, and is taken on the way or there. */
export function sieges({ solution, line, player }: Candidate): boolean {
  return line.some((ply, at) => {
    if (ply.side === player || distanceToDen(ply) > GUARD_SQUARES) return false;
    const isTaken = line
      .slice(at + 1)
      .some(({ side, captured }) => side === player && captured === ply.piece);
    const without = isTaken ? valueIn(solution, passed(ply.before)) : 0;
    return without !== 0 && without % 2 === 0 && without - 1 <= line.length - at - 1;
  });
}

/** Squares from its den within which a piece guards it. */
const GUARD_SQUARES = 4;

/** Squares from where a piece arrives to its own den. */
function distanceToDen({ side, move: { to } }: Ply): number {
  const den = denOf(side);
  return Math.abs(to.x - den.x) + Math.abs(to.y - den.y);
}

/** The player has fewer pieces. */
export function outnumbered({ line, player }: Candidate): boolean {
  const standing = pieces(line[0]!.before);
  return standing.filter(({ side }) => side === player).length * 2 < standing.length;
}

/** Zugzwang: the defender would last longer, or for ever, if it could pass. */
export function squeezes({ solution, line, player, goal }: Candidate): boolean {
  if (goal === 'hold') return true;
  return line.some(({ side, before }) => {
    if (side === player) return false;
    const loses = valueIn(solution, before) - 1;
    const value = valueIn(solution, passed(before));
    return value === 0 || value % 2 === 1 || value - 1 > loses;
  });
}
