/**
 * Verifies values against the rules: the value of a position must follow from the values after its legal moves, as
 * listed by `rules`. With the ends of games this determines every value. Does not use the solver.
 */
import {
  legalMoves,
  type Move,
  otherSide,
  type Piece,
  type Position,
  pieces,
  positionFromSetup,
  SIDES,
  type Side,
} from '@doushouqi/rules';
import { NO_POSITION, type Table } from '../src/tables/materials.ts';
import { valueAt } from './generate.ts';
import { pointOf } from './geometry.ts';
import type { Solution } from './solve.ts';

/** Returns the table value of a position with `turn` to move. The game must not be over. */
type Look = (pieces: readonly Piece[], turn: Side) => number;

interface Placing {
  readonly index: number;
  readonly placed: readonly Piece[];
}

function* placings({ pair, lone }: Table, { cells }: Solution, every: number): Generator<Placing> {
  const types = [lone, ...pair];
  const size = cells.reduce((product, { length }) => product * length, 1);
  for (let index = 0; index < size; index += every) {
    let rest = index;
    const placed: Piece[] = [];
    for (let piece = types.length - 1; piece >= 0; piece--) {
      const list = cells[piece]!;
      const position = pointOf(list[rest % list.length]!);
      placed.unshift({ type: types[piece]!, side: piece === 0 ? 'blue' : 'red', position });
      rest = Math.floor(rest / list.length);
    }
    yield { index, placed };
  }
}

/** Returns the pieces after a move, or null if it ends the game. */
function after(placed: readonly Piece[], turn: Side, { from, to }: Move): readonly Piece[] | null {
  if (to.x === 3 && to.y === (turn === 'red' ? 0 : 8)) return null;
  const left = placed.filter(({ position }) => position.x !== to.x || position.y !== to.y);
  const moved = left.map((piece) =>
    piece.position.x === from.x && piece.position.y === from.y ? { ...piece, position: to } : piece,
  );
  return moved.some(({ side }) => side !== turn) ? moved : null;
}

/** Derives the value of a position from the values one move later. */
function valueByMoves(position: Position, turn: Side, look: Look): number {
  const placed = pieces(position);
  let win = 0;
  let loss = 0;
  let draw = false;
  for (const move of legalMoves(position)) {
    const next = after(placed, turn, move);
    const value = next === null ? 1 : look(next, otherSide(turn));
    if (value === 0) draw = true;
    else if (value % 2 === 1) win = win === 0 ? value : Math.min(win, value);
    else loss = Math.max(loss, value);
  }
  if (win !== 0) return win + 1;
  return draw ? 0 : loss + 1;
}

/** Returns a lookup: the table's own material in its solution, other material in the tables. */
function lookIn(table: Table, { cells, values: solved }: Solution, values: Uint8Array): Look {
  const types = [table.lone, ...table.pair];
  return (placed, turn) => {
    if (placed.length < types.length) return lookSmall(placed, turn, values);
    const index = types.reduce((sum, type, piece) => {
      const side = piece === 0 ? 'blue' : 'red';
      const { x, y } = placed.find((one) => one.type === type && one.side === side)!.position;
      return sum * cells[piece]!.length + cells[piece]!.indexOf(y * 7 + x);
    }, 0);
    return solved[turn][index]!;
  };
}

/** Looks up one piece against one. The table stores it from the view of the side to move, which plays red. */
function lookSmall(placed: readonly Piece[], turn: Side, values: Uint8Array): number {
  const seen = (piece: Piece) => ({
    type: piece.type,
    cell: (turn === 'red' ? piece.position.y : 8 - piece.position.y) * 7 + piece.position.x,
  });
  const own = placed.find(({ side }) => side === turn)!;
  const other = placed.find(({ side }) => side !== turn)!;
  return valueAt(values, [seen(own)], seen(other));
}

/**
 * Verifies every `every`-th placement of a table's material, with both sides to move. Returns the number of verified
 * values; throws at the first wrong value.
 */
export function verifyTable(table: Table, solution: Solution, values: Uint8Array, every = 1): number {
  const look = lookIn(table, solution, values);
  let checked = 0;
  for (const { index, placed } of placings(table, solution, every)) {
    for (const turn of SIDES) {
      const stored = solution.values[turn][index]!;
      const position = positionFromSetup({ pieces: placed, turn });
      const value = position.ok ? valueByMoves(position.value, turn, look) : NO_POSITION;
      if (value !== stored) {
        throw new Error(
          `${JSON.stringify(placed)}, ${turn} to move: ${stored} in the table, ${value} by the rules`,
        );
      }
      checked++;
    }
  }
  return checked;
}
