/** Mines the levels of all chapters: finds candidates in solved materials, tests them and chooses nine of each chapter. */
import { type Level, startOf } from '@doushouqi/endgames';
import {
  formatFen,
  type Position,
  pieces,
  positionFromSetup,
  positionOf,
  squareName,
  trapOwner,
} from '@doushouqi/rules';
import { CHAPTERS, type ChapterPlan, type Slot } from './chapters.ts';
import { indexIn, mainLine, type Ply, type ValuedMove, valuedMoves } from './explore.ts';
import { CELL_COUNT, type MaterialPiece, pointOf, type Step, stepsOf } from './geometry.ts';
import { type Graph, graphOf } from './graph.ts';
import type { Motif } from './motifs.ts';
import { cellAt, parseMaterial, type Solution, solve } from './solver.ts';

/** Starts that are drawn for each material and length, and the candidates that are enough. */
const SAMPLE = 4000;
const CANDIDATES = 60;
const MOST_NODES = 160;
const MOST_OF_MATERIAL = 2;

export interface MinedLevel {
  readonly id: string;
  readonly chapter: string;
  readonly fen: string;
  readonly side: 'red';
  readonly goal: 'win' | 'hold';
  readonly shortest: number;
  readonly solution: string;
}

interface Found extends Slot {
  readonly material: string;
  readonly fen: string;
  readonly line: readonly Ply[];
  readonly graph: Graph;
  readonly score: number;
  /** The place that the level has already, from 0. */
  readonly place?: number;
}

type Random = () => number;

/** Returns a generator of numbers in [0, 1) (mulberry32). */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Mining {
  readonly seed: number;
  /** Levels that stay where they are as long as they fit: users have stars in them. */
  readonly known: readonly Level[];
  /** Is called with a line for each material and level. */
  readonly log: (line: string) => void;
}

/** Returns the levels. Equal seeds and known levels give equal levels, and a change of a chapter does not change another. */
export function mineLevels(mining: Mining): MinedLevel[] {
  return CHAPTERS.flatMap((chapter) => mineChapter(chapter, mining));
}

/** Returns the nine levels of a chapter. */
function mineChapter(chapter: ChapterPlan, { seed, known, log }: Mining): MinedLevel[] {
  const random = seeded(seed * CHAPTERS.length + CHAPTERS.indexOf(chapter));
  const own = known.filter((level) => level.chapter === chapter.id);
  const found = chapter.materials.flatMap((material) => {
    const solution = solve(parseMaterial(material));
    const all = [
      ...fitting(chapter, material, solution, own),
      ...search(chapter, material, solution, random),
    ];
    log(`${material} ${all.length}`);
    return all;
  });
  return choose(chapter, found).map(({ fen, goal, shortest, graph, line }, at): MinedLevel => {
    const id = `${chapter.id}-${at + 1}`;
    log(`  ${id} ${fen} ${goal} ${shortest} ${graph.nodes} ${describe(line)}`);
    return { id, chapter: chapter.id, fen, side: 'red', goal, shortest, solution: graph.text };
  });
}

function describe(line: readonly Ply[]): string {
  return line
    .map(
      ({ piece, move, captured }) =>
        `${'鼠猫狗狼豹虎狮象'[piece - 1]}${squareName(move.from)}${captured ? '×' : '-'}${squareName(move.to)}`,
    )
    .join(' ');
}

/** Returns the known levels of a material that still fit their places. */
function fitting(
  { slots, motif }: ChapterPlan,
  material: string,
  solution: Solution,
  known: readonly Level[],
): Found[] {
  return known.flatMap((level, place) => {
    const slot = slots[place];
    const position = positionOf(startOf(level));
    const isOfMaterial =
      pieces(position).length === solution.pieces.length &&
      solution.pieces.every((one) =>
        pieces(position).some((it) => it.type === one.type && it.side === one.side),
      );
    if (!slot || !isOfMaterial || slot.shortest !== level.shortest || slot.goal !== level.goal) return [];
    const found = test(solution, material, indexIn(solution, position), slot, motif);
    return found ? [{ ...found, place }] : [];
  });
}

