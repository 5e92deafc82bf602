import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript, FLAG } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/**
 * The games of the house bots. Pairing adds them; a process of the bot service leases each and renews the lease. The
 * lease of a killed process ends, and another process plays on.
 *
 * {bot}:games      hash   room → BotGame (JSON)
 * {bot}:due        zset   room → end of the lease (ms, by the clock of Redis); 0: free
 * {bot}:owners     hash   room → process with the lease
 * {bot}:people     hash   user → room of the user's game against a bot
 * {bot}:alive      string a process of the bot service runs
 * {bot}:show       string room of the exhibition
 * {bot}:showing    string lease of the process that starts an exhibition
 * {bot}:looked     string a client read the list of games
 */
const KEYS = {
  games: '{bot}:games',
  due: '{bot}:due',
  owners: '{bot}:owners',
  people: '{bot}:people',
  alive: '{bot}:alive',
  show: '{bot}:show',
  looked: '{bot}:looked',
} as const;
const SHOWING = '{bot}:showing';

/** A killed process is noticed after this time. With one renewal in 500 ms a game is resumed within 5 s. */
const LEASE_MS = 2_500;
/** The bot service counts as running for this time after its last tick. */
const ALIVE_MS = 5_000;
/** An exhibition goes on for this time after the last look at the list of games. */
const LOOK_MS = 30_000;
const START_SHOW_MS = 5_000;

export interface BotGame {
  roomId: string;
  gameId: string;
  /** The players that are bots: one, or both in an exhibition. */
  bots: readonly string[];
  /** Red first. */
  players: readonly [string, string];
  /** The pool, as `5+3:casual`. */
  pool: string;
  /** Epoch ms. */
  at: number;
}

const ADD = defineScript<{ roomId: string; json: string; person?: string | undefined; isShow: boolean }>()({
  name: 'botAdd',
  keys: ['games', 'due', 'people', 'show'],
  lua: `
    redis.call('HSET', games, arg.roomId, arg.json)
    redis.call('ZADD', due, 'NX', 0, arg.roomId)
    if arg.person then redis.call('HSET', people, arg.person, arg.roomId) end
    if arg.isShow then redis.call('SET', show, arg.roomId) end
  `,
  reply: z.null(),
});

/**
 * Renews the leases of the process and takes up to `limit` free games. Returns the rooms of which another process has
 * the lease, the taken games (JSON), and whether clients read the list of games.
 */
const TICK = defineScript<{
  owner: string;
  rooms: readonly string[];
  limit: number;
  leaseMs: number;
  aliveMs: number;
}>()({
  name: 'botTick',
  keys: ['games', 'due', 'owners', 'alive', 'looked'],
  lua: `
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    redis.call('SET', alive, 1, 'PX', arg.aliveMs)
    local lost, taken = {}, {}
    for _, room in ipairs(arg.rooms) do
      if redis.call('HGET', owners, room) == arg.owner then
        redis.call('ZADD', due, 'XX', now + arg.leaseMs, room)
      else
        table.insert(lost, room)
      end
    end
    if arg.limit > 0 then
      for _, room in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, arg.limit)) do
        local game = redis.call('HGET', games, room)
        if game then
          redis.call('ZADD', due, now + arg.leaseMs, room)
          redis.call('HSET', owners, room, arg.owner)
          table.insert(taken, game)
        else
          redis.call('ZREM', due, room)
        end
      end
    end
    return {lost, taken, redis.call('EXISTS', looked)}
  `,
  reply: z.tuple([z.array(z.string()), z.array(z.string()), FLAG]),
});

/** Ends the lease of a stopping process, so that another one continues at once. */
const RELEASE = defineScript<{ owner: string; rooms: readonly string[] }>()({
  name: 'botRelease',
  keys: ['due', 'owners'],
  lua: `
    for _, room in ipairs(arg.rooms) do
      if redis.call('HGET', owners, room) == arg.owner then
        redis.call('ZADD', due, 'XX', 0, room)
        redis.call('HDEL', owners, room)
      end
    end
  `,
  reply: z.null(),
});

const REMOVE = defineScript<{ roomId: string; person?: string | undefined }>()({
  name: 'botRemove',
  keys: ['games', 'due', 'owners', 'people', 'show'],
  lua: `
    redis.call('HDEL', games, arg.roomId)
    redis.call('ZREM', due, arg.roomId)
    redis.call('HDEL', owners, arg.roomId)
    if arg.person and redis.call('HGET', people, arg.person) == arg.roomId then redis.call('HDEL', people, arg.person) end
    if redis.call('GET', show) == arg.roomId then redis.call('DEL', show) end
  `,
  reply: z.null(),
});

function personIn({ players, bots }: BotGame): string | undefined {
  return players.find((id) => !bots.includes(id));
}

/** Every method rejects while Redis is away. */
export type BotGames = ReturnType<typeof createBotGames>;

export function createBotGames(redis: RedisClient) {
  const gameIn = async (roomId: string | null): Promise<BotGame | null> => {
    const text = roomId === null ? null : await redis.hget(KEYS.games, roomId);
    return text === null ? null : (JSON.parse(text) as BotGame);
  };
  return {
    /** Adds a game whose room exists. Idempotent. */
    async add(game: BotGame): Promise<void> {
      const isShow = game.bots.length === 2;
      const json = JSON.stringify(game);
      await ADD(redis, KEYS, { roomId: game.roomId, json, person: personIn(game), isShow });
    },
    /** Removes a game that its bots have left. */
    async remove(game: BotGame): Promise<void> {
      await REMOVE(redis, KEYS, { roomId: game.roomId, person: personIn(game) });
    },
    /** Renews the leases of `owner` for `rooms` and takes up to `limit` games without a lease. */
    async tick(owner: string, rooms: readonly string[], limit: number) {
      const lease = { leaseMs: LEASE_MS, aliveMs: ALIVE_MS };
      const [lost, taken, isLookedAt] = await TICK(redis, KEYS, { owner, rooms, limit, ...lease });
      return { lost, taken: taken.map((text) => JSON.parse(text) as BotGame), isLookedAt };
    },
    async release(owner: string, rooms: readonly string[]): Promise<void> {
      await RELEASE(redis, KEYS, { owner, rooms });
    },
    /** Returns whether the bot service runs. */
    isAlive: async (): Promise<boolean> => (await redis.exists(KEYS.alive)) === 1,
    /** Returns the game of a user against a bot, or null. */
    gameOf: async (userId: string): Promise<BotGame | null> => gameIn(await redis.hget(KEYS.people, userId)),
    /** Returns the exhibition, or null. */
    exhibition: async (): Promise<BotGame | null> => gameIn(await redis.get(KEYS.show)),
    /** Notes that a client read the list of games. */
    async look(): Promise<void> {
      await redis.set(KEYS.looked, 1, 'PX', LOOK_MS);
    },
    /** Returns true for one caller in 5 s. */
    leaseShow: async (): Promise<boolean> =>
      (await redis.set(SHOWING, 1, 'PX', START_SHOW_MS, 'NX')) === 'OK',
  };
}
