import { otherSide, type Side } from '@doushouqi/rules';
import { areCompatible } from './colors.ts';
import type { SwissPlayer } from './players.ts';

/** Returns the sides of the latest round back in which the two had different ones, or null. */
function lastDifference(a: SwissPlayer, b: SwissPlayer): { a: Side; b: Side } | null {
  for (let back = 1; back <= Math.min(a.sides.length, b.sides.length); back += 1) {
    const [ofA, ofB] = [a.sides.at(-back)!, b.sides.at(-back)!];
    if (ofA !== ofB) return { a: ofA, b: ofB };
  }
  return null;
}

/**
 * Returns the side of the higher ranked of two paired players: what both prefer; else the stronger preference, then
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
