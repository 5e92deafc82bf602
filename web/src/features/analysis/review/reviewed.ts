import { type Game, gameMoves, type Move, nodeAt, plyCount, type TreePath } from '@doushouqi/rules';
import { mainPath, moved, type Study } from '../study/study.ts';

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
