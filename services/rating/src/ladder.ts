import { RATING_CLASSES, type RatingClass } from '@doushouqi/protocol';
import { ANIMAL_STARTS } from '@doushouqi/rating';
import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/** A user and the rating in full precision. */
export interface Place {
  userId: string;
  rating: number;
}

/** An update of the ladder for a user. */
export interface Placing extends Place {
  /** `seq` of the last game (`StoredRating.seq`); older updates change nothing. */
  seq: number;
  /** Time when absence makes the rating provisional, epoch ms; null if it is provisional. */
  rankedUntil: number | null;
}

/**
 * The top of a ladder, the number of ranked users in total and on the levels of each animal (rat first), and
 * a user's index (0 is the first) with neighbors, null if unranked.
 */
export interface LadderView {
  top: Place[];
  size: number;
  animals: number[];
  own: { index: number; first: number; around: Place[] } | null;
}

/**
 * The ranked users of each class, best first: a sorted set in Redis, derived from the store. Every
 * method rejects while Redis is unavailable.
 */
export interface Ladder {
  place(ratingClass: RatingClass, placing: Placing): Promise<void>;
  /** View at `now` (epoch ms), without users who were absent too long. */
  view(
    ratingClass: RatingClass,
    asks: { length: number; userId: string | null; now: number },
  ): Promise<LadderView>;
  /**
   * Places of the user in each class at `now` (epoch ms), 1 is the first; null if unranked or not
   * filled.
   */
  ranksOf(userId: string, now: number): Promise<Record<RatingClass, number | null>>;
  /** Whether the ladder was filled since Redis lost its data. */
  isFilled(): Promise<boolean>;
  filled(): Promise<void>;
}

/** All keys of the ladders share one hash slot. */
const FILLED = '{ladder}:filled';
function keysOf(ratingClass: RatingClass) {
  return {
    /** Users by rating. */
    ladder: `{ladder}:${ratingClass}`,
    /** The same users by the time of removal. */
    leavesAt: `{ladder}:${ratingClass}:until`,
    /** `seq` of every user who was ever ranked. */
    seqs: `{ladder}:${ratingClass}:seq`,
  };
}

/** Neighbors above and below a user's place. */
const NEIGHBORS = 3;
/** Lowest scores of all animals except the first; levels use the shown, rounded rating. */
const ANIMAL_SCORES = ANIMAL_STARTS.map((rating) => rating - 1 / 2);

/** Moves a user to the place of the last game; without `rankedUntil` removes the user. */
const PLACE = defineScript<{
  userId: string;
  seq: number;
  rating: number;
  rankedUntil?: number | undefined;
}>()({
  name: 'placeOnLadder',
  keys: ['ladder', 'leavesAt', 'seqs'],
  lua: `
    if tonumber(redis.call('HGET', seqs, arg.userId) or -1) > arg.seq then return end
    redis.call('HSET', seqs, arg.userId, arg.seq)
    if arg.rankedUntil then
      redis.call('ZADD', ladder, arg.rating, arg.userId)
      redis.call('ZADD', leavesAt, arg.rankedUntil, arg.userId)
    else
      redis.call('ZREM', ladder, arg.userId)
      redis.call('ZREM', leavesAt, arg.userId)
    end
  `,
  reply: z.null(),
});

/** Lua: removes users who were absent too long, a thousand at a time. */
const LEAVE = `
local function leave(ladder, leavesAt)
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', leavesAt, '-inf', arg.now, 'LIMIT', 0, 1000)) do
    redis.call('ZREM', ladder, id)
    redis.call('ZREM', leavesAt, id)
  end
end
`;

/**
 * Removes users who were absent too long and reads. Returns the first rows; the number of users, and of those
 * from each of `scores` on; the user's index (-1 for none), the index of the first neighbor, and the
 * neighbors.
 */
const VIEW = defineScript<{
  now: number;
  rows: number;
  userId?: string | undefined;
  neighbors: number;
  scores: readonly number[];
}>()({
  name: 'viewLadder',
  keys: ['ladder', 'leavesAt'],
  lua: `${LEAVE}
    leave(ladder, leavesAt)
    local top = redis.call('ZREVRANGE', ladder, 0, arg.rows - 1, 'WITHSCORES')
    local counts = {redis.call('ZCARD', ladder)}
    for _, score in ipairs(arg.scores) do counts[#counts + 1] = redis.call('ZCOUNT', ladder, score, '+inf') end
    local index = arg.userId and redis.call('ZREVRANK', ladder, arg.userId)
    if not index then return {top, counts, -1, 0, {}} end
    local first, last = math.max(0, index - arg.neighbors), index + arg.neighbors
    return {top, counts, index, first, redis.call('ZREVRANGE', ladder, first, last, 'WITHSCORES')}
  `,
  reply: z.tuple([z.array(z.string()), z.array(z.number()), z.number(), z.number(), z.array(z.string())]),
});

/** Removes users who were absent too long, and returns the index of a user, -1 for none. */
const RANK = defineScript<{ now: number; userId: string }>()({
  name: 'rankOnLadder',
  keys: ['filled', 'ladder', 'leavesAt'],
  lua: `${LEAVE}
    leave(ladder, leavesAt)
    return redis.call('EXISTS', filled) == 1 and redis.call('ZREVRANK', ladder, arg.userId) or -1
  `,
  reply: z.number(),
});

/** Parses alternating members and scores. */
function placesIn(reply: readonly string[]): Place[] {
  return Array.from({ length: reply.length / 2 }, (_, n) => ({
    userId: reply[2 * n]!,
    rating: Number(reply[2 * n + 1]),
  }));
}

export function createLadder(redis: RedisClient): Ladder {
  return {
    async place(ratingClass, { rankedUntil, ...placing }) {
      await PLACE(redis, keysOf(ratingClass), { ...placing, rankedUntil: rankedUntil ?? undefined });
    },
    async view(ratingClass, { length, userId, now }) {
      const [top, counts, index, first, around] = await VIEW(redis, keysOf(ratingClass), {
        now,
        rows: length,
        userId: userId ?? undefined,
        neighbors: NEIGHBORS,
        scores: ANIMAL_SCORES,
      });
      return {
        top: placesIn(top),
        size: counts[0]!,
        animals: counts.map((count, n) => count - (counts[n + 1] ?? 0)),
        own: index === -1 ? null : { index, first, around: placesIn(around) },
      };
    },
    async ranksOf(userId, now) {
      const ranks = RATING_CLASSES.map(async (name) => {
        const index = await RANK(redis, { ...keysOf(name), filled: FILLED }, { now, userId });
        return [name, index === -1 ? null : index + 1] as const;
      });
      return Object.fromEntries(await Promise.all(ranks)) as Record<RatingClass, number | null>;
    },
    isFilled: async () => (await redis.exists(FILLED)) === 1,
    async filled() {
      await redis.set(FILLED, '1');
    },
  };
}
