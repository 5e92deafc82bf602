import { defineScript, FLAG } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/**
 * The running state of a tournament, under one hash tag.
 *
 * {tournament:ID}:events     list   events (JSON) in their order; the state follows from them
 * {tournament:ID}:begun      hash   game → 1: its room exists
 * {tournament:ID}:announced  set    steps of which the players were notified
 * {tournament:ID}:networks   hash   player → address (of IPv6 the /64) of the entry; never sent
 * {tournament:ID}:lease      string the process that advances the tournament
 * {tournament:ID}:wave       string until the next wave
 * {tournament:ID}:update     string until the next update of spectators
 * {tournament:ID}:published  string number of events of the last update
 * {tournament:ID}:confirmed  string number of events that replicas had; written to wait for them
 */
export function keysOf(id: string) {
  const key = (part: string) => `{tournament:${id}}:${part}`;
  return {
    events: key('events'),
    begun: key('begun'),
    announced: key('announced'),
    networks: key('networks'),
    lease: key('lease'),
    wave: key('wave'),
    update: key('update'),
    published: key('published'),
    confirmed: key('confirmed'),
  };
}

/** The events that a process has read: their number and the last one; '' for none. */
interface Known {
  length: number;
  last: string;
}

const TAIL = `
local function tail()
  if arg.length > 0 and redis.call('LINDEX', events, arg.length - 1) ~= arg.last then return nil end
  return redis.call('LRANGE', events, arg.length, -1)
end
`;

/** Returns the events after the known ones; null if the list lost some of these in a failover. */
export const READ = defineScript<Known>()({
  name: 'tournamentRead',
  keys: ['events'],
  lua: `${TAIL} return tail()`,
  reply: z.array(z.string()).nullable(),
  readOnly: true,
});

/**
 * Appends events if the list is the known one. Returns {1}, or {0, tail} as `READ` returns it: another process decided
 * first.
 */
export const APPEND = defineScript<Known & { events: readonly string[] }>()({
  name: 'tournamentAppend',
  keys: ['events'],
  lua: `${TAIL}
    local missed = tail()
    if not missed or #missed > 0 then return {0, missed} end
    for first = 1, #arg.events, 1000 do
      redis.call('RPUSH', events, unpack(arg.events, first, math.min(first + 999, #arg.events)))
    end
    return {1}
  `,
  reply: z.union([z.tuple([FLAG]), z.tuple([FLAG, z.array(z.string()).nullable()])]),
});

/** Returns 1 to one caller in each period, if spectators do not have this number of events. */
export const TAKE_UPDATE = defineScript<{ length: number; everyMs: number; ttlMs: number }>()({
  name: 'tournamentTakeUpdate',
  keys: ['update', 'published'],
  lua: `
    if redis.call('GET', published) == tostring(arg.length) then return 0 end
    if not redis.call('SET', update, 1, 'PX', arg.everyMs, 'NX') then return 0 end
    redis.call('SET', published, arg.length, 'PX', arg.ttlMs)
    return 1
  `,
  reply: FLAG,
});

/** Extends a lease that this process still has. */
export const RENEW = defineScript<{ holder: string; ms: number }>()({
  name: 'tournamentRenew',
  keys: ['lease'],
  lua: `if redis.call('GET', lease) == arg.holder then redis.call('PEXPIRE', lease, arg.ms) end`,
  reply: z.null(),
});

/** Ends a lease that this process still has. */
export const RELEASE = defineScript<{ holder: string }>()({
  name: 'tournamentRelease',
  keys: ['lease'],
  lua: `if redis.call('GET', lease) == arg.holder then redis.call('DEL', lease) end`,
  reply: z.null(),
});
