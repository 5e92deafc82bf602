import {
  deleteAt,
  type GameTree,
  lastPath,
  type Move,
  mainLine,
  nextPath,
  nodeAt,
  parentPath,
  playAt,
  promoteToMainLine,
  type Result,
  type Shape,
  setComment,
  setShapes,
  type TreeNode,
  type TreePath,
} from '@doushouqi/rules';

/** A game with its branches, and where in it the person is. Pure. */
export interface Study {
  /** What is known of the game: see the headers of a game text. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tree: GameTree;
  /** Leads to a node of the tree. */
  readonly path: TreePath;
  /** Seconds taken for the moves of the main line; null where that is not known. */
  readonly times: readonly (number | null)[];
  /** The user edited the tree: it differs from the game that was opened. */
  readonly isEdited: boolean;
}

/** Digits of a half-move in a path. */
const STEP = 4;

export function studyOf(tree: GameTree, known: Partial<Study> = {}): Study {
  return { headers: {}, tree, path: '', times: [], isEdited: false, ...known };
}

/** Returns whether the study holds moves that exist nowhere else. */
export function hasOwnMoves({ tree, isEdited }: Study): boolean {
  return isEdited && tree.moves > 0;
}

/** The node that is shown. */
export function nodeOf({ tree, path }: Study): TreeNode {
  return nodeAt(tree, path) ?? tree.root;
}

/** Half-moves of a path. */
export function plyOf(path: TreePath): number {
  return path.length / STEP;
}

/** The line that the shown node lies on, to its end. */
export function lineOf({ tree, path }: Study): TreePath {
  return lastPath(tree, path) ?? '';
}

export function mainPath(tree: GameTree): TreePath {
  return mainLine(tree)
    .map(({ step }) => step)
    .join('');
}

/** Shows another node; what leads nowhere changes nothing. */
export function at(study: Study, path: TreePath): Study {
  return nodeAt(study.tree, path) ? { ...study, path } : study;
}

/** Shows the position after so many half-moves of the line that is shown. */
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

/** How much of a path two lines have in common. */
function commonPath(one: TreePath, other: TreePath): TreePath {
  let end = 0;
  while (end < one.length && one.slice(end, end + STEP) === other.slice(end, end + STEP)) end += STEP;
  return one.slice(0, end);
}

/** Whether the shown node lies beside the main line. */
export function isBranch({ tree, path }: Study): boolean {
  return !mainPath(tree).startsWith(path);
}

/** How many branches a tree has: moves beside the first that was tried somewhere. */
export function branchCount(tree: GameTree): number {
  const waiting = [tree.root];
  let count = 0;
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    count += Math.max(0, node.children.length - 1);
    waiting.push(...node.children);
  }
  return count;
}

/** Where the shown branch left the main line. */
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

/** Deletes the branch that is shown, from the move that begins it, and shows what it was another choice for. */
export function withoutBranch(study: Study) {
  return withoutFrom(study, branchStart(study));
}

/** Deletes the shown move and all that follow it. */
export function withoutMove(study: Study) {
  return withoutFrom(study, study.path);
}

function withoutFrom(study: Study, from: TreePath) {
  const path = parentPath(from) ?? '';
  return edited(study, deleteAt(study.tree, from), (tree) => ({ tree, path }));
}

/** The first move of the innermost branch that the shown node lies on. */
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

/** A study after an edit of its tree. Times hold as far as the main line is the same. */
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
