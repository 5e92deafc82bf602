import { ABSOLUTE, areCompatible, STRONG } from './colors.ts';
import type { SwissPlayer } from './players.ts';

/**
 * The pairing criteria of the Dutch system (FIDE Handbook C.04.3, 1 July 2025) as weights of pairs: each criterion is a
 * number of pairs or players to make as great as possible, in order of priority.
 */

/** What decides on the criteria of a bracket. */
export interface BracketShape {
  /** Number of players of the bracket and of the next scoregroup. */
  size: number;
  /** Scores in the bracket, highest first; the last one is that of its own scoregroup. */
  scores: readonly number[];
}

/** Where a pair is: the bracket, the next scoregroup (with one or both players), or below. */
export type PairPlace = 'bracket' | 'next' | 'below';

/** C1, C3: no opponents twice; the same absolute preference excludes a pair, in the last round and for leaders too. */
export function mayMeet(a: SwissPlayer, b: SwissPlayer): boolean {
  const isExcluded =
    a.preference.strength === ABSOLUTE &&
    b.preference.strength === ABSOLUTE &&
    a.preference.side === b.preference.side;
  return !isExcluded && !a.opponents.has(b.id);
}

function count(holds: boolean): number {
  return holds ? 1 : 0;
}

/** One count for each score, zero but for this one. */
function atScore({ scores }: BracketShape, score: number, value: number): number[] {
  return scores.map((one) => (one === score ? value : 0));
}

/** C12, C13: preferences and strong preferences that a pair grants. */
function colors(higher: SwissPlayer, lower: SwissPlayer): number[] {
  const [a, b] = [higher.preference, lower.preference];
  const isGranted = areCompatible(a, b);
  return [count(isGranted), count(isGranted || a.strength < STRONG || b.strength < STRONG)];
}

/** C14 to C17: players whose downfloat, or upfloat, of the last two rounds is not repeated. */
function floats(higher: SwissPlayer, lower: SwissPlayer): number[] {
  const isLevel = higher.score === lower.score;
  return [0, 1].flatMap((back) => [
    count(lower.floats[back] === 'down') + count(isLevel && higher.floats[back] === 'down'),
    count(isLevel || lower.floats[back] !== 'up'),
  ]);
}

/** C18 to C21: the same by score, where scores differ. */
function floatScores(higher: SwissPlayer, lower: SwissPlayer, shape: BracketShape): number[] {
  const isLevel = higher.score === lower.score;
  return [0, 1].flatMap((back) => {
    const ofLower = atScore(shape, lower.score, count(lower.floats[back] === 'down'));
    const ofHigher = atScore(shape, higher.score, count(higher.floats[back] === 'down'));
    const isUp = !isLevel && lower.floats[back] === 'up';
    return [
      ...ofLower.map((value, n) => value + ofHigher[n]!),
      ...atScore(shape, higher.score, count(!isUp)),
    ];
  });
}

/** Returns the criteria of a pair, C6 to C8 and C12 to C21. */
export function criteriaOf(
  higher: SwissPlayer,
  lower: SwissPlayer,
  place: PairPlace,
  shape: BracketShape,
): number[] {
  const isMixed = shape.scores.length > 1;
  const inBracket = place === 'bracket';
  const pairs = (isIn: boolean) => [count(isIn), ...atScore(shape, higher.score, count(isIn))];
  const none = (values: number[]) => (inBracket ? values : values.map(() => 0));
  return [
    ...pairs(inBracket),
    ...pairs(place === 'next'),
    // C9 is of byes only.
    0,
    ...none(colors(higher, lower)),
    ...none(floats(higher, lower)),
    ...(isMixed ? none(floatScores(higher, lower, shape)) : []),
  ];
}

/** Returns the criteria of a bye: of the players who may have it, the one with the most played games (C9). */
export function criteriaOfBye(
  player: SwissPlayer,
  inBracket: boolean,
  length: number,
  shape: BracketShape,
): number[] {
  const criteria = Array<number>(length).fill(0);
  if (inBracket) criteria[2 * (1 + shape.scores.length)] = player.sides.length;
  return criteria;
}

/** Bits of the numbers that are packed together. The sums of a matching and its duals stay far below 2^53. */
const PACKED_BITS = 30;

/** Packs numbers, each at most `greatest` in the sum over a matching, into fewer ones of the same order. */
export function packed(values: readonly number[], greatest: number): number[] {
  const perLimb = Math.max(1, Math.floor(PACKED_BITS / Math.log2(greatest + 1)));
  const limbs: number[] = [];
  for (let from = 0; from < values.length; from += perLimb) {
    let limb = 0;
    for (let n = from; n < from + perLimb; n += 1) limb = limb * (greatest + 1) + (values[n] ?? 0);
    limbs.push(limb);
  }
  return limbs;
}
