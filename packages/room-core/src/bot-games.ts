import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript, FLAG } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';
import { formatGame, type PairedGame, parseGame } from './paired-games.ts';

/**
 * The games of the house bots. Pairing takes a place for each before its room exists; a process of the bot service
 * leases it and renews the lease. The lease of a killed process ends, and another process plays on. A game without a
 * room is removed by the process that leases it, so no crash leaves a place taken.
 *
 * {bot}:games      hash   room → BotGame (JSON): the taken places
 * {bot}:due        zset   room → end of the lease (ms, by the clock of Redis); 0: free
 * {bot}:owners     hash   room → process with the lease
 * {bot}:people     hash   holder (a user, or `exhibition`) → room of the holder's last game
 * {bot}:holders    hash   room → `HOLDER NETWORK`
 * {bot}:processes  zset   `PLACES PROCESS` of the bot service → until when it counts as running (ms)
 * {bot}:looked     string a client read the list of games
 */
const KEYS = {
  games: '{bot}:games',
  due: '{bot}:due',
  owners: '{bot}:owners',
  people: '{bot}:people',
  holders: '{bot}:holders',
  processes: '{bot}:processes',
  looked: '{bot}:looked',
} as const;

/** A killed process is noticed after this time. With one renewal in 500 ms a game is resumed within 5 s. */
const LEASE_MS = 2_500;
/** The bot service counts as running for this time after its last tick. */
const ALIVE_MS = 5_000;
/** An exhibition goes on for this time after the last look at the list of games. */
const LOOK_MS = 30_000;
/** Pairing makes the room of a taken place within this time; then a bot looks for it. */
const HOLD_MS = 10_000;
/** Places of one address, as a share of all: a class at school plays, and others find a bot. */
const SHARE = 1 / 4;
/** A finished game counts until its bot has left it, so a holder has a running game and a finished one. */
const MOST_OF_HOLDER = 2;
const EXHIBITION = 'exhibition';

export interface BotGame extends PairedGame {
  /** The players that are bots: one, or both in an exhibition. */
  bots: readonly string[];
}

/** Lua: the time, and the places of all running processes. Uses the key `processes`. */
const COUNT_PLACES = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local total = 0
for _, process in ipairs(redis.call('ZRANGEBYSCORE', processes, now, '+inf')) do
  total = total + tonumber(string.match(process, '^%d+'))
