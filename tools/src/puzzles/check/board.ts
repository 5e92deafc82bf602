/**
 * How pieces move and take, written from the rules' terrain and ranks alone: the check of levels shares no code with the command
 * that mines them.
 */
import { denOf, outranks, type PieceType, type Side, terrainAt, trapOwner } from '@doushouqi/rules';

export interface Man {
  readonly type: PieceType;
  readonly side: Side;
}

/** A way from cell to cell; `water` are the cells that a jump crosses. */
export interface Way {
  readonly from: number;
  readonly to: number;
  readonly water: readonly number[];
}

const FILES = 7;
export const SQUARES = 63;
const STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

export function squareAt(cell: number): { x: number; y: number } {
  return { x: cell % FILES, y: (cell - (cell % FILES)) / FILES };
}

export function cellAt({ x, y }: { readonly x: number; readonly y: number }): number {
  return x >= 0 && x < FILES && y >= 0 && y < SQUARES / FILES ? y * FILES + x : -1;
}

function isWater(cell: number): boolean {
  return terrainAt(squareAt(cell)) === 'river';
}

export function isDen(cell: number): boolean {
  return terrainAt(squareAt(cell)) === 'den';
}

/** Whether a piece may stand on a cell of a game that goes on. */
export function mayStand({ type }: Man, cell: number): boolean {
  return !isDen(cell) && (type === 1 || !isWater(cell));
}

/** Returns the ways of a piece from a cell on an empty board. */
export function waysFrom(man: Man, from: number): Way[] {
  if (!mayStand(man, from)) return [];
  return STEPS.flatMap(([dx, dy]) => wayTo(man, from, dx, dy) ?? []);
}

function wayTo(man: Man, from: number, dx: number, dy: number): Way | null {
  const { x, y } = squareAt(from);
  let point = { x: x + dx, y: y + dy };
  const water: number[] = [];
  if (man.type === 6 || man.type === 7) {
    while (cellAt(point) >= 0 && isWater(cellAt(point))) {
      water.push(cellAt(point));
      point = { x: point.x + dx, y: point.y + dy };
    }
  }
  const to = cellAt(point);
  if (to < 0 || (isWater(to) && man.type !== 1)) return null;
  const den = denOf(man.side);
  return den.x === point.x && den.y === point.y ? null : { from, to, water };
}

/** Whether a piece takes another at the end of a way. */
export function takes(man: Man, other: Man, { from, to }: Way): boolean {
  if (man.side === other.side) return false;
  if (trapOwner(squareAt(to)) === man.side) return true;
  if (isWater(from) !== isWater(to)) return false;
  return man.type === other.type || outranks(man.type, other.type);
}
