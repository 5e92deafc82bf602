import type { TimeClass } from '@doushouqi/protocol';
import { ANIMAL_STARTS } from '@doushouqi/rating';
import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/** A user and the rating by which he is ranked, in full precision. */
export interface Place {
  userId: string;
  rating: number;
}

/** What puts somebody on the ladder, or takes him off it. */
export interface Placing extends Place {
  /** Of the last game that this is the outcome of (`StoredRating.seq`): what is older changes nothing. */
  seq: number;
  /** When the rating becomes provisional by absence, epoch ms; null where it is. */
  rankedUntil: number | null;
}

/**
 * The first of a ladder, how many are on it, how many of them at the levels of each animal (rat first), and a user's place on
 * it (0 is the first) with those around, null where he has none.
 */
export interface LadderView {
  top: Place[];
  size: number;
  animals: number[];
  own: { index: number; first: number; around: Place[] } | null;
}

/**
 * The ranked users of each time class, best first: a sorted set in Redis, derived from the store. Every method rejects
 * while Redis is away.
 */
export interface Ladder {
  place(timeClass: TimeClass, placing: Placing): Promise<void>;
  /** As of `now` (epoch ms): whoever was absent too long by then is off it. */
  view(
    timeClass: TimeClass,
    asks: { length: number; userId: string | null; now: number },
  ): Promise<LadderView>;
  /** The user's places of each time class as of `now` (epoch ms), 1 the first; null for none, or while it is not filled. */
  ranksOf(userId: string, now: number): Promise<Record<TimeClass, number | null>>;
  /** Whether it was filled from the store since Redis has its data. */
  isFilled(): Promise<boolean>;
  filled(): Promise<void>;
}

/** All keys of the ladders share one hash slot. */
const FILLED = '{ladder}:filled';
function keysOf(timeClass: TimeClass) {
  return {
    /** Users by rating. */
    ladder: `{ladder}:${timeClass}`,
    /** The same users by when they are off it. */
    leavesAt: `{ladder}:${timeClass}:until`,
    /** `seq` of every user who was ever placed. */
    seqs: `{ladder}:${timeClass}:seq`,
  };
}
const ALL_KEYS = {
  filled: FILLED,
  fast: keysOf('fast').ladder,
  fastLeavesAt: keysOf('fast').leavesAt,
  slow: keysOf('slow').ladder,
  slowLeavesAt: keysOf('slow').leavesAt,
};

/** Shown above and below a user's own place. */
const NEIGHBOURS = 3;
/** Lowest scores of the animals but the first: levels go by the rating as it is shown, in whole numbers. */
const ANIMAL_SCORES = ANIMAL_STARTS.map((rating) => rating - 1 / 2);

/** Puts a user where the outcome of their last game belongs: off the ladder without `rankedUntil`. */
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
 * Removes users who were absent too long, and reads. Returns the first rows; how many there are, and how many from each of
 * `scores` on; of the user the index (-1 for none), the index of the first neighbor, and the neighbors.
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

/** Removes users who were absent too long, and returns the index of a user on each ladder, -1 for none. */
const RANKS = defineScript<{ now: number; userId: string }>()({
  name: 'ranksOnLadders',
  keys: ['filled', 'fast', 'fastLeavesAt', 'slow', 'slowLeavesAt'],
  lua: `${LEAVE}
    local function rank(ladder, leavesAt)
      leave(ladder, leavesAt)
      return redis.call('EXISTS', filled) == 1 and redis.call('ZREVRANK', ladder, arg.userId) or -1
    end
    return {rank(fast, fastLeavesAt), rank(slow, slowLeavesAt)}
  `,
  reply: z.tuple([z.number(), z.number()]),
});

/** Members and scores in turns. */
function placesIn(reply: readonly string[]): Place[] {
  return Array.from({ length: reply.length / 2 }, (_, n) => ({
    userId: reply[2 * n]!,
    rating: Number(reply[2 * n + 1]),
  }));
}

export function createLadder(redis: RedisClient): Ladder {
  return {
    async place(timeClass, { rankedUntil, ...placing }) {
      await PLACE(redis, keysOf(timeClass), { ...placing, rankedUntil: rankedUntil ?? undefined });
    },
    async view(timeClass, { length, userId, now }) {
      const [top, counts, index, first, around] = await VIEW(redis, keysOf(timeClass), {
        now,
        rows: length,
        userId: userId ?? undefined,
        neighbors: NEIGHBOURS,
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
      const indexes = await RANKS(redis, ALL_KEYS, { now, userId });
      const [fast, slow] = indexes.map((index) => (index === -1 ? null : index + 1));
      return { fast: fast!, slow: slow! };
    },
    isFilled: async () => (await redis.exists(FILLED)) === 1,
    async filled() {
      await redis.set(FILLED, '1');
    },
  };
}
