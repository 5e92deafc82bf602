/**
 * A game with branches, for study, review and puzzles. Immutable: the edits of tree-edit.ts return a new tree that shares all
 * unchanged nodes.
 *
 * The path of a node has four digits for each move from the root (x and y from, x and y to), such as `06056263`; the root's is
 * empty. It stays valid when branches are reordered. Functions accept any text as a path and return null if it has no node.
 */
import type { Move } from './board.ts';
import { type Game, newGame, plyCount, undo } from './game.ts';
import { unpack } from './moves.ts';
import type { Position } from './position.ts';
import type { RuleSetName } from './rule-set.ts';
import type { Shape } from './shapes.ts';

/** Limits of a tree: its moves, the UTF-16 units of a comment, and the shapes of a node. */
export const TREE_LIMITS = { moves: 5000, comment: 2000, shapes: 64 } as const;

/** Digits of a ply in a path. */
const STEP = 4;

export type TreePath = string;

export interface TreeNode {
  /** The move to this node, as the last four digits of the path; empty at the root. */
  readonly step: string;
  /** The game up to this node. Its rules consider the moves of the path alone. */
  readonly game: Game;
  readonly comment: string;
  readonly shapes: readonly Shape[];
  /** The first child continues the line; the others are branches. */
  readonly children: readonly TreeNode[];
}

export interface GameTree {
  readonly root: TreeNode;
  /** Number of nodes without the root. */
  readonly moves: number;
  /** The game that the tree was created from. Its last node, if not deleted, has its result. */
  readonly played: Game;
}

export function newTree(ruleSet?: RuleSetName, start?: Position): GameTree {
  return treeOfGame(newGame(ruleSet, start));
}

/**
 * Returns a tree with a game as its only line. A game beyond `TREE_LIMITS` is included whole, without space for branches.
 */
export function treeOfGame(game: Game): GameTree {
  let node = nodeOf(game);
  // Undone games share the text of their moves with the whole game, so a long one needs little memory.
  for (let before = game; plyCount(before) > 0; ) {
    before = undo(before);
    node = { ...nodeOf(before), children: [node] };
  }
  return { root: node, moves: plyCount(game), played: game };
}

/** Returns a node without children, comment and shapes. */
export function nodeOf(game: Game): TreeNode {
  const last = game.history.charCodeAt(game.history.length - 1);
  const step = game.history === '' ? '' : stepOf(unpack(last));
  return { step, game, comment: '', shapes: [], children: [] };
}

export function stepOf({ from, to }: Move): string {
  return `${from.x}${from.y}${to.x}${to.y}`;
}

/**
 * Parses a path from an untrusted source, such as a URL; null if it is malformed. Does not check that it has a node.
 */
export function parseTreePath(text: string): TreePath | null {
  return text.length <= STEP * TREE_LIMITS.moves && /^(?:[0-6][0-8][0-6][0-8])*$/.test(text) ? text : null;
}

/** Returns the nodes from the root to that of a path, inclusive, or null if it has no node. */
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

export function childBy(node: TreeNode, step: string): TreeNode | undefined {
  return node.children.find((child) => child.step === step);
}

/** Returns the node of a path, or null. */
export function nodeAt(tree: GameTree, path: TreePath): TreeNode | null {
  return trailTo(tree, path)?.at(-1) ?? null;
}

/** Returns the game up to a node, or null. */
export function gameAt(tree: GameTree, path: TreePath): Game | null {
  return nodeAt(tree, path)?.game ?? null;
}

/** Returns the paths of a node's children, the line first; none without a node. */
export function childrenOf(tree: GameTree, path: TreePath): TreePath[] {
  return nodeAt(tree, path)?.children.map(({ step }) => path + step) ?? [];
}

/** Returns the path one move back, or null at the root. */
export function parentPath(path: TreePath): TreePath | null {
  return path === '' ? null : path.slice(0, -STEP);
}

/** Returns the path of the next node on the line, or null at its end or without a node. */
export function nextPath(tree: GameTree, path: TreePath): TreePath | null {
  return childrenOf(tree, path)[0] ?? null;
}

/** Returns the path of the last node of a node's line, or null without a node. */
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

/** Returns the nodes of the main line, the root first. */
export function mainLine(tree: GameTree): TreeNode[] {
  return lineFrom(tree.root);
}

/** Returns a node and the rest of its line. */
function lineFrom(node: TreeNode): TreeNode[] {
  const line = [node];
  for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
  return line;
}
