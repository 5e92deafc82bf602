import { PLAYING_KEYS, REMOVE_CHALLENGE, REMOVE_TICKET } from '@doushouqi/room-core/paired-games';
import { defineScript, FLAG } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/**
 * All state of the service in Redis under one hash tag, and the scripts that change it. Each script is one atomic,
 * idempotent step, so any replica may run it at any time.
 *
 * {pairing}:tickets      hash   user → Ticket (JSON): waits in the queue
 * {pairing}:pairs        hash   game → TakenPair (JSON): taken from the queue, room not confirmed yet
 * {pairing}:games        hash   game → RunningGame (JSON): runs as far as the service has learned
 * {pairing}:watchable    zset   running rated game → mean rating of its players
 * {pairing}:playing      hash   user → game: in a pair or a game. No user has this and a ticket.
 * {pairing}:due          zset   game → time of the next check of the pair or the game (epoch ms)
 * {pairing}:challenges   hash   id → StoredChallenge (JSON);  {pairing}:challengers  hash  user → id of the own one
 * {pairing}:accepted:ID  string for CHALLENGE_LIFE
 * {pairing}:watched      zset   user with a ticket or a challenge → time of the next check of the connection (epoch
 * ms)
 * {pairing}:away         hash   watched user without a connection → since when (epoch ms)
 * {pairing}:counts       hash   `waiting POOL`, `games POOL` → count
 * {pairing}:waits        hash   pool, pool and band of ratings → average wait
 * {pairing}:user:ID      hash   balance, ratedBalance (reds less blues), recent (last opponents, separated by commas) — 90 days
 * {pairing}:ended:GAME   string this game's end was reported — a day
 * {pairing}:wave:KIND    string lease of a wave
 */
export const KEYS = {
  ...PLAYING_KEYS,
  watchable: '{pairing}:watchable',
  watched: '{pairing}:watched',
  away: '{pairing}:away',
  waits: '{pairing}:waits',
} as const;
export function userKey(id: string): string {
  return `{pairing}:user:${id}`;
}
export function endedKey(gameId: string): string {
  return `{pairing}:ended:${gameId}`;
}
export function waveKey(kind: 'all' | 'full'): string {
  return `{pairing}:wave:${kind}`;
}

/** A ticket as JSON, with the fields that scripts read. */
interface StoredTicket {
  userId: string;
  pool: string;
  json: string;
}

/**
 * Returns the user's ticket and the number of users who wait in the pool; keeps an existing ticket of this pool. Nil
 * while playing. `checkAt`: when to check the connection, epoch ms.
 */
export const JOIN = defineScript<StoredTicket & { checkAt: number }>()({
  name: 'pairingJoin',
  keys: ['tickets', 'counts', 'playing', 'watched'],
  lua: `${REMOVE_TICKET}
    if redis.call('HEXISTS', playing, arg.userId) == 1 then return nil end
    local waiting = 'waiting ' .. arg.pool
    local ticket = redis.call('HGET', tickets, arg.userId)
    if not ticket or cjson.decode(ticket).pool ~= arg.pool then
      removeTicket(arg.userId)
      ticket = arg.json
      redis.call('HSET', tickets, arg.userId, ticket)
      redis.call('HINCRBY', counts, waiting, 1)
    end
    redis.call('ZADD', watched, arg.checkAt, arg.userId)
    return {ticket, tonumber(redis.call('HGET', counts, waiting) or 0)}
  `,
  reply: z.tuple([z.string(), z.number()]).nullable(),
});

export const LEAVE = defineScript<{ userId: string }>()({
  name: 'pairingLeave',
  keys: ['tickets', 'counts'],
  lua: `${REMOVE_TICKET} removeTicket(arg.userId)`,
  reply: z.null(),
});

/** Does nothing if the ticket changed since it was read. */
export const REPLACE_TICKET = defineScript<{ userId: string; read: string; json: string }>()({
  name: 'pairingReplaceTicket',
  keys: ['tickets'],
  lua: `if redis.call('HGET', tickets, arg.userId) == arg.read then redis.call('HSET', tickets, arg.userId, arg.json) end`,
  reply: z.null(),
});

