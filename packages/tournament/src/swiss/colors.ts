import { otherSide, type Side } from '@doushouqi/rules';

/** FIDE Handbook C.04.3 (1 July 2025); red, who moves first, is white. Greater numbers are stronger. */
export type Strength = 0 | 1 | 2 | 3;
export const NONE = 0;
export const MILD = 1;
export const STRONG = 2;
export const ABSOLUTE = 3;

export interface ColorPreference {
  /** Null: the player has no played game. */
  side: Side | null;
  strength: Strength;
  /** Games as red less games as blue. */
  difference: number;
}

/** Returns the side that a player of these games should have next. */
export function colorPreference(sides: readonly Side[]): ColorPreference {
  const difference = sides.reduce((sum, side) => sum + (side === 'red' ? 1 : -1), 0);
  const last = sides.at(-1);
  if (last === undefined) return { side: null, strength: NONE, difference };
  const isRepeated = sides.at(-2) === last;
  const excess = difference > 0 ? 'red' : difference < 0 ? 'blue' : last;
  const distance = Math.abs(difference);
  const side = otherSide(distance < 2 && isRepeated ? last : excess);
  const strength = distance > 1 || isRepeated ? ABSOLUTE : distance === 1 ? STRONG : MILD;
  return { side, strength, difference };
}

/** Whether both can have the side that they prefer. */
export function areCompatible(a: ColorPreference, b: ColorPreference): boolean {
  return a.side === null || b.side === null || a.side !== b.side;
}
