import {
  deleteAt,
  type Game,
  type GameTree,
  gameMoves,
  lastPath,
  type Move,
  mainLine,
  nextPath,
  nodeAt,
  parentPath,
  playAt,
  plyCount,
  promoteToMainLine,
  type Result,
  type Shape,
  setComment,
  setShapes,
  type TreeNode,
  type TreePath,
} from '@doushouqi/rules';

/** A game with its branches, and the shown node. Pure. */
export interface Study {
  /** Metadata of the game: see the headers of a game text. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tree: GameTree;
  /** Path to the shown node. */
  readonly path: TreePath;
  /** Seconds spent on the moves of the main line; null if unknown. */
  readonly times: readonly (number | null)[];
  /** Whether the user edited the tree: it differs from the game that was opened. */
  readonly isEdited: boolean;
}

/** Digits of a ply in a path. */
const STEP = 4;

export function studyOf(tree: GameTree, known: Partial<Study> = {}): Study {
  return { headers: {}, tree, path: '', times: [], isEdited: false, ...known };
}

/** Returns whether the study holds moves that exist nowhere else. */
export function hasOwnMoves({ tree, isEdited }: Study): boolean {
  return isEdited && tree.moves > 0;
}

/** Returns the shown node. */
export function nodeOf({ tree, path }: Study): TreeNode {
  return nodeAt(tree, path) ?? tree.root;
}

/** Returns the number of plies of a path. */
export function plyOf(path: TreePath): number {
  return path.length / STEP;
}

/** Returns the line of the shown node, to its end. */
export function lineOf({ tree, path }: Study): TreePath {
  return lastPath(tree, path) ?? '';
}

export function mainPath(tree: GameTree): TreePath {
  return mainLine(tree)
    .map(({ step }) => step)
    .join('');
}

/** Shows another node; an invalid path changes nothing. */
export function at(study: Study, path: TreePath): Study {
  return nodeAt(study.tree, path) ? { ...study, path } : study;
}

/** Shows the position after `ply` plies of the shown line. */
export function atPly(study: Study, ply: number): Study {
  return { ...study, path: lineOf(study).slice(0, ply * STEP) };
}

export type Step = 'first' | 'back' | 'on' | 'last';

export function stepped(study: Study, step: Step): Study {
  const { tree, path } = study;
  const to = {
    first: () => '',
    back: () => parentPath(path),
    on: () => nextPath(tree, path),
    last: () => lineOf(study),
  };
  return { ...study, path: to[step]() ?? path };
}

/** Returns the common start of two paths. */
function commonPath(one: TreePath, other: TreePath): TreePath {
  let end = 0;
  while (end < one.length && one.slice(end, end + STEP) === other.slice(end, end + STEP)) end += STEP;
  return one.slice(0, end);
}

/** Returns whether the shown node is beside the main line. */
export function isBranch({ tree, path }: Study): boolean {
  return !mainPath(tree).startsWith(path);
}

/** Returns the number of branches: moves beside the first one of a node. */
export function branchCount(tree: GameTree): number {
  const waiting = [tree.root];
  let count = 0;
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    count += Math.max(0, node.children.length - 1);
    waiting.push(...node.children);
  }
  return count;
}

/** Shows the node at which the shown branch left the main line. */
export function backToMain(study: Study): Study {
  return { ...study, path: commonPath(study.path, mainPath(study.tree)) };
}

export function moved(study: Study, move: Move) {
  return edited(study, playAt(study.tree, study.path, move), ({ tree, path }) => ({ tree, path }));
}

/** Makes the shown line the main line. */
export function promoted(study: Study) {
  return edited(study, promoteToMainLine(study.tree, study.path), (tree) => ({ tree }));
}

/** Deletes the shown branch from its first move, and shows the move that it replaced. */
export function withoutBranch(study: Study) {
  return withoutFrom(study, branchStart(study));
}

/** Deletes the shown move and all moves after it. */
export function withoutMove(study: Study) {
  return withoutFrom(study, study.path);
}

function withoutFrom(study: Study, from: TreePath) {
  const path = parentPath(from) ?? '';
  return edited(study, deleteAt(study.tree, from), (tree) => ({ tree, path }));
}

/** Returns the path of the first move of the innermost branch that contains the shown node. */
function branchStart({ tree, path }: Study): TreePath {
  let start = path;
  for (let parent = parentPath(start); parent !== null; parent = parentPath(start)) {
    if (nextPath(tree, parent) !== start) return start;
    start = parent;
  }
  return path;
}

export function commented(study: Study, comment: string) {
  return edited(study, setComment(study.tree, study.path, comment), (tree) => ({ tree }));
}

export function drawn(study: Study, shapes: readonly Shape[]) {
  return edited(study, setShapes(study.tree, study.path, shapes), (tree) => ({ tree }));
}

/** Returns a study after an edit of its tree. Times stay valid as far as the main line is the same. */
function edited<T, E>(
  study: Study,
  edit: Result<T, E>,
  change: (made: T) => Pick<Study, 'tree'> & Partial<Study>,
): Result<Study, E> {
  if (!edit.ok) return edit;
  const next = { ...study, ...change(edit.value), isEdited: true };
  if (study.times.length === 0) return { ok: true, value: next };
  const same = plyOf(commonPath(mainPath(study.tree), mainPath(next.tree)));
  return { ok: true, value: { ...next, times: study.times.slice(0, same) } };
}

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
  return whole.startsWith(path) ? plyOf(path) : null;
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
