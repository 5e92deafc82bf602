import { DEN_CELL, otherSide, type Side } from './board.ts';
import { generate, MAX_MOVES, moveCaptured, moveFrom, moveTo } from './moves.ts';
import { denCapturer, type Position } from './position.ts';

/**
 * Returns the number of move sequences of exactly `depth` plies by geometry and capture alone. From the start: 24, 576, 12 240,
 * 260 099, 5 111 620, 100 453 636. Sequences end when a den is entered.
 */
export function perft(position: Position, depth: number): number {
  if (depth === 0) return 1;
  if (denCapturer(position)) return 0;
  const lists = Array.from({ length: depth }, () => new Uint16Array(MAX_MOVES));
  return count(position.cells.slice(), position.turn, depth, lists);
}

function count(cells: Uint8Array, side: Side, depth: number, lists: readonly Uint16Array[]): number {
  const moves = lists[depth - 1]!;
  const length = generate(cells, side, moves);
  if (depth === 1) return length;
  const den = DEN_CELL[otherSide(side)];
  const enemy = side === 'red' ? 8 : 0;
  let nodes = 0;
  for (let index = 0; index < length; index++) {
    const move = moves[index]!;
    const from = moveFrom(move);
    const to = moveTo(move);
    if (to === den) continue;
    const captured = moveCaptured(move);
    cells[to] = cells[from]!;
    cells[from] = 0;
    nodes += count(cells, otherSide(side), depth - 1, lists);
    cells[from] = cells[to]!;
    cells[to] = captured ? captured + enemy : 0;
  }
  return nodes;
}
