import { TIME_CLASSES, type TimeClass } from '@doushouqi/protocol';
import { ANIMAL_STARTS } from '@doushouqi/rating';
import type { RedisClient } from '@doushouqi/service-kit';

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
  return [
    /** Users by rating. */
    `{ladder}:${timeClass}`,
    /** The same by when they are off it. */
    `{ladder}:${timeClass}:until`,
    /** `seq` of everybody who was ever placed. */
    `{ladder}:${timeClass}:seq`,
  ] as const;
}

/** Shown above and below a user's own place. */
const NEIGHBOURS = 3;
/** Lowest scores of the animals but the first: levels go by the rating as it is shown, in whole numbers. */
const ANIMAL_SCORES = ANIMAL_STARTS.map((rating) => rating - 1 / 2);

/**
 * Puts a user where the outcome of his last game belongs. KEYS 1 ladder, 2 until, 3 seq · ARGV 1 user, 2 seq, 3 rating,
 * 4 ranked until, or nothing.
 */
const PLACE = `
if tonumber(redis.call('HGET', KEYS[3], ARGV[1]) or -1) > tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
if ARGV[4] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
  redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
end
return 1
`;

/** Takes off who was absent too long, a thousand at a time. */
const LEAVE = `
local function leave(ladder, untils, now)
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', untils, '-inf', now, 'LIMIT', 0, 1000)) do
    redis.call('ZREM', ladder, id)
    redis.call('ZREM', untils, id)
  end
end
`;

/**
 * Takes off who was absent too long, and reads. KEYS 1 ladder, 2 until · ARGV 1 now, 2 rows, 3 user, or nothing, 4 neighbours,
 * 5 and more: scores by which to count. Answers the first rows, how many there are from each of those scores on, all of them
 * first, and of the user his index (-1 for none), the index of the first neighbour, and the neighbours.
 */
const VIEW = `${LEAVE}
leave(KEYS[1], KEYS[2], ARGV[1])
local top = redis.call('ZREVRANGE', KEYS[1], 0, ARGV[2] - 1, 'WITHSCORES')
local counts = {redis.call('ZCARD', KEYS[1])}
for n = 5, #ARGV do counts[#counts + 1] = redis.call('ZCOUNT', KEYS[1], ARGV[n], '+inf') end
local index = ARGV[3] ~= '' and redis.call('ZREVRANK', KEYS[1], ARGV[3])
if not index then return {top, counts, -1, 0, {}} end
local first = math.max(0, index - ARGV[4])
return {top, counts, index, first, redis.call('ZREVRANGE', KEYS[1], first, index + ARGV[4], 'WITHSCORES')}
`;

/**
 * Takes off who was absent too long, and answers the index of a user on each ladder, -1 for none. KEYS 1 whether they are
 * filled, then ladder and until of each · ARGV 1 now, 2 user.
 */
const RANKS = `${LEAVE}
local indexes = {}
for n = 2, #KEYS, 2 do
  leave(KEYS[n], KEYS[n + 1], ARGV[1])
  indexes[#indexes + 1] = redis.call('EXISTS', KEYS[1]) == 1 and redis.call('ZREVRANK', KEYS[n], ARGV[2]) or -1
end
return indexes
`;

type ViewReply = [top: string[], counts: number[], index: number, first: number, around: string[]];
type Commands = RedisClient & {
  placeOnLadder(...args: (string | number)[]): Promise<number>;
  viewLadder(...args: (string | number)[]): Promise<ViewReply>;
  ranksOnLadders(...args: (string | number)[]): Promise<number[]>;
};

/** Members and scores in turns. */
function placesIn(reply: readonly string[]): Place[] {
  return Array.from({ length: reply.length / 2 }, (_, n) => ({
    userId: reply[2 * n]!,
    rating: Number(reply[2 * n + 1]),
  }));
}

export function createLadder(client: RedisClient): Ladder {
  client.defineCommand('placeOnLadder', { numberOfKeys: 3, lua: PLACE });
  client.defineCommand('viewLadder', { numberOfKeys: 2, lua: VIEW });
  client.defineCommand('ranksOnLadders', { numberOfKeys: 1 + 2 * TIME_CLASSES.length, lua: RANKS });
  const redis = client as Commands;
  return {
    async place(timeClass, { userId, seq, rating, rankedUntil }) {
      await redis.placeOnLadder(...keysOf(timeClass), userId, seq, rating, rankedUntil ?? '');
    },
    async view(timeClass, { length, userId, now }) {
      const [ladder, until] = keysOf(timeClass);
      const reply = await redis.viewLadder(
        ladder,
        until,
        now,
        length,
        userId ?? '',
        NEIGHBOURS,
        ...ANIMAL_SCORES,
      );
      const [top, counts, index, first, around] = reply;
      return {
        top: placesIn(top),
        size: counts[0]!,
        animals: counts.map((count, n) => count - (counts[n + 1] ?? 0)),
        own: index === -1 ? null : { index, first, around: placesIn(around) },
      };
    },
    async ranksOf(userId, now) {
      const keys = TIME_CLASSES.flatMap((timeClass) => keysOf(timeClass).slice(0, 2));
      const indexes = await redis.ranksOnLadders(FILLED, ...keys, now, userId);
      const rank = (timeClass: TimeClass) => {
        const index = indexes[TIME_CLASSES.indexOf(timeClass)]!;
        return index === -1 ? null : index + 1;
      };
      return { fast: rank('fast'), slow: rank('slow') };
    },
    isFilled: async () => (await redis.exists(FILLED)) === 1,
    async filled() {
      await redis.set(FILLED, '1');
    },
  };
}
