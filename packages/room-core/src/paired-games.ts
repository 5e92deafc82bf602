import { isRatedGame, type RoomKind, type TimeControl } from '@doushouqi/protocol';
import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/**
 * Keys of the paired or rated game that each user plays. Every such game (a pair of a wave, an accepted challenge, a
 * rematch) starts with the script `TAKE` before its room commits it, so a user never plays two (docs/pairing.md).
 * services/pairing owns the keys; rooms need these for rematches.
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

/** The pool of users with the same time control and stake, who may play each other. */
export interface PoolChoice extends TimeControl {
  rated: boolean;
}

/** Formats a pool as `5+3:rated`. */
export function poolId({ initial, increment, rated }: PoolChoice): string {
  return `${initial}+${increment}:${rated ? 'rated' : 'casual'}`;
}

/** Parses an id made by `poolId`. */
export function poolOf(id: string): PoolChoice {
  const [initial, increment, stake] = id.split(/[+:]/);
  return { initial: Number(initial), increment: Number(increment), rated: stake === 'rated' };
}

/** A game of two users, or of house bots. */
export interface PairedGame {
  gameId: string;
  roomId: string;
  kind: RoomKind;
  timeControl: TimeControl;
  /** See `gameContext`. */
  context?: string;
  /** The game of an unrated tournament. */
  isRated?: false | undefined;
  /** Red first. */
  players: readonly [string, string];
  /** When `TAKE` began it, epoch ms. */
  at: number;
  /** Started by a challenge, or between users of one address. For a rematch see `RoomStore.noteArranged`. */
  isArranged?: true | undefined;
  /** The room commits the game itself: the players are in it already. */
  isRematch?: true;
}

/** Returns what a game of two users who chose a pool is. */
export function gameIn({ initial, increment, rated }: PoolChoice): Pick<PairedGame, 'kind' | 'timeControl'> {
  return { kind: rated ? 'rated' : 'paired', timeControl: { initial, increment } };
}

/** A game as stored. `pool`: in whose number of games it counts, and all that older versions know of its kind. */
type Stored<Game extends PairedGame> = Game & { pool: string };

export function formatGame(game: PairedGame): string {
  const pool = poolId({ ...game.timeControl, rated: isRatedGame(game) });
  return JSON.stringify({ ...game, pool } satisfies Stored<PairedGame>);
}

/** Completes an entry: those of older versions have no time control, and a kind only if bots play. */
export function completeGame<Game extends PairedGame>(entry: Stored<Game>): Game {
  return { ...gameIn(poolOf(entry.pool)), ...entry };
}

/** Parses a game from Redis; null if there is none. */
export function parseGame<Game extends PairedGame>(text: string | null | undefined): Game | null {
  return text ? completeGame<Game>(JSON.parse(text)) : null;
}

/** Time for the process that took a pair to start its game; then pairing starts it. */
export const PAIR_LEASE_MS = 2_000;
/** A rematch is committed within this time after `TAKE`, or never. Pairing frees the players later. */
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
  /** The accepted challenge and the lifetime of its `accepted` key. */
  challenge?: { id: string; lifeMs: number } | undefined;
  /** `ticket`: the ticket (JSON) that the user must still have. */
  users: readonly { id: string; ticket?: string | undefined }[];
  over: readonly string[];
}

/**
 * Records that two users play this game and removes their tickets and challenges. Returns {'OK', Redis time (ms)}, {'GONE'}
 * if a ticket or the challenge does not exist, or {'PLAYING', n, game}: the n-th user plays a running game (JSON), or one
 * whose room is not confirmed yet ('').
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

/**
 * Gives the running game of a user to another one, who leaves the queue for it as in `TAKE`. Does nothing for a user
 * without one; one who plays another game keeps that. Ids contain only hexadecimal digits, so they are patterns of
 * themselves.
 */
const HAND_OVER = defineScript<{ from: string; to: string }>()({
  name: 'handOverGame',
  keys: ['tickets', 'counts', 'playing', 'games', 'challenges', 'challengers'],
  lua: `${REMOVE_TICKET}${REMOVE_CHALLENGE}
    local gameId = redis.call('HGET', playing, arg.from)
    local game = gameId and redis.call('HGET', games, gameId)
    if not game then return end
    redis.call('HDEL', playing, arg.from)
    if redis.call('HEXISTS', playing, arg.to) == 1 then return end
    removeTicket(arg.to)
    removeChallenge(arg.to)
    redis.call('HSET', playing, arg.to, gameId)
    redis.call('HSET', games, gameId, (string.gsub(game, arg.from, arg.to)))
  `,
  reply: z.null(),
});

interface TakeArguments {
  pair: PairedGame;
  /** Tickets (JSON) that must be unchanged, by user. */
  tickets?: ReadonlyMap<string, string>;
  /** The accepted challenge; its acceptance is stored for `lifeMs`. */
  challenge?: { id: string; lifeMs: number };
  /** Finished games of whose end pairing may not have been notified. */
  over?: readonly string[];
}

/** The outcome of `take`. `startBy`: deadline for the commit of a rematch, epoch ms by the clock of Redis. */
export type Taken =
  | { ok: true; startBy: number }
  | { ok: false; reason: 'GONE' }
  /** `index` of the user who plays; `game` is null while its room is not confirmed. */
  | { ok: false; reason: 'PLAYING'; index: 0 | 1; game: PairedGame | null };

export interface PairedGames {
  /** Starts a game for both users, or reports which of them plays. Rejects if Redis is unavailable; the outcome is then unknown. */
  take(game: TakeArguments): Promise<Taken>;
  /** Returns the running game of a user whose room is confirmed, or null. */
  gameOf(userId: string): Promise<PairedGame | null>;
  /** Gives the running game of a user to another one, after the seat. Idempotent. */
  handOver(from: string, to: string): Promise<void>;
}

/** `confirm` resolves once a failover cannot undo the writes to a key. */
export function createPairedGames(redis: RedisClient, confirm?: (key: string) => Promise<void>): PairedGames {
  return {
    async gameOf(userId) {
      const gameId = await redis.hget(PLAYING_KEYS.playing, userId);
      const game = gameId === null ? null : await redis.hget(PLAYING_KEYS.games, gameId);
      return parseGame(game);
    },
    async handOver(from, to) {
      await HAND_OVER(redis, PLAYING_KEYS, { from, to });
    },
    async take({ pair, tickets, challenge, over = [] }) {
      const outcome = await TAKE(
        redis,
        { ...PLAYING_KEYS, accepted: acceptedKey(challenge?.id ?? '') },
        {
          gameId: pair.gameId,
          pair: formatGame(pair),
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
          const [, n, game] = outcome;
          return { ok: false, reason: 'PLAYING', index: n === 1 ? 0 : 1, game: parseGame(game) };
        }
        case 'OK':
          await confirm?.(PLAYING_KEYS.playing);
          return { ok: true, startBy: outcome[1] + START_WITHIN_MS };
      }
    },
  };
}