end
`;

/** Returns the number of places and of those taken. */
const PLACES = defineScript()({
  name: 'botPlaces',
  keys: ['games', 'processes'],
  lua: `${COUNT_PLACES} return {total, redis.call('HLEN', games)}`,
  reply: z.tuple([z.number(), z.number()]),
});

/**
 * Takes a place for a game whose room does not exist yet. Returns {'TAKEN'}; {'PLAYING', game, isHeld} if the holder has
 * another game than the one in `over`, whose room exists unless it is held; {'AWAY'} while no bot service runs; {'FULL'};
 * {'SHARE'} if the address has its share; {'LEAVING'} if the holder has finished games that bots have not left yet.
 */
const TAKE = defineScript<{
  roomId: string;
  json: string;
  holder: string;
  network: string;
  over?: string | undefined;
  holdMs: number;
}>()({
  name: 'botTake',
  keys: ['games', 'due', 'owners', 'people', 'holders', 'processes'],
  lua: `${COUNT_PLACES}
    local current = redis.call('HGET', people, arg.holder)
    local game = current and current ~= arg.over and redis.call('HGET', games, current)
    if game then
      local isHeld = redis.call('HEXISTS', owners, current) == 0 and tonumber(redis.call('ZSCORE', due, current) or 0) > now
      return {'PLAYING', game, isHeld and 1 or 0}
    end
    if total == 0 then return {'AWAY'} end
    if redis.call('HLEN', games) >= total then return {'FULL'} end
    local own, near = 0, 0
    local taken = redis.call('HGETALL', holders)
    for i = 1, #taken, 2 do
      local holder, network = string.match(taken[i + 1], '^(%S*) (.*)$')
      -- A process of an older version removes games without their holders.
      if redis.call('HEXISTS', games, taken[i]) == 0 then redis.call('HDEL', holders, taken[i])
      else
        if holder == arg.holder then own = own + 1 end
        if network == arg.network then near = near + 1 end
      end
    end
    if own >= ${MOST_OF_HOLDER} then return {'LEAVING'} end
    if arg.network ~= '' and near >= math.max(1, math.floor(total * ${SHARE})) then return {'SHARE'} end
    redis.call('HSET', games, arg.roomId, arg.json)
    redis.call('ZADD', due, now + arg.holdMs, arg.roomId)
    redis.call('HSET', people, arg.holder, arg.roomId)
    redis.call('HSET', holders, arg.roomId, arg.holder .. ' ' .. arg.network)
    return {'TAKEN'}
  `,
  reply: z.union([
    z.tuple([z.enum(['TAKEN', 'AWAY', 'FULL', 'SHARE', 'LEAVING'])]),
    z.tuple([z.literal('PLAYING'), z.string(), FLAG]),
  ]),
});

/** Gives a taken game to the bots, unless one has it already. */
const START = defineScript<{ roomId: string }>()({
  name: 'botStart',
  keys: ['due', 'owners'],
  lua: `if redis.call('HEXISTS', owners, arg.roomId) == 0 then redis.call('ZADD', due, 'XX', 0, arg.roomId) end`,
  reply: z.null(),
});

/**
 * Renews the leases of the process and takes up to `limit` free games. Returns the rooms of which another process has
 * the lease, those whose holders have begun another game, the taken games (JSON), and whether clients read the list of
 * games.
 */
const TICK = defineScript<{
  owner: string;
  places: number;
  rooms: readonly { id: string; holder: string }[];
  limit: number;
  leaseMs: number;
  aliveMs: number;
}>()({
  name: 'botTick',
  keys: ['games', 'due', 'owners', 'people', 'processes', 'looked'],
  lua: `
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    redis.call('ZREMRANGEBYSCORE', processes, '-inf', '(' .. now)
    redis.call('ZADD', processes, now + arg.aliveMs, arg.places .. ' ' .. arg.owner)
    redis.call('PEXPIRE', processes, arg.aliveMs)
    local lost, former, taken = {}, {}, {}
    for _, room in ipairs(arg.rooms) do
      if redis.call('HGET', owners, room.id) == arg.owner then
        redis.call('ZADD', due, 'XX', now + arg.leaseMs, room.id)
        if redis.call('HGET', people, room.holder) ~= room.id then table.insert(former, room.id) end
      else
        table.insert(lost, room.id)
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
    return {lost, former, taken, redis.call('EXISTS', looked)}
  `,
  reply: z.tuple([z.array(z.string()), z.array(z.string()), z.array(z.string()), FLAG]),
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

const REMOVE = defineScript<{ roomId: string; holder: string }>()({
  name: 'botRemove',
  keys: ['games', 'due', 'owners', 'people', 'holders'],
  lua: `
    redis.call('HDEL', games, arg.roomId)
    redis.call('ZREM', due, arg.roomId)
    redis.call('HDEL', owners, arg.roomId)
    redis.call('HDEL', holders, arg.roomId)
    if redis.call('HGET', people, arg.holder) == arg.roomId then redis.call('HDEL', people, arg.holder) end
  `,
  reply: z.null(),
});

/** Returns who has the place of a game: its person, or the exhibition. */
function holderOf({ players, bots }: BotGame): string {
  return players.find((id) => !bots.includes(id)) ?? EXHIBITION;
}

/** The outcome of `take`. `isHeld`: another call makes the room of the running game. */
export type BotPlace =
  | { kind: 'TAKEN' | 'AWAY' | 'FULL' | 'SHARE' | 'LEAVING' }
  | { kind: 'PLAYING'; game: BotGame; isHeld: boolean };

/** A process of the bot service and the number of games that it plays at once. */
export interface BotProcess {
  owner: string;
  places: number;
}

/** Every method rejects while Redis is away. */
export type BotGames = ReturnType<typeof createBotGames>;

export function createBotGames(redis: RedisClient) {
  const gameOf = async (holder: string): Promise<BotGame | null> => {
    const roomId = await redis.hget(KEYS.people, holder);
    return roomId === null ? null : parseGame(await redis.hget(KEYS.games, roomId));
  };
  return {
    /**
     * Takes a place for a game before its room exists: one for each user, a share for each address. `over`: the room of
     * the user's last game, which is finished.
     */
    async take(
      game: BotGame,
      { network = '', over }: { network?: string; over?: string } = {},
    ): Promise<BotPlace> {
      const place = {
        roomId: game.roomId,
        json: formatGame(game),
        holder: holderOf(game),
        network,
        over,
      };
      const [kind, json, isHeld = false] = await TAKE(redis, KEYS, { ...place, holdMs: HOLD_MS });
      return kind === 'PLAYING' ? { kind, game: parseGame(json)!, isHeld } : { kind };
    },
    /** Lets the bots play a game whose room exists. Idempotent. */
    async start({ roomId }: Pick<BotGame, 'roomId'>): Promise<void> {
      await START(redis, KEYS, { roomId });
    },
    /** Removes a game that its bots have left, or whose room was refused. */
    async remove(game: BotGame): Promise<void> {
      await REMOVE(redis, KEYS, { roomId: game.roomId, holder: holderOf(game) });
    },
    /** Renews the leases of a process for `games` and takes up to `limit` games without a lease. */
    async tick({ owner, places }: BotProcess, games: readonly BotGame[], limit: number) {
      const rooms = games.map((game) => ({ id: game.roomId, holder: holderOf(game) }));
      const lease = { leaseMs: LEASE_MS, aliveMs: ALIVE_MS };
      const [lost, former, taken, isLookedAt] = await TICK(redis, KEYS, {
        owner,
        places,
        rooms,
        limit,
        ...lease,
      });
      return { lost, former, taken: taken.map((text) => parseGame<BotGame>(text)!), isLookedAt };
    },
    async release(owner: string, rooms: readonly string[]): Promise<void> {
      await RELEASE(redis, KEYS, { owner, rooms });
    },
    /** Returns the number of places of all running bot processes, 0 while none runs, and how many are taken. */
    async places(): Promise<{ total: number; taken: number }> {
      const [total, taken] = await PLACES(redis, KEYS);
      return { total, taken };
    },
    /** Returns the last game of a user against a bot, or null. */
    gameOf,
    /** Returns the exhibition, or null. */
    exhibition: () => gameOf(EXHIBITION),
    /** Notes that a client read the list of games. */
    async look(): Promise<void> {
      await redis.set(KEYS.looked, 1, 'PX', LOOK_MS);
    },
  };
}
