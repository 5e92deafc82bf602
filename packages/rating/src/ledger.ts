import type { Side, Winner } from '@doushouqi/rules';
import { type DatedRating, deviationAt, PROVISIONAL_DEVIATION, START } from './glicko.ts';
import { levelOf } from './levels.ts';
import { LEAST_DEVIATION, type RatedChange, rate } from './rate.ts';
import { seasonOf } from './seasons.ts';
import { arrangedWeightOf, type RatingRule, type Weights, type Win, weightOf, weightsOf } from './weights.ts';

/** Numbers of games by result. */
export interface Counts {
  wins: number;
  losses: number;
  draws: number;
}

/** A player's results in a season (`2026-4`). `best`: the highest level while not provisional, else null. */
export interface SeasonRecord extends Counts {
  season: string;
  best: number | null;
}

/** The rating before the first game of a day (days since 1970, UTC). */
export interface DayStart {
  day: number;
  rating: number;
}

/** Rounds played and winning streaks. */
export interface Tally {
  /** Of all games; an incomplete last round counts. */
  rounds: number;
  /** Current number of consecutive wins. */
  streak: number;
  bestStreak: number;
}

/** Three years; the days that `weekChange` needs. */
export const SEASONS_KEPT = 12;
export const DAYS_KEPT = 7;
const DAY = 86_400_000;

/** The rating state of a player in a time class. */
export interface Account extends DatedRating {
  /** `seq` of the last game; see `RatedOutcome`. */
  seq: number;
  /** By the player's side. */
  red: Counts;
  blue: Counts;
  /** The last `SEASONS_KEPT` seasons with a game, oldest first. */
  seasons: readonly SeasonRecord[];
  /** The last `DAYS_KEPT` days with a game, oldest first. */
  days: readonly DayStart[];
  /** Null if older games were not counted. `npm run rerate -- --write` counts all. */
  tally: Tally | null;
}

/** The fields of a game that ratings depend on. `endTime` in epoch ms. */
export interface LedgerGame {
  winner: Winner;
  plies: number;
  endTime: number;
  /** The players may have arranged the game: by a challenge, or from one address. */
  isArranged?: true;
  /** Absent in old games; see `RATING_RULE`. */
  rule?: RatingRule;
  /** The side whose rating stays: a bot. */
  fixed?: Side | undefined;
}

/** Games within `REPEAT_WINDOW` before a game. */
export interface EarlierGames {
  /** Number of games of the same two users. */
  ofPair: number;
  /** Games in the same time class won by this winner; empty for a draw. */
  ofWinner: readonly Win[];
  /** Number of arranged games of each side in the same time class. */
  arranged: Readonly<Record<Side, number>>;
}

interface RatedSide {
  change: RatedChange;
  account: Account;
}

/** The result of rating a game. */
export interface RatedOutcome {
  /**
   * One more than that of the last game of either player. Sorting by it preserves the order of each player's games, so rating
   * all games again in this order gives the same numbers, without a global counter.
   */
  seq: number;
  /** `weightOf` the games of the same two users. */
  weight: number;
  red: RatedSide;
  blue: RatedSide;
}

const NO_GAMES: Counts = { wins: 0, losses: 0, draws: 0 };

/** The account of a user without games. */
export const NEW_ACCOUNT: Account = {
  ...START,
  seq: 0,
  red: NO_GAMES,
  blue: NO_GAMES,
  seasons: [],
  days: [],
  tally: { rounds: 0, streak: 0, bestStreak: 0 },
};

/** Returns the account of a bot, whose rating is known and stays. */
export function fixedAccount(rating: number): Account {
  return { ...NEW_ACCOUNT, rating, deviation: LEAST_DEVIATION };
}

/**
 * Returns the account after lost points came back to it (docs/fair-play.md). It takes the next `seq`, as a game does: replaying games
 * and returns by `seq` gives the same numbers. Pure.
 */
export function withPoints(account: Account, points: number): Account {
  return { ...account, rating: account.rating + points, seq: account.seq + 1 };
}

