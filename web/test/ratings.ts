import type { LadderRow, RatedGame, RouteReply, Routes, SeasonRecord } from '@doushouqi/protocol';
import { levelOf } from '@doushouqi/rating/levels';
import { BLUE, RED } from '@doushouqi/room-client/testing';

/** Ratings, rated games and ladder rows for tests. */

const DAY = 86_400_000;
type Ranked = RouteReply<Routes['getRatings']>['fast'];

export function userRatingOf(rating: number, changes: Partial<Ranked> = {}): Ranked {
  const { order, id } = levelOf(rating);
  return {
    rating,
    deviation: 70,
    games: 30,
    provisional: false,
    level: { order, id },
    rank: null,
    week: null,
    seasons: [],
    ...changes,
  };
}

/** A season of nine wins and five losses. */
export function seasonOf(season: string, best: number | null): SeasonRecord {
  return { season, best, wins: 9, losses: 5, draws: 0 };
}

/** A rating before the first rated game. */
export const UNRATED: Ranked = userRatingOf(1500, { deviation: 350, games: 0, provisional: true });

export function ratingsOf(fast: Ranked, slow: Ranked = UNRATED): RouteReply<Routes['getRatings']> {
  return { fast, slow };
}

/** A game of 山君 against 苍狼; a lower number is a newer game. */
export function ratedGameOf(number: number, changes: Partial<RatedGame> = {}): RatedGame {
  return {
    gameId: `g${number}`,
    at: Date.now() - number * DAY,
    class: 'fast',
    timeControl: { initial: 5, increment: 3 },
    color: 'red',
    opponent: { _id: BLUE, nickname: '苍狼', avatar: 'wolf.png' },
    result: 'win',
    endReason: 'DEN_CAPTURED',
    rounds: 38,
    before: 1612,
    after: 1624,
    ...changes,
  };
}

/** The row of a rank: the first has 2,000 points, each next one 20 fewer. */
export function ladderRowOf(rank: number, changes: Partial<LadderRow> = {}): LadderRow {
  const rating = 2_020 - 20 * rank;
  const { order, id } = levelOf(rating);
  const userId = rank.toString(16).padStart(24, '0');
  return {
    rank,
    userId,
    nickname: `棋手${rank}`,
    avatar: 'cat.png',
    isOnline: false,
    rating,
    level: { order, id },
    week: 5,
    season: seasonOf('2026-4', order),
    ...changes,
  };
}

/** A curve that rises by 10 points every third day. */
export function historyOf(count: number, last: number) {
  return Array.from({ length: count }, (_, index) => ({
    at: Date.now() - (count - index) * 3 * DAY,
    rating: last - 10 * (count - 1 - index),
    deviation: 70,
  }));
}

export const RED_USER = { _id: RED, nickname: '山君', avatar: 'tiger-hero.png', isOnline: true, friends: [] };