function search(chapter: ChapterPlan, material: string, solution: Solution, random: Random): Found[] {
  return sample(solution, chapter, random).flatMap(({ slot, starts }) => {
    const candidates: Found[] = [];
    for (const index of starts) {
      const candidate = test(solution, material, index, slot, chapter.motif);
      if (candidate !== null && candidates.push(candidate) === CANDIDATES) break;
    }
    return candidates;
  });
}

interface Sample {
  readonly slot: Slot;
  readonly starts: number[];
}

function kindOf({ goal, shortest }: Slot): string {
  return `${goal}${shortest}`;
}

/** Draws starts with red to move for each kind of level, all of a kind with the same chance. */
function sample(solution: Solution, { slots }: ChapterPlan, random: Random): Sample[] {
  const kinds = new Map(slots.map((slot) => [kindOf(slot), slot]));
  const values = solution.values.red;
  return [...kinds.values()].map((slot) => {
    const wanted = slot.goal === 'win' ? slot.shortest + 1 : 0;
    const starts: number[] = [];
    let seen = 0;
    for (let index = 0; index < values.length; index++) {
      if (values[index] !== wanted || !isNatural(solution.pieces, index)) continue;
      seen++;
      if (starts.length < SAMPLE) starts.push(index);
      else {
        const place = Math.floor(random() * seen);
        if (place < starts.length) starts[place] = index;
      }
    }
    return { slot, starts };
  });
}

const stepsCache = new Map<string, readonly (readonly Step[])[]>();

function stepsTo({ type, side }: MaterialPiece, cell: number): Step[] {
  const key = `${side}${type}`;
  if (!stepsCache.has(key)) stepsCache.set(key, stepsOf({ type, side }));
  return stepsCache
    .get(key)!
    .flat()
    .filter(({ to }) => to === cell);
}

/** All pieces stand, none of red's in a trap of blue. */
function isNatural(men: readonly MaterialPiece[], index: number): boolean {
  const cells = men.map((_, piece) => cellAt(index, piece));
  if (cells.some((cell) => cell >= CELL_COUNT)) return false;
  return !men.some(({ side }, piece) => side === 'red' && trapOwner(pointOf(cells[piece]!)) === 'blue');
}

function hasLastMove(men: readonly MaterialPiece[], index: number): boolean {
  const cells = men.map((_, piece) => cellAt(index, piece));
  return men.some(
    (piece, at) =>
      piece.side === 'blue' &&
      stepsTo(piece, cells[at]!).some(
        ({ from, over }) => !cells.includes(from) && !over.some((cell) => cells.includes(cell)),
      ),
  );
}

function positionAt(men: readonly MaterialPiece[], index: number): Position {
  const placed = men.map((piece, at) => ({ ...piece, position: pointOf(cellAt(index, at)) }));
  const setup = positionFromSetup({ pieces: placed, turn: 'red' });
  if (!setup.ok) throw new Error(setup.error);
  return setup.value;
}

/** Returns the candidate if its first move is the only one, it has the motif, and its solution is small. */
function test(solution: Solution, material: string, index: number, slot: Slot, motif: Motif): Found | null {
  const start = positionAt(solution.pieces, index);
  const { goal, shortest } = slot;
  const moves = valuedMoves(solution, start);
  if (moves.length < 4 || !isUnique(moves, slot) || !hasLastMove(solution.pieces, index)) return null;
  const line = mainLine(solution, start, goal, (shortest + 1) / 2);
  if (line.length !== shortest || !motif({ solution, goal, player: 'red', line })) return null;
  const graph = graphOf(solution, { start, goal, shortest }, MOST_NODES);
  if (graph === null) return null;
  return { ...slot, material, fen: formatFen(start), line, graph, score: scoreOf(line, moves, graph) };
}

