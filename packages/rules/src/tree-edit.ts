/** Edits of a tree. Each copies the nodes from the root to the changed node and shares the others. */
import type { Move } from './board.ts';
import { type Game, type MoveError, play, withoutVerdict } from './game.ts';
import { err, ok, type Result } from './result.ts';
import { canBeDrawn, type Shape } from './shapes.ts';
import {
  childBy,
  type GameTree,
  nodeOf,
  stepOf,
  TREE_LIMITS,
  type TreeNode,
  type TreePath,
  trailTo,
} from './tree.ts';

/** Reasons to refuse an edit, besides refused moves. `IS_ROOT`: the root cannot be deleted. */
export const TREE_ERRORS = [
  'NO_NODE',
  'TREE_FULL',
  'IS_ROOT',
  'COMMENT_TOO_LONG',
  'TOO_MANY_SHAPES',
  'BAD_SHAPE',
] as const;
export type TreeError = (typeof TREE_ERRORS)[number];

/**
 * Plays a move at a node. Adds it as the last child, or returns the existing child. Ignores a result from outside the board, so
 * that a surrendered game can be analyzed further.
 */
export function playAt(
  tree: GameTree,
  path: TreePath,
  move: Move,
): Result<{ tree: GameTree; path: TreePath }, MoveError | 'NO_NODE' | 'TREE_FULL'> {
  const trail = trailTo(tree, path);
  const node = trail?.at(-1);
  if (!trail || !node) return err('NO_NODE');
  const childPath = path + stepOf(move);
  if (childBy(node, stepOf(move))) return ok({ tree, path: childPath });
  const next = play(withoutVerdict(node.game), move);
  if (!next.ok) return next;
  if (tree.moves >= TREE_LIMITS.moves) return err('TREE_FULL');
  const children = [...node.children, nodeOf(judged(tree, next.value))];
  const edited = replaced(tree, trail, { ...node, children });
  return ok({ tree: { ...edited, moves: tree.moves + 1 }, path: childPath });
}

/** Restores the result of the tree's game at its end. */
function judged({ played }: GameTree, game: Game): Game {
  return game.history === played.history ? played : game;
}

/** Moves the branch of a node one place up. Changes nothing on the main line. */
export function promote(tree: GameTree, path: TreePath): Result<GameTree, 'NO_NODE'> {
  const trail = trailTo(tree, path);
  if (!trail) return err('NO_NODE');
  const depth = trail.findLastIndex((node, at) => at > 0 && trail[at - 1]!.children[0] !== node);
  const fork = trail[depth - 1];
  if (!fork) return ok(tree);
  const children = [...fork.children];
  const place = children.indexOf(trail[depth]!);
  children.splice(place - 1, 2, children[place]!, children[place - 1]!);
  return ok(replaced(tree, trail.slice(0, depth), { ...fork, children }));
}

/** Makes the line of a node the main line. */
export function promoteToMainLine(tree: GameTree, path: TreePath): Result<GameTree, 'NO_NODE'> {
  const trail = trailTo(tree, path);
  const last = trail?.at(-1);
  if (!trail || !last) return err('NO_NODE');
  const root = rebuilt(trail, last, (siblings, old, node) => [
    node,
    ...siblings.filter((one) => one !== old),
  ]);
  return ok({ ...tree, root });
}

/** Deletes a node and its descendants. */
export function deleteAt(tree: GameTree, path: TreePath): Result<GameTree, 'NO_NODE' | 'IS_ROOT'> {
  const trail = trailTo(tree, path);
  const node = trail?.at(-1);
  if (!trail || !node) return err('NO_NODE');
  const parent = trail.at(-2);
  if (!parent) return err('IS_ROOT');
  const children = parent.children.filter((child) => child !== node);
  const edited = replaced(tree, trail.slice(0, -1), { ...parent, children });
  return ok({ ...edited, moves: tree.moves - nodesFrom(node) });
}

/** Sets a node's comment; an empty text removes it. */
export function setComment(
  tree: GameTree,
  path: TreePath,
  comment: string,
): Result<GameTree, 'NO_NODE' | 'COMMENT_TOO_LONG'> {
  if (comment.length > TREE_LIMITS.comment) return err('COMMENT_TOO_LONG');
  return withNotes(tree, path, { comment });
}

export function setShapes(
  tree: GameTree,
  path: TreePath,
  shapes: readonly Shape[],
): Result<GameTree, 'NO_NODE' | 'TOO_MANY_SHAPES' | 'BAD_SHAPE'> {
  if (shapes.length > TREE_LIMITS.shapes) return err('TOO_MANY_SHAPES');
  if (!shapes.every(canBeDrawn)) return err('BAD_SHAPE');
  return withNotes(tree, path, { shapes: [...shapes] });
}

function withNotes(
  tree: GameTree,
  path: TreePath,
  notes: Partial<Pick<TreeNode, 'comment' | 'shapes'>>,
): Result<GameTree, 'NO_NODE'> {
  const trail = trailTo(tree, path);
  const node = trail?.at(-1);
  return trail && node ? ok(replaced(tree, trail, { ...node, ...notes })) : err('NO_NODE');
}

type Placing = (siblings: readonly TreeNode[], old: TreeNode, node: TreeNode) => readonly TreeNode[];

const inPlace: Placing = (siblings, old, node) => siblings.map((one) => (one === old ? node : one));

/** Returns the tree with the last node of a trail replaced. */
function replaced(tree: GameTree, trail: readonly TreeNode[], node: TreeNode): GameTree {
  return { ...tree, root: rebuilt(trail, node, inPlace) };
}

/** Returns the root after replacing the last node of a trail. Copies its ancestors from below. */
function rebuilt(trail: readonly TreeNode[], last: TreeNode, placing: Placing): TreeNode {
  return trail.slice(0, -1).reduceRight((node, parent, depth) => {
    const children = placing(parent.children, trail[depth + 1]!, node);
    return { ...parent, children };
  }, last);
}

/** Counts a node and its descendants. A loop, because a line can be deeper than the call stack. */
function nodesFrom(node: TreeNode): number {
  const waiting = [node];
  let count = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    waiting.push(...next.children);
    count++;
  }
  return count;
}
