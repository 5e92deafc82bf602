import type { Winner } from '@doushouqi/rules';
import { EARLY_PLIES } from './conduct-of-game.ts';
import { PROVISIONAL_DEVIATION } from './glicko.ts';

/**
 * The current rating rule, stored with each game so that rating all games again gives the same numbers. Older games have no
 * rule: only `weightOf` applies. Rule 1 has no weight for arranged games.
 */
export const RATING_RULE = 2 as const;
export type RatingRule = 1 | typeof RATING_RULE;

/** Weights depend on games within this time. Milliseconds. */
export const REPEAT_WINDOW = 86_400_000;

/** An earlier game that the winner of a game won in the same time class, within `REPEAT_WINDOW`. */
export interface Win {
  plies: number;
  /** Deviation of the loser before the game. */
  opponentDeviation: number;
}

/** A game and the deviations of both players before it. */
export interface GameToWeigh {
  winner: Winner;
  plies: number;
  red: number;
  blue: number;
}

/** The part of the change that counts for each side, 0 to 1. */
export interface Weights {
  red: number;
  blue: number;
}

/** Weight of a winner's first early game within `REPEAT_WINDOW`; each further one has half the weight of the one before. */
const EARLY_WEIGHT = 1 / 8;
/** Wins over provisional ratings within `REPEAT_WINDOW` that count in full. */
export const FULL_NEWCOMER_WINS = 10;

/** Arranged games of a player within `REPEAT_WINDOW` that count in full. */
export const FULL_ARRANGED_GAMES = 5;

/** Returns 1 for the first `full` games, then 1/2, 1/4, … */
function halvedAfter(full: number, earlier: number): number {
  return 2 ** -Math.max(0, earlier - full + 1);
}

/** Returns the weight of a game after `earlier` games of the same two users within `REPEAT_WINDOW`: 1, 1, 1/2, 1/4, … */
export function weightOf(earlier: number): number {
  return halvedAfter(2, earlier);
}

/**
 * Returns the weight of an arranged game for a player with `earlier` others within `REPEAT_WINDOW`. It is the same for a win,
 * a loss and a draw, so it slows a rating and does not lower it.
 */
export function arrangedWeightOf(earlier: number): number {
  return halvedAfter(FULL_ARRANGED_GAMES, earlier);
}

/** Whether a game ended too early to measure strength. No game reaches the den this early. */
export function isEarly({ plies }: Pick<Win, 'plies'>): boolean {
  return plies < EARLY_PLIES;
}

export function isOverNewcomer({ opponentDeviation }: Win): boolean {
  return opponentDeviation >= PROVISIONAL_DEVIATION;
}

/**
 * Returns the weight of a game for each side besides `weightOf`. It is small for an early end, smaller for an established
 * player against a provisional one (win or loss, else the rating would drift) and for a winner with many wins over
 * provisional players. `wins`: see `Win`; in any order.
 */
export function weightsOf(game: GameToWeigh, wins: readonly Win[]): Weights {
  const early = isEarly(game) ? EARLY_WEIGHT * 2 ** -wins.filter(isEarly).length : 1;
  const newcomers = wins.filter(isOverNewcomer).length;
  const weightFor = (own: number, opponent: number, hasWon: boolean) => {
    if (opponent < PROVISIONAL_DEVIATION) return early;
    const established = own < PROVISIONAL_DEVIATION ? PROVISIONAL_DEVIATION / opponent : 1;
    const manyNewcomers = hasWon ? halvedAfter(FULL_NEWCOMER_WINS, newcomers) : 1;
    return early * established * manyNewcomers;
  };
  const { red, blue, winner } = game;
  return { red: weightFor(red, blue, winner === 'red'), blue: weightFor(blue, red, winner === 'blue') };
}
