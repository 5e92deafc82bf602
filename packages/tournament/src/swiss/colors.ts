import { otherSide, type Side } from '@doushouqi/rules';
import type { SwissPlayer } from './players.ts';

/** FIDE Handbook C.04.3 (1 July 2025), article 1.7; red, who moves first, is white. Greater numbers are stronger. */
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

/** Returns the sides of the latest round back in which the two had different ones, or null. */
function lastDifference(a: SwissPlayer, b: SwissPlayer): { a: Side; b: Side } | null {
  for (let back = 1; back <= Math.min(a.sides.length, b.sides.length); back += 1) {
    const [ofA, ofB] = [a.sides.at(-back)!, b.sides.at(-back)!];
    if (ofA !== ofB) return { a: ofA, b: ofB };
  }
  return null;
}

/**
 * Returns the side of the higher ranked of two paired players (article 5): what both prefer; else the stronger preference, then
 * the opposite of the last round in which their sides differed, then the preference of the higher one. Without preferences an
 * odd pairing number has red.
 */
export function sideOfHigher(higher: SwissPlayer, lower: SwissPlayer): Side {
  const [ofHigher, ofLower] = [higher.preference, lower.preference];
  if (ofHigher.side === null && ofLower.side === null) return higher.number % 2 === 1 ? 'red' : 'blue';
  if (areCompatible(ofHigher, ofLower)) return ofHigher.side ?? otherSide(ofLower.side!);
  if (ofHigher.strength !== ofLower.strength) {
    return ofHigher.strength > ofLower.strength ? ofHigher.side! : otherSide(ofLower.side!);
  }
  return lastDifference(higher, lower)?.b ?? ofHigher.side!;
}
