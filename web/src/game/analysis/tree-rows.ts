import {
  type GameMove,
  type GameTree,
  lastMove,
  plyCount,
  type TreeNode,
  type TreePath,
} from '@doushouqi/rules';

/** A tree as its list shows it: the main line in rounds, and under a round the branches beside its moves. Pure. */

export interface TreeMove {
  readonly path: TreePath;
  readonly move: GameMove;
  /** `7.` or `7…` where it must be said. */
  readonly number: string | null;
  /** It has a comment or drawings. */
  readonly noted: boolean;
}

/** A line inside of a branch is in brackets. */
export type BranchPart = TreeMove | '（' | '）';

export interface TreeRow {
  readonly number: number;
  readonly red: TreeMove | null;
  readonly blue: TreeMove | null;
  readonly branches: readonly (readonly BranchPart[])[];
}

interface Placed {
  readonly node: TreeNode;
  readonly path: TreePath;
}

export function treeRows(tree: GameTree): TreeRow[] {
  const rows: { -readonly [Key in keyof TreeRow]: TreeRow[Key] }[] = [];
  let parent: Placed = { node: tree.root, path: '' };
  for (let [next] = childrenOf(parent); next; [next] = childrenOf(parent)) {
    const shown = treeMove(next, false);
    const isRed = shown.move.player === 1;
    const row = !isRed && rows.at(-1)?.blue === null ? rows.at(-1)! : null;
    const number = rows.length + 1;
    const branches = childrenOf(parent).slice(1).map(branchParts);
    if (row) Object.assign(row, { blue: shown, branches: [...row.branches, ...branches] });
    else rows.push({ number, red: isRed ? shown : null, blue: isRed ? null : shown, branches });
    parent = next;
  }
  return rows;
}

function childrenOf({ node, path }: Placed): Placed[] {
  return node.children.map((child) => ({ node: child, path: path + child.step }));
}

/** A loop, because branches can lie in branches deeper than the call stack. */
function branchParts(first: Placed): BranchPart[] {
  const parts: BranchPart[] = [];
  const waiting: ({ move: Placed } | { after: Placed } | '（' | '）')[] = [{ after: first }, { move: first }];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (typeof item === 'string') parts.push(item);
    else if ('move' in item) parts.push(treeMove(item.move, typeof (parts.at(-1) ?? '') === 'string'));
    else {
      const [next, ...others] = childrenOf(item.after);
      if (!next) continue;
      waiting.push({ after: next });
      for (const other of others.reverse()) waiting.push('）', { after: other }, { move: other }, '（');
      waiting.push({ move: next });
    }
  }
  return parts;
}

/** @param opens a move stands first, so that blue's is numbered too */
function treeMove({ node: { game, comment, shapes }, path }: Placed, opens: boolean): TreeMove {
  const move = lastMove(game)!;
  const isBlue = move.player === 2;
  // Red's moves have odd numbers, or even ones where blue began.
  const round = Math.floor(plyCount(game) / 2) + ((plyCount(game) % 2 === 1) === isBlue ? 1 : isBlue ? 0 : 1);
  const number = isBlue ? (opens ? `${round}…` : null) : `${round}.`;
  return { path, move, number, noted: comment !== '' || shapes.length > 0 };
}
