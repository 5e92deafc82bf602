import { type DatedRating, PROVISIONAL_DEVIATION, START } from './glicko.ts';
import { levelOf } from './levels.ts';
import { type RatedChange, rate, weightOf } from './rate.ts';
import { seasonOf } from './seasons.ts';

/** How games went. */
export interface Counts {
  wins: number;
  losses: number;
  draws: number;
}

/** All that the games of one player in one time class lead to. */
export interface Account extends DatedRating {
  /** Of the last game; see `RatedOutcome`. */
  seq: number;
  /** By the player's colour. */
  red: Counts;
  blue: Counts;
  /** The highest level of the last season in which there was one that was not provisional. */
  best: { season: string; order: number } | null;
}

/** A game as far as ratings go by it. `winner`: 1 red, 2 blue, 0 a draw; `endTime` in epoch ms. */
export interface LedgerGame {
  winner: 0 | 1 | 2;
  endTime: number;
}

interface Side {
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
  weight: number;
  red: Side;
  blue: Side;
}

const NO_GAMES: Counts = { wins: 0, losses: 0, draws: 0 };

/** Of somebody who never played. */
export const NEW_ACCOUNT: Account = { ...START, seq: 0, red: NO_GAMES, blue: NO_GAMES, best: null };

function counted(counts: Counts, side: 1 | 2, winner: 0 | 1 | 2): Counts {
  if (winner === 0) return { ...counts, draws: counts.draws + 1 };
  return winner === side ? { ...counts, wins: counts.wins + 1 } : { ...counts, losses: counts.losses + 1 };
}

/** The best level once a game of that time led to this rating. */
function bestAfter(best: Account['best'], { rating, deviation }: DatedRating, time: number): Account['best'] {
  if (deviation >= PROVISIONAL_DEVIATION) return best;
  // By the rating as it is shown.
  const reached = { season: seasonOf(time), order: levelOf(Math.round(rating)).order };
  if (best === null || best.season < reached.season) return reached;
  return best.season === reached.season && best.order < reached.order ? reached : best;
}

function sideOf(
  account: Account,
  change: RatedChange,
  side: 1 | 2,
  { winner, endTime }: LedgerGame,
  seq: number,
): Side {
  const color = side === 1 ? 'red' : 'blue';
  const { best } = account;
  return {
    change,
    account: {
      ...account,
      ...change.after,
      seq,
      [color]: counted(account[color], side, winner),
      best: bestAfter(best, change.after, endTime),
    },
  };
}

/** Rates a game. `earlier`: games of the same two rated before it that ended within `REPEAT_WINDOW` of it. */
export function rateForAccounts(
  red: Account,
  blue: Account,
  game: LedgerGame,
  earlier: number,
): RatedOutcome {
  const weight = weightOf(earlier);
  const seq = Math.max(red.seq, blue.seq) + 1;
  const { winner, endTime } = game;
  const changes = rate({ red, blue, winner, endTime, weight });
  return {
    seq,
    weight,
    red: sideOf(red, changes.red, 1, game, seq),
    blue: sideOf(blue, changes.blue, 2, game, seq),
  };
}
