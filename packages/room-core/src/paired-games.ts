import type { TimeControl } from '@doushouqi/protocol';
import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/**
 * Which paired or rated game each user plays. Every such game begins with one script, `TAKE`, before its room commits it:
 * a pair of a wave, an accepted challenge, and a rematch. So a user never plays two (docs/pairing.md). The keys belong to
 * services/pairing, which lists them; a room needs these for its rematches.
 */
export const PLAYING_KEYS = {
  tickets: '{pairing}:tickets',
  counts: '{pairing}:counts',
  playing: '{pairing}:playing',
  pairs: '{pairing}:pairs',
  games: '{pairing}:games',
  due: '{pairing}:due',
  challenges: '{pairing}:challenges',
  challengers: '{pairing}:challengers',
} as const;
export function acceptedKey(challengeId: string): string {
  return `{pairing}:accepted:${challengeId}`;
}

/** A time control, rated or not: users who wait in one pool may play each other. */
export interface PoolChoice extends TimeControl {
  rated: boolean;
}

/** As `5+3:rated`. */
export function poolId({ initial, increment, rated }: PoolChoice): string {
  return `${initial}+${increment}:${rated ? 'rated' : 'casual'}`;
}

/** A paired or rated game. */
export interface PairedGame {
  gameId: string;
  roomId: string;
  pool: string;
  /** Red first. */
  players: readonly [string, string];
  /** When `TAKE` began it, epoch ms. */
  at: number;
  /** By a challenge, or from one address; a rematch is what its room says (`RoomStore.noteArranged`). */
  isArranged?: true;
  /** The players are in the room already, which commits the game itself. */
  isRematch?: true;
}

/** The pair is left to the process that took it for this long; then pairing finishes it. Milliseconds. */
export const PAIR_LEASE_MS = 2_000;
/** A rematch is committed within this long after `TAKE`, or never. Pairing frees the players later. Milliseconds. */
const START_WITHIN_MS = 5_000;

/** Lua: removes a user's ticket, if any, and returns it. Uses the keys `tickets` and `counts`. */
export const REMOVE_TICKET = `
local function removeTicket(user)
  local ticket = redis.call('HGET', tickets, user)
  if ticket then
    redis.call('HDEL', tickets, user)
    redis.call('HINCRBY', counts, 'waiting ' .. cjson.decode(ticket).pool, -1)
  end
  return ticket
end
`;

/** Lua: removes a user's own challenge. Uses the keys `challenges` and `challengers`. */
export const REMOVE_CHALLENGE = `
local function removeChallenge(user)
  local id = redis.call('HGET', challengers, user)
  if id then
    redis.call('HDEL', challenges, id)
    redis.call('HDEL', challengers, user)
  end
end
`;

interface TakeScriptArgument {
  gameId: string;
  /** JSON. */
  pair: string;
  /** When to check the pair, epoch ms. */
  checkAt: number;
  /** The accepted challenge, and the life of the note that it was accepted. */
  challenge?: { id: string; lifeMs: number } | undefined;
  /** With their tickets as they were read (JSON), where one is needed. */
  users: readonly { id: string; ticket?: string | undefined }[];
  over: readonly string[];
}

/**
 * Two users play this game from now on, and neither waits or has a challenge. Returns {'OK', time of Redis (ms)}, {'GONE'} where a
 * ticket or the challenge is no longer there, or {'PLAYING', n, game}: the n-th user plays, in a running game (JSON) or in one
 * whose room is not known to exist ('').
 */
const TAKE = defineScript<TakeScriptArgument>()({
  name: 'takePlayers',
  keys: ['tickets', 'counts', 'playing', 'pairs', 'games', 'due', 'challenges', 'challengers', 'accepted'],
  lua: `${REMOVE_TICKET}${REMOVE_CHALLENGE}
    local isOver = {}
    for _, game in ipairs(arg.over) do isOver[game] = true end
    for i, user in ipairs(arg.users) do
      local game = redis.call('HGET', playing, user.id)
      if game and not isOver[game] then return {'PLAYING', i, redis.call('HGET', games, game) or ''} end
      if user.ticket and redis.call('HGET', tickets, user.id) ~= user.ticket then return {'GONE'} end
    end
    local challenge = 'null'
    if arg.challenge then
      challenge = redis.call('HGET', challenges, arg.challenge.id)
      if not challenge then return {'GONE'} end
      redis.call('SET', accepted, 1, 'PX', arg.challenge.lifeMs)
    end
    local taken = {}
    for _, user in ipairs(arg.users) do
      local ticket = removeTicket(user.id)
      if ticket then table.insert(taken, ticket) end
      removeChallenge(user.id)
      redis.call('HSET', playing, user.id, arg.gameId)
    end
    redis.call('HSET', pairs, arg.gameId, '{"pair":' .. arg.pair ..
      ',"tickets":[' .. table.concat(taken, ',') .. '],"challenge":' .. challenge .. '}')
    redis.call('ZADD', due, arg.checkAt, arg.gameId)
    local time = redis.call('TIME')
    return {'OK', time[1] * 1000 + math.floor(time[2] / 1000)}
  `,
  reply: z.union([
    z.tuple([z.literal('OK'), z.number()]),
    z.tuple([z.literal('GONE')]),
    z.tuple([z.literal('PLAYING'), z.number(), z.string()]),
  ]),
});

interface TakeArguments {
  pair: PairedGame;
  /** By user, as they were read; a user without one needs none. */
  tickets?: ReadonlyMap<string, string>;
  /** The challenge that is accepted, and how long that is remembered (ms). */
  challenge?: { id: string; lifeMs: number };
  /** Games that are known to be over, though pairing may not have been notified. */
  over?: readonly string[];
}

/** The outcome of `take`. `startBy`: when a rematch must be committed, epoch ms by the clock of Redis. */
export type Taken =
  | { ok: true; startBy: number }
  | { ok: false; reason: 'GONE' }
  /** `index` of the user who plays; `game`: null while its room is not known to exist. */
  | { ok: false; reason: 'PLAYING'; index: 0 | 1; game: PairedGame | null };

export interface PairedGames {
  /** Begins a game for both users, or says which of them plays. Rejects while Redis is away: the outcome is then unknown. */
  take(game: TakeArguments): Promise<Taken>;
}

/** `confirm` resolves once a failover cannot undo what was written to a key; absent where that holds at once. */
export function createPairedGames(redis: RedisClient, confirm?: (key: string) => Promise<void>): PairedGames {
  return {
    async take({ pair, tickets, challenge, over = [] }) {
      const outcome = await TAKE(
        redis,
        { ...PLAYING_KEYS, accepted: acceptedKey(challenge?.id ?? '') },
        {
          gameId: pair.gameId,
          pair: JSON.stringify(pair),
          checkAt: pair.at + PAIR_LEASE_MS,
          challenge,
          users: pair.players.map((id) => ({ id, ticket: tickets?.get(id) })),
          over,
        },
      );
      switch (outcome[0]) {
        case 'GONE':
          return { ok: false, reason: 'GONE' };
        case 'PLAYING': {
          const game = outcome[2] === '' ? null : (JSON.parse(outcome[2]) as PairedGame);
          return { ok: false, reason: 'PLAYING', index: outcome[1] === 1 ? 0 : 1, game };
        }
        case 'OK':
          await confirm?.(PLAYING_KEYS.playing);
          return { ok: true, startBy: outcome[1] + START_WITHIN_MS };
      }
    },
  };
}
