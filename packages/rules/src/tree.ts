/**
 * A game with its branches, for study, review and puzzles. Immutable: the edits of tree-edit.ts give a new
 * tree that shares every node that did not change.
 *
 * A node is addressed by its path: the moves from the root to it, four digits each (x and y from, x and y to),
 * such as `06056263`; the root's is empty. Since it names moves and not places among children, a path stays
 * good when branches change their order. Any text may be given as a path: one that leads nowhere gives null.
 */
import type { Move } from './board.ts';
import { type Game, newGame, plyCount, undo } from './game.ts';
import { unpack } from './moves.ts';
import type { Position } from './position.ts';
import type { RuleSetName } from './rule-set.ts';
import type { Shape } from './shapes.ts';

/** Bounds of a tree: its moves, the UTF-16 units of a comment, and the shapes drawn on one node. */
export const TREE_LIMITS = { moves: 5000, comment: 2000, shapes: 64 } as const;

/** Digits of one half-move in a path. */
const STEP = 4;

export type TreePath = string;

export interface TreeNode {
  /** The move that leads here, as the last four digits of the path; empty at the root. */
  readonly step: string;
  /** The game up to here. Its rules look at the moves of the path only. */
  readonly game: Game;
  readonly comment: string;
  readonly shapes: readonly Shape[];
  /** The moves that were tried from here; the first one goes on with the line, the others branch off. */
  readonly children: readonly TreeNode[];
}

export interface GameTree {
  readonly root: TreeNode;
  /** How many moves it holds: its nodes without the root. */
  readonly moves: number;
  /** The game that the tree was made of. Its last node, where it still is, has its outcome. */
  readonly played: Game;
}

/** A tree without a move. */
export function newTree(ruleSet?: RuleSetName, start?: Position): GameTree {
  return treeOfGame(newGame(ruleSet, start));
}

/**
 * The tree whose only line is a game. A game of more moves than `TREE_LIMITS` is taken whole; it leaves no
 * room for branches.
 */
export function treeOfGame(game: Game): GameTree {
  let node = nodeOf(game);
  // Games taken back share the text of their moves with the whole game, so a long one costs little.
  for (let before = game; plyCount(before) > 0; ) {
    before = undo(before);
    node = { ...nodeOf(before), children: [node] };
  }
  return { root: node, moves: plyCount(game), played: game };
}

/** A node without children, comment and shapes. */
export function nodeOf(game: Game): TreeNode {
  const last = game.history.charCodeAt(game.history.length - 1);
  const step = game.history === '' ? '' : stepOf(unpack(last));
  return { step, game, comment: '', shapes: [], children: [] };
}

/** The digits that stand for a move in a path. */
export function stepOf({ from, to }: Move): string {
  return `${from.x}${from.y}${to.x}${to.y}`;
}

/**
 * Reads a path from a place that cannot be trusted, such as a URL, or null when it is none. Whether it leads
 * to a node is for `nodeAt` to say.
 */
export function parseTreePath(text: string): TreePath | null {
  return text.length <= STEP * TREE_LIMITS.moves && /^(?:[0-6][0-8][0-6][0-8])*$/.test(text) ? text : null;
}

/** The nodes from the root to that of a path, both with them, or null when the path leads nowhere. */
export function trailTo(tree: GameTree, path: TreePath): TreeNode[] | null {
  let node: TreeNode | undefined = tree.root;
  const trail = [node];
  for (let at = 0; at < path.length; at += STEP) {
    node = childBy(node, path.slice(at, at + STEP));
    if (!node) return null;
    trail.push(node);
  }
  return trail;
}

/** The child to which a step leads. */
export function childBy(node: TreeNode, step: string): TreeNode | undefined {
  return node.children.find((child) => child.step === step);
}

/** The node of a path, or null. */
export function nodeAt(tree: GameTree, path: TreePath): TreeNode | null {
  return trailTo(tree, path)?.at(-1) ?? null;
}

/** The game up to a node, or null. */
export function gameAt(tree: GameTree, path: TreePath): Game | null {
  return nodeAt(tree, path)?.game ?? null;
}

/** The paths of what was tried from a node, that of the line first; none where there is no such node. */
export function childrenOf(tree: GameTree, path: TreePath): TreePath[] {
  return nodeAt(tree, path)?.children.map(({ step }) => path + step) ?? [];
}

/** The path one move back, or null at the root. */
export function parentPath(path: TreePath): TreePath | null {
  return path === '' ? null : path.slice(0, -STEP);
}

/** The path one move on along the line, or null at its end and where there is no such node. */
export function nextPath(tree: GameTree, path: TreePath): TreePath | null {
  return childrenOf(tree, path)[0] ?? null;
}

/** The path of the last node of the line that a node lies on, or null where there is no such node. */
export function lastPath(tree: GameTree, path: TreePath): TreePath | null {
  const node = nodeAt(tree, path);
  return (
    node &&
    path +
      lineFrom(node)
        .map(({ step }) => step)
        .slice(1)
        .join('')
  );
}

/** The nodes of the main line, the root first. */
export function mainLine(tree: GameTree): TreeNode[] {
  return lineFrom(tree.root);
}

/** A node and the first children after it, to the end of the line. */
function lineFrom(node: TreeNode): TreeNode[] {
  const line = [node];
  for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
  return line;
}