function counted(counts: Counts, side: Side, winner: Winner): Counts {
  if (winner === 'draw') return { ...counts, draws: counts.draws + 1 };
  return winner === side ? { ...counts, wins: counts.wins + 1 } : { ...counts, losses: counts.losses + 1 };
}

/** Returns the level of the shown rating, or null while provisional. */
function establishedLevel({ rating, deviation }: DatedRating): number | null {
  return deviation >= PROVISIONAL_DEVIATION ? null : levelOf(Math.round(rating)).order;
}

function seasonsAfter(
  seasons: Account['seasons'],
  { after }: RatedChange,
  side: Side,
  winner: Winner,
): SeasonRecord[] {
  const season = seasonOf(after.ratedAt ?? 0);
  const last = seasons.at(-1);
  const isNew = last?.season !== season;
  const { best, ...counts } = isNew ? { ...NO_GAMES, season, best: null } : last;
  const reached = establishedLevel(after);
  const record = {
    ...counted(counts, side, winner),
    season,
    best: reached === null ? best : Math.max(best ?? 0, reached),
  };
  return [...(isNew ? seasons : seasons.slice(0, -1)), record].slice(-SEASONS_KEPT);
}

function dayOf(time: number): number {
  return Math.floor(time / DAY);
}

function daysAfter(days: Account['days'], { before, after }: RatedChange): readonly DayStart[] {
  const day = dayOf(after.ratedAt ?? 0);
  if (days.at(-1)?.day === day) return days;
  return [...days, { day, rating: before.rating }].slice(-DAYS_KEPT);
}

/** Returns the change of the shown rating in the last seven UTC days including today, or null without games. */
export function weekChange({ rating, days }: Pick<Account, 'rating' | 'days'>, now: number): number | null {
  const first = days.find(({ day }) => day > dayOf(now) - DAYS_KEPT);
  return first === undefined ? null : Math.round(rating) - Math.round(first.rating);
}

function tallyAfter(tally: Tally | null, { winner, plies }: LedgerGame, side: Side): Tally | null {
  if (tally === null) return null;
  const streak = winner === side ? tally.streak + 1 : 0;
  return {
    rounds: tally.rounds + Math.ceil(plies / 2),
    streak,
    bestStreak: Math.max(tally.bestStreak, streak),
  };
}

function sideOf(account: Account, change: RatedChange, side: Side, game: LedgerGame, seq: number): RatedSide {
  const { winner } = game;
  return {
    change,
    account: {
      ...account,
      ...change.after,
      seq,
      [side]: counted(account[side], side, winner),
      seasons: seasonsAfter(account.seasons, change, side, winner),
      days: daysAfter(account.days, change),
      tally: tallyAfter(account.tally, game, side),
    },
  };
}

function sideWeights(
  red: Account,
  blue: Account,
  { winner, plies, endTime, rule, isArranged }: LedgerGame,
  { ofWinner, arranged }: EarlierGames,
): Weights {
  if (rule === undefined) return { red: 1, blue: 1 };
  const deviations = { red: deviationAt(red, endTime), blue: deviationAt(blue, endTime) };
  const weights = weightsOf({ winner, plies, ...deviations }, ofWinner);
  if (rule === 1 || !isArranged) return weights;
  return {
    red: weights.red * arrangedWeightOf(arranged.red),
    blue: weights.blue * arrangedWeightOf(arranged.blue),
  };
}

/** Rates a game by its rule. */
export function rateForAccounts(
  red: Account,
  blue: Account,
  game: LedgerGame,
  earlier: EarlierGames,
): RatedOutcome {
  const weight = weightOf(earlier.ofPair);
  const sides = sideWeights(red, blue, game, earlier);
  const seq = Math.max(red.seq, blue.seq) + 1;
  const { winner, endTime, fixed } = game;
  const weights = { red: weight * sides.red, blue: weight * sides.blue, ...(fixed && { [fixed]: 0 }) };
  const changes = rate({ red, blue, winner, endTime, weights });
  return {
    seq,
    weight,
    red: sideOf(red, changes.red, 'red', game, seq),
    blue: sideOf(blue, changes.blue, 'blue', game, seq),
  };
}