/** Marks the room as made. `strength`: the rating by which a rated game is listed. `json`: the game. */
export const BEGIN = defineScript<{
  gameId: string;
  json: string;
  strength?: number | undefined;
  checkAt: number;
}>()({
  name: 'pairingBegin',
  keys: ['pairs', 'games', 'due', 'counts', 'watchable'],
  lua: `
    if redis.call('HDEL', pairs, arg.gameId) == 0 then return end
    redis.call('HSET', games, arg.gameId, arg.json)
    redis.call('HINCRBY', counts, 'games ' .. cjson.decode(arg.json).pool, 1)
    redis.call('ZADD', due, arg.checkAt, arg.gameId)
    if arg.strength then redis.call('ZADD', watchable, arg.strength, arg.gameId) end
  `,
  reply: z.null(),
});

/** Restores the state before the pair. `now`: when to check the connections, epoch ms. */
export const PUT_BACK = defineScript<{
  gameId: string;
  players: readonly string[];
  challenge?: { id: string; ownerId: string; json: string } | undefined;
  tickets: readonly StoredTicket[];
  now: number;
}>()({
  name: 'pairingPutBack',
  keys: ['pairs', 'due', 'playing', 'tickets', 'counts', 'watched', 'challenges', 'challengers', 'accepted'],
  lua: `
    if redis.call('HDEL', pairs, arg.gameId) == 0 then return end
    redis.call('ZREM', due, arg.gameId)
    local isFree = {}
    for _, user in ipairs(arg.players) do
      -- A user may play the next game of the room already.
      if redis.call('HGET', playing, user) == arg.gameId then
        redis.call('HDEL', playing, user)
        isFree[user] = true
      end
    end
    local challenge = arg.challenge
    if challenge and isFree[challenge.ownerId] then
      redis.call('DEL', accepted)
      redis.call('HSET', challenges, challenge.id, challenge.json)
      redis.call('HSET', challengers, challenge.ownerId, challenge.id)
      redis.call('ZADD', watched, arg.now, challenge.ownerId)
    end
    for _, ticket in ipairs(arg.tickets) do
      if isFree[ticket.userId] then
        redis.call('HSET', tickets, ticket.userId, ticket.json)
        redis.call('HINCRBY', counts, 'waiting ' .. ticket.pool, 1)
        redis.call('ZADD', watched, arg.now, ticket.userId)
      end
    end
  `,
  reply: z.null(),
});

/**
 * Ends a game, known here or not. `balance`: the field of the colors, if it counts for them. `notesTtl`, `endedTtl`: lifetimes of the user's
 * data and of the end marker, s. Returns 0 if it had already ended.
 */
export const END = defineScript<{
  gameId: string;
  red: string;
  blue: string;
  balance?: string | undefined;
  notesTtl: number;
  endedTtl: number;
}>()({
  name: 'pairingEnd',
  keys: ['games', 'pairs', 'due', 'playing', 'counts', 'watchable', 'ended', 'redNotes', 'blueNotes'],
  lua: `
    if not redis.call('SET', ended, 1, 'EX', arg.endedTtl, 'NX') then return 0 end
    local game = redis.call('HGET', games, arg.gameId)
    if game then
      redis.call('HDEL', games, arg.gameId)
      redis.call('HINCRBY', counts, 'games ' .. cjson.decode(game).pool, -1)
    end
    redis.call('HDEL', pairs, arg.gameId)
    redis.call('ZREM', due, arg.gameId)
    redis.call('ZREM', watchable, arg.gameId)
    local function note(user, opponent, notes, change)
      if redis.call('HGET', playing, user) == arg.gameId then redis.call('HDEL', playing, user) end
      if arg.balance then redis.call('HINCRBY', notes, arg.balance, change) end
      local recent = redis.call('HGET', notes, 'recent')
      redis.call('HSET', notes, 'recent', opponent .. (recent and ',' .. string.sub(recent, 1, 49) or ''))
      redis.call('EXPIRE', notes, arg.notesTtl)
    end
    note(arg.red, arg.blue, redNotes, 1)
    note(arg.blue, arg.red, blueNotes, -1)
    return 1
  `,
  reply: FLAG,
});

/**
 * Leases due work to one caller. `users` and `games`: when they are due again (epoch ms), and the maximum number.
 * Returns the number of watched users, whether to run a wave, the users, the games. Writes nothing if no user waits.
 */
