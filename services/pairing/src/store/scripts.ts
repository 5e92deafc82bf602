import { PLAYING_KEYS, REMOVE_CHALLENGE, REMOVE_TICKET } from '@doushouqi/room-core/paired-games';

/**
 * All that the service keeps in Redis, under one hash tag, and the scripts that change it: each is one step, so that any
 * replica may do any of them, twice and at any moment.
 *
 *   {pairing}:tickets      hash   user → Ticket (JSON): who waits
 *   {pairing}:pairs        hash   game → TakenPair (JSON): taken from the queue, the room not known to be there yet
 *   {pairing}:games        hash   game → RunningGame (JSON): runs, as far as is known
 *   {pairing}:watchable    zset   rated game that runs → strength of its players
 *   {pairing}:playing      hash   user → game: in a pair or a game. Nobody has this and a ticket.
 *   {pairing}:due          zset   game → when to look at the pair or the game next (epoch ms)
 *   {pairing}:challenges   hash   id → KeptChallenge (JSON);  {pairing}:challengers  hash  user → id of the own one
 *   {pairing}:accepted:ID  string for CHALLENGE_LIFE
 *   {pairing}:watched      zset   user with a ticket or a challenge → when to look at the connection next (epoch ms)
 *   {pairing}:away         hash   watched user without a connection → since when (epoch ms)
 *   {pairing}:counts       hash   `waiting POOL`, `games POOL` → how many
 *   {pairing}:waits        hash   pool, pool and band of ratings → average wait
 *   {pairing}:user:ID      hash   balance (reds less blues), recent (last opponents, commas between) — 90 days
 *   {pairing}:ended:GAME   string this game's end is known — a day
 *   {pairing}:wave:KIND    string lease of a wave
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

/**
 * KEYS 1 tickets, 2 counts, 3 playing, 4 watched · ARGV 1 user, 2 ticket (JSON), 3 its pool, 4 when to look at the connection.
 * Returns the ticket that the user has then and how many wait in the pool; a ticket of this pool stays. Nil while playing.
 */
const JOIN = `${REMOVE_TICKET}
if redis.call('HEXISTS', KEYS[3], ARGV[1]) == 1 then return false end
local waiting = 'waiting ' .. ARGV[3]
local ticket = redis.call('HGET', KEYS[1], ARGV[1])
if not ticket or cjson.decode(ticket).pool ~= ARGV[3] then
  removeTicket(KEYS[1], KEYS[2], ARGV[1])
  ticket = ARGV[2]
  redis.call('HSET', KEYS[1], ARGV[1], ticket)
  redis.call('HINCRBY', KEYS[2], waiting, 1)
end
redis.call('ZADD', KEYS[4], ARGV[4], ARGV[1])
return {ticket, tonumber(redis.call('HGET', KEYS[2], waiting) or 0)}
`;

/** KEYS 1 tickets, 2 counts · ARGV 1 user. Returns 1 where there was one. */
const LEAVE = `${REMOVE_TICKET}
return removeTicket(KEYS[1], KEYS[2], ARGV[1]) and 1 or 0
`;

/** KEYS 1 tickets · ARGV 1 user, 2 ticket as it was read, 3 as it is to be. Nothing where it is another by now. */
const REPLACE_TICKET = `
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
`;

/**
 * The room is there. KEYS 1 pairs, 2 games, 3 due, 4 counts, 5 watchable · ARGV 1 game, 2 game (JSON), 3 when to look, 4 pool,
 * 5 strength of a rated game, or nothing.
 */
const BEGIN = `
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('HINCRBY', KEYS[4], 'games ' .. ARGV[4], 1)
redis.call('ZADD', KEYS[3], ARGV[3], ARGV[1])
if ARGV[5] ~= '' then redis.call('ZADD', KEYS[5], ARGV[5], ARGV[1]) end
return 1
`;

