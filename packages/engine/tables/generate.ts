/** Computes the values of all endgame tables from the rules. */
import { type PieceType, WIDTH } from '@doushouqi/rules';
import { roleOf, TABLES, type Table, tableOf, VALUE_COUNT } from '../src/tables/materials.ts';
import { type Solution, solve } from './solve.ts';

/**
 * Solves a table's material set. Piece 0 is the lone blue piece; the red pair follows. `values` contains the smaller
 * tables, which captures lead to.
 */
export function solveTable({ pair, lone }: Table, values: Uint8Array): Solution {
  const pieces = [
    { type: lone, side: 'blue' } as const,
    ...pair.map((type) => ({ type, side: 'red' }) as const),
  ];
  return solve(pieces, ([loneCell = -1, firstCell = -1, secondCell = -1]) => {
    // Only the lone piece can capture one of several pieces; then the remaining piece of the pair is to move.
    const [type, cell] = firstCell < 0 ? [pair[1]!, secondCell] : [pair[0]!, firstCell];
    return valueAt(values, [{ type, cell }], { type: lone, cell: loneCell });
  });
}

/** A piece on a cell. */
export interface Placed {
  readonly type: PieceType;
  readonly cell: number;
}

function mirrored(cell: number): number {
  return cell + WIDTH - 1 - 2 * (cell % WIDTH);
}

/**
 * Returns the value of a position with the red pair to move against the lone blue piece, or 255 for an invalid
 * position.
 */
export function valueAt(values: Uint8Array, pair: readonly Placed[], lone: Placed): number {
  const types = pair.map(({ type }) => type);
  const table = tableOf(types, lone.type);
  const turn = lone.cell % WIDTH > 3 ? mirrored : (cell: number) => cell;
  const ordered = pair.toSorted((a, b) => roleOf(a.type, lone.type) - roleOf(b.type, lone.type));
  const placed = [lone, ...ordered];
  const index = table.cells.reduce(
    (sum, cells, piece) => sum * cells.length + (placed[piece] ? cells.indexOf(turn(placed[piece].cell)) : 0),
    0,
  );
  return values[table.offset + index]!;
}

/** Returns the values that a table stores: those with the pair to move and the lone piece on files a to d. */
export function storedValues({ cells, size }: Table, solution: Solution): Uint8Array {
  const perLone = size / cells[0].length;
  const part = new Uint8Array(size);
  for (const [index, cell] of cells[0].entries()) {
    const from = solution.cells[0]!.indexOf(cell) * perLone;
    part.set(solution.values.red.subarray(from, from + perLone), index * perLone);
  }
  return part;
}

/** Solves every table, the small ones first. Calls `done` after each. */
export function generateTables(done: (table: Table, solution: Solution) => void = () => {}): Uint8Array {
  const values = new Uint8Array(VALUE_COUNT);
  for (const table of TABLES.values()) {
    const solution = solveTable(table, values);
    values.set(storedValues(table, solution), table.offset);
    done(table, solution);
  }
  return values;
}
