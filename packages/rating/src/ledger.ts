import type { Side, Winner } from '@doushouqi/rules';
import { type DatedRating, deviationAt, PROVISIONAL_DEVIATION, START } from './glicko.ts';
import { levelOf } from './levels.ts';
import { type RatedChange, rate } from './rate.ts';
import { seasonOf } from './seasons.ts';
import { arrangedWeightOf, type RatingRule, type Weights, type Win, weightOf, weightsOf } from './weights.ts';

/** How games went. */
export interface Counts {
  wins: number;
  losses: number;
  draws: number;
}

/** What a player did in a season, as `2026-4`. `best`: the highest level that was not provisional, null without one. */
export interface SeasonRecord extends Counts {
  season: string;
  best: number | null;
}

/** The rating before the first game of a day (days since 1970, UTC). */
export interface DayStart {
  day: number;
  rating: number;
}

/** How long games were, and wins one after another. */
export interface Tally {
  /** Of all games together; a last one that only red moved in counts. */
  rounds: number;
  /** Games won since the last that was not. */
  streak: number;
  bestStreak: number;
}

/** Three years, and what a change over seven days needs. */
export const SEASONS_KEPT = 12;
export const DAYS_KEPT = 7;
const DAY = 86_400_000;

/** All that the games of one player in one time class lead to. */
export interface Account extends DatedRating {
  /** Of the last game; see `RatedOutcome`. */
  seq: number;
  /** By the player's colour. */
  red: Counts;
  blue: Counts;
  /** The last `SEASONS_KEPT` in which there was a game, oldest first. */
  seasons: readonly SeasonRecord[];
  /** The last `DAYS_KEPT` on which there was a game, oldest first. */
  days: readonly DayStart[];
  /** Null if games from before this was counted exist: a part of it would be wrong. `npm run rerate -- --write` counts all. */
  tally: Tally | null;
}

/** A game as far as ratings go by it. `plies`: half-moves; `endTime` in epoch ms. */
export interface LedgerGame {
  winner: Winner;
  plies: number;
  endTime: number;
  /** The players could have arranged to meet: by a challenge, or from one address. */
  isArranged?: true;
  /** Absent in games from before there were rules; see `RATING_RULE`. */
  rule?: RatingRule;
}

/** The games rated before a game that ended within `REPEAT_WINDOW` of it. */
export interface EarlierGames {
  /** How many of them the same two users played. */
  ofPair: number;
  /** Those in the same time class that the winner of the game won; empty for a draw. */
  ofWinner: readonly Win[];
  /** How many arranged games each side played in the same time class. */
  arranged: Readonly<Record<Side, number>>;
}

interface RatedSide {
  change: RatedChange;
  account: Account;
}

/** What a game leads to. */
export interface RatedOutcome {
  /**
   * One more than the last game of either player. So games sorted by it come in an order in which each player's are as they
   * were rated, and rating all of them again in that order comes to the same numbers; no common counter is needed.
   */
  seq: number;
  /** `weightOf` the games of the same two users. */
  weight: number;
  red: RatedSide;
  blue: RatedSide;
}

const NO_GAMES: Counts = { wins: 0, losses: 0, draws: 0 };

/** Of a user without games. */
export const NEW_ACCOUNT: Account = {
  ...START,
  seq: 0,
  red: NO_GAMES,
  blue: NO_GAMES,
  seasons: [],
  days: [],
  tally: { rounds: 0, streak: 0, bestStreak: 0 },
};

function counted(counts: Counts, side: Side, winner: Winner): Counts {
  if (winner === 'draw') return { ...counts, draws: counts.draws + 1 };
  return winner === side ? { ...counts, wins: counts.wins + 1 } : { ...counts, losses: counts.losses + 1 };
}

/** By the rating as it is shown; null while that is provisional. */
function levelKept({ rating, deviation }: DatedRating): number | null {
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
  const reached = levelKept(after);
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

/** What the games of the last seven days (UTC, today is one) did to a rating, as it is shown; null without any. */
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
  const { winner, endTime } = game;
  const weights = { red: weight * sides.red, blue: weight * sides.blue };
  const changes = rate({ red, blue, winner, endTime, weights });
  return {
    seq,
    weight,
    red: sideOf(red, changes.red, 'red', game, seq),
    blue: sideOf(blue, changes.blue, 'blue', game, seq),
  };
}