/**
 * The game did not begin: all is as before the pair. KEYS 1 pairs, 2 due, 3 playing, 4 tickets, 5 counts, 6 watched,
 * 7 challenges, 8 challengers, 9 accepted · ARGV 1 game, 2 when to look at connections, 3 and 4 the users, 5 challenge or
 * nothing, 6 its owner, 7 it (JSON), then for each ticket 3: user, ticket (JSON), pool.
 */
const PUT_BACK = `
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('ZREM', KEYS[2], ARGV[1])
local isFree = {}
for i = 3, 4 do
  -- A user may play the next game of the room already.
  if redis.call('HGET', KEYS[3], ARGV[i]) == ARGV[1] then
    redis.call('HDEL', KEYS[3], ARGV[i])
    isFree[ARGV[i]] = true
  end
end
if isFree[ARGV[6]] then
  redis.call('DEL', KEYS[9])
  redis.call('HSET', KEYS[7], ARGV[5], ARGV[7])
  redis.call('HSET', KEYS[8], ARGV[6], ARGV[5])
  redis.call('ZADD', KEYS[6], ARGV[2], ARGV[6])
end
for i = 8, #ARGV, 3 do
  if isFree[ARGV[i]] then
    redis.call('HSET', KEYS[4], ARGV[i], ARGV[i + 1])
    redis.call('HINCRBY', KEYS[5], 'waiting ' .. ARGV[i + 2], 1)
    redis.call('ZADD', KEYS[6], ARGV[2], ARGV[i])
  end
end
return 1
`;

/**
 * A game is over, known here or not. KEYS 1 games, 2 pairs, 3 due, 4 playing, 5 counts, 6 ended, 7 and 8 the
 * users, 9 watchable · ARGV 1 game, 2 and 3 users (red, blue), 4 1 where it counts for the colours, 5 life of what is known of a
 * user (s), 6 of the note (s). Returns 0 where it was known to be over.
 */
const END = `
if not redis.call('SET', KEYS[6], 1, 'EX', ARGV[6], 'NX') then return 0 end
local game = redis.call('HGET', KEYS[1], ARGV[1])
if game then
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('HINCRBY', KEYS[5], 'games ' .. cjson.decode(game).pool, -1)
end
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[9], ARGV[1])
for i = 1, 2 do
  local user, opponent, key = ARGV[1 + i], ARGV[4 - i], KEYS[6 + i]
  if redis.call('HGET', KEYS[4], user) == ARGV[1] then redis.call('HDEL', KEYS[4], user) end
  if ARGV[4] == '1' then redis.call('HINCRBY', key, 'balance', i == 1 and 1 or -1) end
  local recent = redis.call('HGET', key, 'recent')
  redis.call('HSET', key, 'recent', opponent .. (recent and ',' .. string.sub(recent, 1, 49) or ''))
  redis.call('EXPIRE', key, ARGV[5])
end
return 1
`;

/**
 * What is to be done, for one asker: others find it a lease later. KEYS 1 tickets, 2 lease of the wave, 3 watched, 4 due ·
 * ARGV 1 now, 2 lease of the wave (ms), 3 when the users are due again, 4 how many, 5 and 6 the same for games. Returns
 * how many are watched; 1 where a wave is to be run, else 0; the users; the games. It writes nothing where nobody waits.
 */
const TAKE_WORK = `
local function takeDue(key, nextTime, limit)
  local due = redis.call('ZRANGEBYSCORE', key, '-inf', ARGV[1], 'LIMIT', 0, limit)
  for _, id in ipairs(due) do redis.call('ZADD', key, nextTime, id) end
  return due
end
local isWave = redis.call('HLEN', KEYS[1]) > 1 and redis.call('SET', KEYS[2], 1, 'PX', ARGV[2], 'NX')
local watched = redis.call('ZCARD', KEYS[3])
return {watched, isWave and 1 or 0, takeDue(KEYS[3], ARGV[3], ARGV[4]), takeDue(KEYS[4], ARGV[5], ARGV[6])}
`;

