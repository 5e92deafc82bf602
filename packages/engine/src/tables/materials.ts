/**
 * Positions of up to three pieces that have a table, and the place of each value in memory.
 *
 * With so few pieces, a piece is defined by how it moves and by whether it captures the enemy or is captured by it.
 * Material sets that agree in both share a table, so 2v1 has 42 tables and 1v1 has 17. A table is seen from the side
 * with the pair, which plays red and is to move; in 1v1 that is the side to move. Positions with the lone piece on
 * the files e to g are stored as their mirror image, left to right.
 */
import { HEIGHT, outranks, type PieceType, WIDTH } from '@doushouqi/rules';

/** Movement of a piece: 0 rat (swims), 1 walks, 2 tiger or lion (jumps). */
export type Kind = 0 | 1 | 2;

/** Relation of a piece to the lone enemy: 1 captures it, 2 is captured by it, 3 both. */
type Relation = 1 | 2 | 3;

export const PIECE_TYPES: readonly PieceType[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** Value of an invalid cell combination: two pieces on one square. */
export const NO_POSITION = 255;

/** One table. A value's place is `offset + (loneIndex * first.length + firstIndex) * second.length + secondIndex`. */
export interface Table {
  /** First material set that this table serves, by type: one or two red pieces, and the blue one. */
  readonly pair: readonly PieceType[];
  readonly lone: PieceType;
  /** Kinds of lone, first and second piece; -1 if there is no second one. */
  readonly kinds: readonly [Kind, Kind, Kind | -1];
  /** Whether the two pieces of the pair are interchangeable. */
  readonly twins: boolean;
  /** Cells (`y * 7 + x`) of lone, first and second piece, in index order. */
  readonly cells: readonly [readonly number[], readonly number[], readonly number[]];
  /** Offset of the table's values among those of all tables, and their number. */
  readonly offset: number;
  readonly size: number;
}

export function kindOf(type: PieceType): Kind {
  if (type === 1) return 0;
  return type === 6 || type === 7 ? 2 : 1;
}

function relationOf(type: PieceType, lone: PieceType): Relation {
  if (type === lone) return 3;
  return outranks(type, lone) ? 1 : 2;
}

/** Returns a number for the relation of a piece to the lone enemy. Tables order a pair by it. */
export function roleOf(type: PieceType, lone: PieceType): number {
  return kindOf(type) * 4 + relationOf(type, lone);
}

function inOrder(pair: readonly PieceType[], lone: PieceType): readonly PieceType[] {
  return [...pair].sort((a, b) => roleOf(a, lone) - roleOf(b, lone));
}

/** Returns the key of a material set. Sets with the same key share a table. */
export function materialKey(pair: readonly PieceType[], lone: PieceType): string {
  const roles = inOrder(pair, lone).map((type) => roleOf(type, lone));
  return `${kindOf(lone)}:${roles.join()}`;
}

const CELLS: readonly number[] = Array.from({ length: WIDTH * HEIGHT }, (_, cell) => cell);
const DENS = [3, 59];

function isRiver(cell: number): boolean {
  const x = cell % WIDTH;
  const y = Math.floor(cell / WIDTH);
  return y >= 3 && y <= 5 && x !== 0 && x !== 3 && x !== 6;
}

/** Cells on which a piece can be while the game is not over, in index order. */
export const CELLS_OF: readonly (readonly number[])[] = [0, 1, 2].map((kind) =>
  CELLS.filter((cell) => !DENS.includes(cell) && (kind === 0 || !isRiver(cell))),
);

/** The same for the lone piece: files a to d. */
export const LONE_CELLS_OF = CELLS_OF.map((cells) => cells.filter((cell) => cell % WIDTH <= 3));

export function tableCells(kind: Kind | -1): readonly number[] {
  return kind === -1 ? [-1] : CELLS_OF[kind]!;
}

function tableAt(offset: number, pair: readonly PieceType[], lone: PieceType): Table {
  const ordered = inOrder(pair, lone);
  const [first = lone, second] = ordered;
  const kinds = [kindOf(lone), kindOf(first), second === undefined ? -1 : kindOf(second)] as const;
  const cells = [LONE_CELLS_OF[kinds[0]]!, tableCells(kinds[1]), tableCells(kinds[2])] as const;
  const twins = second !== undefined && roleOf(first, lone) === roleOf(second, lone);
  const size = cells[0].length * cells[1].length * cells[2].length;
  return { pair: ordered, lone, kinds, twins, cells, offset, size };
}

function pairs(): (readonly PieceType[])[] {
  const ones = PIECE_TYPES.map((type) => [type]);
  const twos = PIECE_TYPES.flatMap((a) => PIECE_TYPES.filter((b) => b > a).map((b) => [a, b]));
  return [...ones, ...twos];
}

function makeTables(): ReadonlyMap<string, Table> {
  const tables = new Map<string, Table>();
  let offset = 0;
  for (const pair of pairs()) {
    for (const lone of PIECE_TYPES) {
      const key = materialKey(pair, lone);
      if (tables.has(key)) continue;
      const table = tableAt(offset, pair, lone);
      tables.set(key, table);
      offset += table.size;
    }
  }
  return tables;
}

/** Tables by material key, 1v1 first, in file order. */
export const TABLES: ReadonlyMap<string, Table> = makeTables();

/** Number of values of all tables. */
export const VALUE_COUNT: number = [...TABLES.values()].reduce((sum, { size }) => sum + size, 0);

/** Returns the table of a material set. */
export function tableOf(pair: readonly PieceType[], lone: PieceType): Table {
  return TABLES.get(materialKey(pair, lone))!;
}
