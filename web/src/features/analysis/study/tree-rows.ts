import {
  type GameMove,
  type GameTree,
  lastMove,
  plyCount,
  type TreeNode,
  type TreePath,
} from '@doushouqi/rules';

/** Rows of a tree for its list: the main line in rounds, and under a round the branches beside its moves. Pure. */

export interface TreeMove {
  readonly path: TreePath;
  readonly move: GameMove;
  /** `7.` or `7…` if a number is shown. */
  readonly number: string | null;
  /** Whether it has a comment or drawings. */
  readonly noted: boolean;
}

/** A move of a branch. Lines within a branch are in brackets, which belong to their first and last moves. */
export interface BranchMove extends TreeMove {
  readonly before: string;
  readonly after: string;
}

interface TreeRow {
  readonly number: number;
  readonly red: TreeMove | null;
  readonly blue: TreeMove | null;
  readonly branches: readonly (readonly BranchMove[])[];
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
    const isRed = shown.move.side === 'red';
    const row = !isRed && rows.at(-1)?.blue === null ? rows.at(-1)! : null;
    const number = rows.length + 1;
    const branches = childrenOf(parent).slice(1).map(branchMoves);
    if (row) Object.assign(row, { blue: shown, branches: [...row.branches, ...branches] });
    else rows.push({ number, red: isRed ? shown : null, blue: isRed ? null : shown, branches });
    parent = next;
  }
  return rows;
}

function childrenOf({ node, path }: Placed): Placed[] {
  return node.children.map((child) => ({ node: child, path: path + child.step }));
}

/** A loop: branches can be nested deeper than the call stack. */
function branchMoves(first: Placed): BranchMove[] {
  const moves: BranchMove[] = [];
  let before = '';
  const waiting: ({ move: Placed } | { after: Placed } | '（' | '）')[] = [{ after: first }, { move: first }];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    const last = moves.at(-1);
    if (item === '（') before = item;
    else if (item === '）') moves.push({ ...moves.pop()!, after: `${last?.after}）` });
    else if ('move' in item) {
      const opens = !last || before !== '' || last.after !== '';
      moves.push({ ...treeMove(item.move, opens), before, after: '' });
      before = '';
    } else waiting.push(...afterBranch(item.after));
  }
  return moves;
}

/**
 * Returns the successors of a node, last first: the lines beside its move come between the move and its continuation.
 */
function afterBranch(placed: Placed) {
  const [next, ...others] = childrenOf(placed);
  if (!next) return [];
  const beside = others
    .reverse()
    .flatMap((one) => ['）' as const, { after: one }, { move: one }, '（' as const]);
  return [{ after: next }, ...beside, { move: next }];
}

/** @param opens whether a move is the first of its line, so that blue's has a number too */
function treeMove({ node: { game, comment, shapes }, path }: Placed, opens: boolean): TreeMove {
  const move = lastMove(game)!;
  const isBlue = move.side === 'blue';
  // Red's moves have odd numbers, or even ones if blue began.
  const round = Math.floor(plyCount(game) / 2) + ((plyCount(game) % 2 === 1) === isBlue ? 1 : isBlue ? 0 : 1);
  const number = isBlue ? (opens ? `${round}…` : null) : `${round}.`;
  return { path, move, number, noted: comment !== '' || shapes.length > 0 };
}