/**
 * A look at somebody who waits. KEYS 1 tickets, 2 counts, 3 challenges, 4 challengers, 5 watched, 6 away · ARGV 1 user, 2 now,
 * 3 1 while connected, 4 grace (ms), 5 next look while connected, 6 next look else. The ticket and the open challenge of who
 * is away for longer than the grace are gone, and a challenge whose time is over.
 */
const TEND = `${REMOVE_TICKET}${REMOVE_CHALLENGE}
local user, now, isGone = ARGV[1], tonumber(ARGV[2]), false
if ARGV[3] == '1' then
  redis.call('HDEL', KEYS[6], user)
else
  redis.call('HSETNX', KEYS[6], user, now)
  isGone = now - tonumber(redis.call('HGET', KEYS[6], user)) >= tonumber(ARGV[4])
end
if isGone then removeTicket(KEYS[1], KEYS[2], user) end
local id = redis.call('HGET', KEYS[4], user)
local kept = id and redis.call('HGET', KEYS[3], id)
if kept then
  local expiresAt = cjson.decode(kept).expiresAt
  local isOver = isGone
  if type(expiresAt) == 'number' then isOver = expiresAt <= now end
  if isOver then removeChallenge(KEYS[3], KEYS[4], user) end
end
if redis.call('HEXISTS', KEYS[1], user) == 0 and redis.call('HEXISTS', KEYS[4], user) == 0 then
  redis.call('ZREM', KEYS[5], user)
  redis.call('HDEL', KEYS[6], user)
else
  redis.call('ZADD', KEYS[5], ARGV[3] == '1' and ARGV[5] or ARGV[6], user)
end
`;

/**
 * KEYS 1 challenges, 2 challengers, 3 playing, 4 watched · ARGV 1 user, 2 id, 3 challenge (JSON), 4 when to look at the
 * connection. Takes the place of the former one. Returns 0 while playing.
 */
const CHALLENGE = `${REMOVE_CHALLENGE}
if redis.call('HEXISTS', KEYS[3], ARGV[1]) == 1 then return 0 end
removeChallenge(KEYS[1], KEYS[2], ARGV[1])
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[4], ARGV[4], ARGV[1])
return 1
`;

/** KEYS 1 challenges, 2 challengers · ARGV 1 owner, 2 id. Returns 0 where the owner's challenge is another by now. */
const WITHDRAW = `${REMOVE_CHALLENGE}
if redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] then return 0 end
removeChallenge(KEYS[1], KEYS[2], ARGV[1])
return 1
`;

/**
 * How a user stands at one moment. KEYS 1 tickets, 2 playing, 3 pairs, 4 games · ARGV 1 user. Returns ticket, pair and game
 * (JSON); nothing for what is not there.
 */
const STANDING = `
local gameId = redis.call('HGET', KEYS[2], ARGV[1]) or ''
return {
  redis.call('HGET', KEYS[1], ARGV[1]) or '', redis.call('HGET', KEYS[3], gameId) or '',
  redis.call('HGET', KEYS[4], gameId) or ''
}
`;

/** The scripts by the name of their command, with how many keys each takes. */
export const SCRIPTS = {
  pairingJoin: { numberOfKeys: 4, lua: JOIN },
  pairingLeave: { numberOfKeys: 2, lua: LEAVE },
  pairingReplaceTicket: { numberOfKeys: 1, lua: REPLACE_TICKET },
  pairingBegin: { numberOfKeys: 5, lua: BEGIN },
  pairingPutBack: { numberOfKeys: 9, lua: PUT_BACK },
  pairingEnd: { numberOfKeys: 9, lua: END },
  pairingStanding: { numberOfKeys: 4, lua: STANDING },
  pairingTakeWork: { numberOfKeys: 4, lua: TAKE_WORK },
  pairingTend: { numberOfKeys: 6, lua: TEND },
  pairingChallenge: { numberOfKeys: 4, lua: CHALLENGE },
  pairingWithdraw: { numberOfKeys: 2, lua: WITHDRAW },
} as const;
