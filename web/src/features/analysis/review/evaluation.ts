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

/** The engine's evaluation of one position of a game, and red's win rate derived from it. Pure. */

export interface Evaluation {
  /** For the side to move, best first; two if there are two moves. */
  readonly lines: readonly EngineLine[];
  /** The best move after `GLANCE_DEPTH` plies. */
  readonly glance: Move;
}

/** Search limits for each position of a game. In nodes, so that a review is the same on every device. */
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

/** Returns the win rate of the side to move, 0 to 100. */
export function moverRate({ lines: [best] }: Evaluation): number {
  return best ? winRate(best.score) : 50;
}

/** Returns whether the game is over on the board and needs no evaluation; a verdict leaves the position open. */
export function isDecided(game: Game): boolean {
  return decidedRate(game) !== null;
}

/** Returns a player's win rate as red's. */
export function redRateOf(side: Side, rate: number): number {
  return side === 'red' ? rate : 100 - rate;
}

/** Returns red's win rate in a game that is over on the board; null in any other. */
export function decidedRate(game: Game): number | null {
  const { winner } = outcome(withoutVerdict(game));
  if (winner === null) return null;
  return winner === 'draw' ? 50 : redRateOf(winner, 100);
}

/** Conversion between a review and a study of the same game. Pure. */

/** Returns the game of a study: the played game, or the main line if there is none. */
export function reviewedGame({ tree }: Pick<Study, 'tree'>): Game {
  if (plyCount(tree.played) > 0) return tree.played;
  return nodeAt(tree, mainPath(tree))?.game ?? tree.root.game;
}

/** Returns the path through all moves of a game. */
export function pathOfGame(game: Game): TreePath {
  return gameMoves(game)
    .map(({ from, to }) => `${from.x}${from.y}${to.x}${to.y}`)
    .join('');
}

/** Returns the ply of a node on the reviewed game; null for any other node. */
export function plyOnGame(whole: TreePath, path: TreePath): number | null {
  return whole.startsWith(path) ? path.length / 4 : null;
}

/**
 * Plays a line as a branch and shows its first move. The branch ends before the first illegal move.
 * @param from path to the position in which the line begins
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