export const TAKE_WORK = defineScript<{
  now: number;
  waveMs: number;
  users: { dueAgain: number; limit: number };
  games: { dueAgain: number; limit: number };
}>()({
  name: 'pairingTakeWork',
  keys: ['tickets', 'wave', 'watched', 'due'],
  lua: `
    local function takeDue(key, taken)
      local ids = redis.call('ZRANGEBYSCORE', key, '-inf', arg.now, 'LIMIT', 0, taken.limit)
      for _, id in ipairs(ids) do redis.call('ZADD', key, taken.dueAgain, id) end
      return ids
    end
    local isWave = redis.call('HLEN', tickets) > 1 and redis.call('SET', wave, 1, 'PX', arg.waveMs, 'NX')
    return {redis.call('ZCARD', watched), isWave and 1 or 0, takeDue(watched, arg.users), takeDue(due, arg.games)}
  `,
  reply: z.tuple([z.number(), FLAG, z.array(z.string()), z.array(z.string())]),
});

/**
 * Records whether a watched user is connected. Removes ticket and open challenge of a user offline for longer than the
 * grace, and an expired challenge.
 */
export const TEND = defineScript<{
  userId: string;
  now: number;
  isConnected: boolean;
  graceMs: number;
  checkAt: number;
}>()({
  name: 'pairingTend',
  keys: ['tickets', 'counts', 'challenges', 'challengers', 'watched', 'away'],
  lua: `${REMOVE_TICKET}${REMOVE_CHALLENGE}
    local user, isGone = arg.userId, false
    if arg.isConnected then
      redis.call('HDEL', away, user)
    else
      redis.call('HSETNX', away, user, arg.now)
      isGone = arg.now - tonumber(redis.call('HGET', away, user)) >= arg.graceMs
    end
    if isGone then removeTicket(user) end
    local id = redis.call('HGET', challengers, user)
    local stored = id and redis.call('HGET', challenges, id)
    if stored then
      local expiresAt = cjson.decode(stored).expiresAt
      local isOver = isGone
      if type(expiresAt) == 'number' then isOver = expiresAt <= arg.now end
      if isOver then removeChallenge(user) end
    end
    if redis.call('HEXISTS', tickets, user) == 0 and redis.call('HEXISTS', challengers, user) == 0 then
      redis.call('ZREM', watched, user)
      redis.call('HDEL', away, user)
    else
      redis.call('ZADD', watched, arg.checkAt, user)
    end
  `,
  reply: z.null(),
});

/** Replaces the user's former challenge. Returns 0 while playing. `checkAt`: when to check the connection, epoch ms. */
export const CHALLENGE = defineScript<{ userId: string; id: string; json: string; checkAt: number }>()({
  name: 'pairingChallenge',
  keys: ['challenges', 'challengers', 'playing', 'watched'],
  lua: `${REMOVE_CHALLENGE}
    if redis.call('HEXISTS', playing, arg.userId) == 1 then return 0 end
    removeChallenge(arg.userId)
    redis.call('HSET', challenges, arg.id, arg.json)
    redis.call('HSET', challengers, arg.userId, arg.id)
    redis.call('ZADD', watched, arg.checkAt, arg.userId)
    return 1
  `,
  reply: FLAG,
});

/** Returns 0 if the owner has another challenge by now. */
export const WITHDRAW = defineScript<{ userId: string; id: string }>()({
  name: 'pairingWithdraw',
  keys: ['challenges', 'challengers'],
  lua: `${REMOVE_CHALLENGE}
    if redis.call('HGET', challengers, arg.userId) ~= arg.id then return 0 end
    removeChallenge(arg.userId)
    return 1
  `,
  reply: FLAG,
});

/** Returns the user's ticket, pair and game (JSON), read at one moment. */
export const QUEUE_STATE = defineScript<{ userId: string }>()({
  name: 'pairingQueueState',
  keys: ['tickets', 'playing', 'pairs', 'games'],
  lua: `
    local gameId = redis.call('HGET', playing, arg.userId) or ''
    return {redis.call('HGET', tickets, arg.userId), redis.call('HGET', pairs, gameId), redis.call('HGET', games, gameId)}
  `,
  reply: z.tuple([z.string().nullable(), z.string().nullable(), z.string().nullable()]),
});
