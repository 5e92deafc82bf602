import type { GameTree, Result, TreeNode, TreePath } from '../src/index.ts';

/** Every node of a tree with its path, a node before its children, the line first. */
export function nodesOf(tree: GameTree): [TreePath, TreeNode][] {
  const found: [TreePath, TreeNode][] = [];
  const waiting: [TreePath, TreeNode][] = [['', tree.root]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    found.push(next);
    const [path, { children }] = next;
    waiting.push(...children.map((child): [TreePath, TreeNode] => [path + child.step, child]).reverse());
  }
  return found;
}

export function pathsOf(tree: GameTree): TreePath[] {
  return nodesOf(tree).map(([path]) => path);
}

/** What must have succeeded. */
export function value<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(String(result.error));
  return result.value;
}