/** Whether one first move alone keeps the goal. */
function isUnique(moves: readonly ValuedMove[], { goal }: Slot): boolean {
  return moves.filter(({ result }) => (goal === 'win' ? result === 'win' : result !== 'loss')).length === 1;
}

/** Own moves of a line. */
function ownPlies(line: readonly Ply[]): Ply[] {
  return line.filter(({ side }) => side === 'red');
}

function distanceToGoal({ x, y }: { x: number; y: number }): number {
  return Math.abs(x - 3) + y;
}

/**
 * Rates a candidate: choice and tempting captures at the first move, captures, moves that do not lead straight to the den and
 * several pieces in the line make a better level; idle pieces and large solutions a worse one.
 */
function scoreOf(line: readonly Ply[], moves: readonly ValuedMove[], graph: Graph): number {
  const own = ownPlies(line);
  const temptations = moves.filter(({ captured, result }) => captured !== null && result !== 'win').length;
  const takes = line.filter(({ captured }) => captured !== null).length;
  const detours = own.filter(({ move }) => distanceToGoal(move.to) >= distanceToGoal(move.from)).length;
  const movers = new Set(line.map(({ piece, side }) => `${side}${piece}`)).size;
  const squares = new Set(own.map(({ move }) => move.to.y * 7 + move.to.x)).size;
  const idle = pieces(line[0]!.before).length - movers;
  return (
    moves.length * 0.3 +
    temptations * 1.5 +
    Math.min(takes, 2) * 0.8 +
    Math.min(detours, 4) +
    squares * 0.5 -
    idle * 0.8 +
    graph.onlyMoves * 0.3 -
    graph.nodes * 0.08 -
    (line[0]!.captured === null ? 0 : 1)
  );
}

/** Own moves at the beginning in which two levels of a chapter should differ; the second number is tried after the first. */
const LIKENESS = [2, 3, 20] as const;

/** Takes the best candidate for each place, with few levels of one material and no two alike. */
function choose({ id, slots }: ChapterPlan, found: readonly Found[]): Found[] {
  const chosen = new Map(found.flatMap((one) => (one.place === undefined ? [] : [[one.place, one]])));
  for (const [place, slot] of slots.entries()) {
    if (chosen.has(place)) continue;
    const others = [...chosen.values()];
    const ofKind = found.filter((one) => kindOf(one) === kindOf(slot));
    const rare = ofKind.filter(
      ({ material }) => others.filter((other) => other.material === material).length < MOST_OF_MATERIAL,
    );
    const pools = LIKENESS.flatMap((moves) =>
      [rare, ofKind].map((pool) => pool.filter((one) => !others.some((other) => isAlike(one, other, moves)))),
    );
    const pool = pools.find(({ length }) => length > 0);
    if (!pool) throw new Error(`${id}: no ${kindOf(slot)}`);
    chosen.set(
      place,
      pool.reduce((a, b) => (b.score > a.score ? b : a)),
    );
  }
  return slots.map((_, place) => chosen.get(place)!);
}

/** The same own moves at the beginning or the end, also left and right exchanged. */
function isAlike(a: Found, b: Found, moves: number): boolean {
  const [own, other] = [ownPlies(a.line), ownPlies(b.line)];
  return (
    isSameWay(own.slice(0, moves), other.slice(0, moves)) || isSameWay(own.slice(-moves), other.slice(-moves))
  );
}

function isSameWay(own: readonly Ply[], other: readonly Ply[]): boolean {
  const same = (turn: (x: number) => number): boolean =>
    own.every(({ move }, at) => {
      const there = other[at]?.move;
      if (!there) return true;
      return (
        move.from.y === there.from.y &&
        move.to.y === there.to.y &&
        move.from.x === turn(there.from.x) &&
        move.to.x === turn(there.to.x)
      );
    });
  return same((x) => x) || same((x) => 6 - x);
}
