/** What a search with two lines says about a position, and when its best move is the only good one. */
import type { EngineLine, Score } from '@doushouqi/engine';
import type { loadCore } from '@doushouqi/engine/laboratory';
import { isSameMove, newGame, type Position, pieces } from '@doushouqi/rules';

export type Core = Awaited<ReturnType<typeof loadCore>>;

/** The rules of puzzles: nothing depends on history. */
export const RULES = 'local-1';
/** With at most so many pieces a search uses the endgame tables, as on the page. */
const TABLE_PIECES = 8;
const SLICE = 1 << 16;
/** Score of an immediate win in `pointsOf`. */
const WIN = 30_000;

export interface Look {
  readonly best: EngineLine;
  /** Null if there is one legal move. */
  readonly second: EngineLine | null;
  /** Nodes after which the best move, with a good score, stayed the best. */
  readonly found: number;
}

/** Margins in points (hundredths of a cat). */
export interface Margin {
  /** The least score of the best move. */
  readonly best: number;
  /** The most that the second may have, and the least difference. */
  readonly second: number;
  readonly gap: number;
  /** The most that the second may have if the best one wins by force. */
  readonly secondOfWin: number;
}

/** Returns a score as one number, from the view of the side to move. */
export function pointsOf(score: Score): number {
  if (score.kind === 'cp') return score.value;
  return score.plies > 0 ? WIN - score.plies : -WIN - score.plies;
}

/** Whether the side to move wins by force. */
export function isWin(score: Score): boolean {
  return score.kind === 'win' && score.plies > 0;
}

/** Whether the best move is good and the second is not. */
export function isOnly({ best, second }: Pick<Look, 'best' | 'second'>, margin: Margin): boolean {
  if (second === null || isWin(second.score)) return false;
  const other = pointsOf(second.score);
  if (isWin(best.score)) return other <= margin.secondOfWin;
  const value = pointsOf(best.score);
  return value >= margin.best && other <= margin.second && value - other >= margin.gap;
}

/**
 * Searches a position without its history. `goOn` is asked after each depth with the nodes so far; if it returns false, the search
 * ends and the result is null.
 */
export function look(
  core: Core,
  position: Position,
  nodes: number,
  goOn: (now: Pick<Look, 'best' | 'second'>, nodes: number) => boolean = () => true,
): Look | null {
  begin(core, position, nodes, 2);
  let first: EngineLine | null = null;
  let found = 0;
  for (;;) {
    const progress = core.step(SLICE);
    if (progress === 'running') continue;
    const info = core.info();
    const [best, second = null] = info.lines;
    const isChanged = first === null || !isSameMove(first.move, best!.move) || isLow(first.score);
    if (isChanged) found = info.nodes;
    first = best!;
    if (progress === 'done') return { best: first, second, found };
    if (!goOn({ best: first, second }, info.nodes)) return null;
  }
}

function begin(core: Core, position: Position, nodes: number, lines: number): void {
  const tables = pieces(position).length <= TABLE_PIECES;
  core.begin(newGame(RULES, position), { nodes, lines, tables });
}

/** Returns the score of a position for the side to move, by a search of one line. */
export function scoreAt(core: Core, position: Position, nodes: number): number {
  begin(core, position, nodes, 1);
  while (core.step(SLICE) !== 'done');
  return pointsOf(core.info().lines[0]!.score);
}

/** A score below which a search has not seen what a move is good for. */
const SEEN = 130;

function isLow(score: Score): boolean {
  return pointsOf(score) < SEEN;
}
