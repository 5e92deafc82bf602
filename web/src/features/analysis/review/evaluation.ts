import { type EngineLine, winRate } from '@doushouqi/engine';
import {
  type Game,
  gameMoves,
  type Move,
  nodeAt,
  outcome,
  plyCount,
  type Side,
  type TreePath,
  withoutVerdict,
} from '@doushouqi/rules';
import { mainPath, moved, type Study } from '../study/study.ts';

/** What the engine says of one position of a game, and what follows for red. Pure. */

export interface Evaluation {
  /** For the side to move, best first; two where there are two moves. */
  readonly lines: readonly EngineLine[];
  /** The best move as it looked after `GLANCE_DEPTH` plies. */
  readonly glance: Move;
}

/** How far each position of a game is looked at. By nodes, so that a review is the same on every device. */
export const REVIEW_LIMITS = { nodes: 200_000, lines: 2 } as const;
export const GLANCE_DEPTH = 2;

export function isSameMove(one: Move, other: Move): boolean {
  return (
    one.from.x === other.from.x &&
    one.from.y === other.from.y &&
    one.to.x === other.to.x &&
    one.to.y === other.to.y
  );
}

/** How often the side to move wins, 0 to 100. */
export function moverRate({ lines: [best] }: Evaluation): number {
  return best ? winRate(best.score) : 50;
}

/** A game that is over on the board needs no evaluation; a verdict from outside leaves the position open. */
export function isDecided(game: Game): boolean {
  return decidedRate(game) !== null;
}

/** A win rate of a player as red's. */
export function redRateOf(side: Side, rate: number): number {
  return side === 'red' ? rate : 100 - rate;
}

/** Red's win rate in a game that is over on the board; null in one that is not. */
export function decidedRate(game: Game): number | null {
  const { winner } = outcome(withoutVerdict(game));
  if (winner === null) return null;
  return winner === 'draw' ? 50 : redRateOf(winner, 100);
}

/** Where a review and a study of the same game meet. Pure. */

/** The game that a study is of: the one that was played, or the main line where none was. */
export function reviewedGame({ tree }: Pick<Study, 'tree'>): Game {
  if (plyCount(tree.played) > 0) return tree.played;
  return nodeAt(tree, mainPath(tree))?.game ?? tree.root.game;
}

/** Leads through all moves of a game. */
export function pathOfGame(game: Game): TreePath {
  return gameMoves(game)
    .map(({ from, to }) => `${from.x}${from.y}${to.x}${to.y}`)
    .join('');
}

/** Half-moves of a node that lies on the reviewed game; null for one that does not. */
export function plyOnGame(whole: TreePath, path: TreePath): number | null {
  return whole.startsWith(path) ? path.length / 4 : null;
}

/**
 * Plays a line as a branch and shows its first move. Where a move of it cannot be played, it ends before.
 * @param from leads to the position in which the line begins
 */
export function withLine(study: Study, from: TreePath, line: readonly Move[]): Study {
  let made: Study = { ...study, path: from };
  let shown: TreePath | null = null;
  for (const move of line) {
    const next = moved(made, move);
    if (!next.ok) break;
    made = next.value;
    shown ??= made.path;
  }
  return { ...made, path: shown ?? study.path };
}
