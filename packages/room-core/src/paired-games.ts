import type { TimeControl } from '@doushouqi/protocol';
import type { Cluster, Redis } from 'ioredis';

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

/** Removes a user's ticket, if any, and returns it. `tickets` and `counts` are names of keys. */
export const REMOVE_TICKET = `
local function removeTicket(tickets, counts, user)
  local ticket = redis.call('HGET', tickets, user)
  if ticket then
    redis.call('HDEL', tickets, user)
    redis.call('HINCRBY', counts, 'waiting ' .. cjson.decode(ticket).pool, -1)
  end
  return ticket
end
`;

/** Removes a user's own challenge. */
export const REMOVE_CHALLENGE = `
local function removeChallenge(challenges, challengers, user)
  local id = redis.call('HGET', challengers, user)
  if id then
    redis.call('HDEL', challenges, id)
    redis.call('HDEL', challengers, user)
  end
end
`;

/**
 * Two users play this game from now on, and neither waits or has a challenge. KEYS 1 tickets, 2 counts, 3 playing, 4 pairs,
 * 5 due, 6 challenges, 7 challengers, 8 accepted, 9 games · ARGV 1 game, 2 pair (JSON), 3 when to check it, 4 the accepted
 * challenge or '', 5 life of the note that it was accepted (ms), 6 and 8 the users, 7 and 9 their tickets as read or '' where
 * none is needed, from 10 on games that are known to be over. Returns {'OK', time of Redis (ms)}, {'GONE'}: a ticket or the
 * challenge is not there any more, or {'PLAYING', n, game}: the n-th user plays, in a running game (JSON) or one whose room
 * is not known to exist ('').
 */
const TAKE = `${REMOVE_TICKET}${REMOVE_CHALLENGE}
local users, isOver = {ARGV[6], ARGV[8]}, {}
for i = 10, #ARGV do isOver[ARGV[i]] = true end
for i, user in ipairs(users) do
  local game = redis.call('HGET', KEYS[3], user)
  if game and not isOver[game] then return {'PLAYING', i, redis.call('HGET', KEYS[9], game) or ''} end
  local needed = ARGV[5 + 2 * i]
  if needed ~= '' and redis.call('HGET', KEYS[1], user) ~= needed then return {'GONE'} end
end
local challenge = 'null'
if ARGV[4] ~= '' then
  challenge = redis.call('HGET', KEYS[6], ARGV[4])
  if not challenge then return {'GONE'} end
  redis.call('SET', KEYS[8], 1, 'PX', ARGV[5])
end
local tickets = {}
for _, user in ipairs(users) do
  local ticket = removeTicket(KEYS[1], KEYS[2], user)
  if ticket then table.insert(tickets, ticket) end
  removeChallenge(KEYS[6], KEYS[7], user)
  redis.call('HSET', KEYS[3], user, ARGV[1])
end
local taken = '{"pair":' .. ARGV[2] .. ',"tickets":[' .. table.concat(tickets, ',') .. '],"challenge":' .. challenge .. '}'
redis.call('HSET', KEYS[4], ARGV[1], taken)
redis.call('ZADD', KEYS[5], ARGV[3], ARGV[1])
local time = redis.call('TIME')
return {'OK', time[1] * 1000 + math.floor(time[2] / 1000)}
`;

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

type Outcome = ['OK', number] | ['GONE'] | ['PLAYING', 1 | 2, string];

export interface PairedGames {
  /** Begins a game for both users, or says which of them plays. Rejects while Redis is away: the outcome is then unknown. */
  take(game: TakeArguments): Promise<Taken>;
}

/** `confirm` resolves once a failover cannot undo what was written to a key; absent where that holds at once. */
export function createPairedGames(
  redis: Redis | Cluster,
  confirm?: (key: string) => Promise<void>,
): PairedGames {
  redis.defineCommand('takePlayers', { numberOfKeys: 9, lua: TAKE });
  const scripts = redis as unknown as { takePlayers(...args: (string | number)[]): Promise<Outcome> };
  return {
    async take({ pair, tickets, challenge = { id: '', lifeMs: 0 }, over = [] }) {
      const { tickets: waiting, counts, playing, pairs, games, due, challenges, challengers } = PLAYING_KEYS;
      const keys = [
        waiting,
        counts,
        playing,
        pairs,
        due,
        challenges,
        challengers,
        acceptedKey(challenge.id),
        games,
      ];
      const users = pair.players.flatMap((userId) => [userId, tickets?.get(userId) ?? '']);
      const about = [
        pair.gameId,
        JSON.stringify(pair),
        pair.at + PAIR_LEASE_MS,
        challenge.id,
        challenge.lifeMs,
      ];
      const outcome = await scripts.takePlayers(...keys, ...about, ...users, ...over);
      switch (outcome[0]) {
        case 'GONE':
          return { ok: false, reason: 'GONE' };
        case 'PLAYING': {
          const game = outcome[2] === '' ? null : (JSON.parse(outcome[2]) as PairedGame);
          return { ok: false, reason: 'PLAYING', index: outcome[1] === 1 ? 0 : 1, game };
        }
        case 'OK':
          await confirm?.(playing);
          return { ok: true, startBy: outcome[1] + START_WITHIN_MS };
      }
    },
  };
}
