import type { Cluster, Redis } from 'ioredis';
import { createNodeLeases, LEASE_MS } from './node-leases.ts';

/** Where a user is; `roomId` only while online. */
export interface UserPresence {
  online: boolean;
  roomId: string | null;
}

/** All keys of a user share one hash slot. */
function keysOf(userId: string) {
  return {
    /** Exists while heartbeats come. */
    alive: `{user:${userId}}:alive`,
    /** The room that the user is in; by heartbeat of a window in it, or as told on entering. */
    room: `{user:${userId}}:room`,
    /** What others were last told: the room, or nothing for none; absent where the user counts as offline. */
    shown: `{user:${userId}}:shown`,
    /** Boots of realtime nodes that hold a connection of the user, by when they said so (epoch ms). */
    nodes: `{user:${userId}}:nodes`,
  } as const;
}

/** Who is shown as online, by when to look again whether they are (epoch ms). */
const WATCHED = '{online}:watched';
/** Looked at together. */
const WATCHED_BATCH = 200;

/**
 * What a dead node left behind is forgotten after this long: longer than any connection, because the token that it
 * came with ends first. Milliseconds.
 */
const NODES_TTL = 8 * 24 * 60 * 60 * 1000;
/** Longer than the timers of a hidden window sleep between heartbeats. Milliseconds. */
const SHOWN_TTL = 5 * 60 * 1000;

/** Ends both scripts below: 1 where the user is now to be shown otherwise than before. KEYS 2 room, 3 shown. */
const SHOW = `
local now = redis.call('GET', KEYS[2]) or ''
local before = redis.call('GET', KEYS[3])
redis.call('SET', KEYS[3], now, 'PX', ${SHOWN_TTL})
return before == now and 0 or 1
`;

/**
 * A heartbeat. A room gives way to another one only when no window is in it any more, so that two windows in two rooms
 * do not take turns. KEYS 1 alive, 2 room, 3 shown · ARGV 1 lease (ms), 2 room or nothing.
 */
const BEAT = `
redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
if ARGV[2] ~= '' and (redis.call('GET', KEYS[2]) or ARGV[2]) == ARGV[2] then
  redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[1])
end
${SHOW}`;

/** Entering or leaving. KEYS and ARGV as above. */
const ENTER = `
if ARGV[2] == '' then
  redis.call('DEL', KEYS[2])
else
  redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[1])
end
${SHOW}`;

/** What is known of a user; in one command, as a list of friends asks for many. KEYS 1 alive, 2 room, 3 nodes. */
const WHERE_IS = `
return {redis.call('EXISTS', KEYS[1]), redis.call('GET', KEYS[2]), redis.call('ZRANGE', KEYS[3], 0, -1)}
`;

/**
 * Takes those who are due, once: others find them a lease later. KEYS 1 watched · ARGV 1 now, 2 then, 3 how many. Returns
 * them, and when the next one is due, or nothing where there is none.
 */
const TAKE_DUE = `
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, id in ipairs(due) do redis.call('ZADD', KEYS[1], ARGV[2], id) end
return {due, redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]}
`;

export interface OnlineOptions {
  /** How long a heartbeat, and the room that it named, hold. Milliseconds. */
  leaseMs: number;
}

/**
 * Who is online: whoever sent a heartbeat within the lease, or has a connection to a realtime node that lives, as
 * browsers let the timers of a hidden window sleep but not its connection. Every method rejects while Redis is away.
 */
export interface Online {
  /**
   * A heartbeat, by a window that shows this room, or none. Another window may still be in one. True where the user
   * came online or their room changed since others were last told.
   */
  beat(userId: string, roomId: string | null): Promise<boolean>;
  /** The user entered a room, or left the one that they were in. True as for a heartbeat. */
  enter(userId: string, roomId: string | null): Promise<boolean>;
  /**
   * Who went offline since: each is returned once, whichever process asks. `nextInMs`: nobody can go offline before.
   */
  departed(): Promise<{ userIds: string[]; nextInMs: number }>;
  /** The first connection of the user to this node. */
  connected(boot: string, userId: string): Promise<void>;
  /** The last one ended. */
  disconnected(boot: string, userId: string): Promise<void>;
  of(userIds: readonly string[]): Promise<Map<string, UserPresence>>;
  /** Those of them who have a connection to a node that lives, whatever heartbeats say. */
  connectedOf(userIds: readonly string[]): Promise<Set<string>>;
  /** How many are online; who went is counted for up to a lease more. */
  count(): Promise<number>;
}

interface Scripts {
  beatOfUser(...keysAndArgs: (string | number)[]): Promise<number>;
  enterRoom(...keysAndArgs: (string | number)[]): Promise<number>;
  whereIs(...keys: string[]): Promise<[beats: number, roomId: string | null, boots: string[]]>;
  takeDue(...keyAndArgs: (string | number)[]): Promise<[due: string[], next?: string | null]>;
}

function define(redis: Redis | Cluster): Scripts {
  redis.defineCommand('beatOfUser', { numberOfKeys: 3, lua: BEAT });
  redis.defineCommand('enterRoom', { numberOfKeys: 3, lua: ENTER });
  redis.defineCommand('whereIs', { numberOfKeys: 3, lua: WHERE_IS });
  redis.defineCommand('takeDue', { numberOfKeys: 1, lua: TAKE_DUE });
  return redis as unknown as Scripts;
}

/** Where users are, by heartbeats and by connections to nodes that live. */
function createLookUp(redis: Redis | Cluster, scripts: Scripts): Online['of'] {
  const { livingNodes } = createNodeLeases(redis, LEASE_MS);
  return async (userIds) => {
    const living = await livingNodes();
    const all = await Promise.all(
      userIds.map(async (userId) => {
        const { alive, room, nodes } = keysOf(userId);
        const [beats, roomId, boots] = await scripts.whereIs(alive, room, nodes);
        const online = beats === 1 || boots.some((boot) => living.has(boot));
        return [userId, { online, roomId: online ? roomId : null }] as const;
      }),
    );
    return new Map(all);
  };
}

/** Who has a connection. Reads only, so that whoever may not write what others are told can ask. */
function createConnectedOf(redis: Redis | Cluster): Online['connectedOf'] {
  const { livingNodes } = createNodeLeases(redis, LEASE_MS);
  return async (userIds) => {
    const living = await livingNodes();
    const boots = await Promise.all(userIds.map((userId) => redis.zrange(keysOf(userId).nodes, '0', '-1')));
    return new Set(userIds.filter((_, i) => boots[i]!.some((boot) => living.has(boot))));
  };
}

/** Looks for those who went offline among the users who are shown as online. */
function createDepartures(
  redis: Redis | Cluster,
  scripts: Scripts,
  of: Online['of'],
  leaseMs: number,
): Online['departed'] {
  /** Whether a watched user is offline; who is not is looked at again when their lease may have ended. */
  const isGone = async (userId: string, now: number): Promise<boolean> => {
    const { alive, shown } = keysOf(userId);
    const rest = await redis.pttl(alive);
    if (rest > 0) await redis.zadd(WATCHED, 'XX', now + rest, userId);
    if (rest > 0 || (await of([userId])).get(userId)?.online) return false;
    await Promise.all([redis.zrem(WATCHED, userId), redis.del(shown)]);
    return true;
  };
  return async () => {
    const userIds: string[] = [];
    for (;;) {
      const now = Date.now();
      const [due, next] = await scripts.takeDue(WATCHED, now, now + leaseMs, WATCHED_BATCH);
      // Whoever comes online from now on is looked at a lease later.
      if (due.length === 0)
        return { userIds, nextInMs: Math.min(next ? Number(next) - now : leaseMs, leaseMs) };
      const verdicts = await Promise.all(due.map((userId) => isGone(userId, now)));
      userIds.push(...due.filter((_, i) => verdicts[i]));
    }
  };
}

export function createOnline(redis: Redis | Cluster, { leaseMs }: OnlineOptions): Online {
  const scripts = define(redis);
  const of = createLookUp(redis, scripts);

  const show = async (command: 'beatOfUser' | 'enterRoom', userId: string, roomId: string | null) => {
    const { alive, room, shown } = keysOf(userId);
    const changed = (await scripts[command](alive, room, shown, leaseMs, roomId ?? '')) === 1;
    if (changed) await redis.zadd(WATCHED, 'NX', Date.now() + leaseMs, userId);
    return changed;
  };

  return {
    beat: (userId, roomId) => show('beatOfUser', userId, roomId),
    enter: (userId, roomId) => show('enterRoom', userId, roomId),
    departed: createDepartures(redis, scripts, of, leaseMs),
    async connected(boot, userId) {
      const { nodes } = keysOf(userId);
      const now = Date.now();
      await Promise.all([
        redis.zadd(nodes, now, boot),
        redis.zremrangebyscore(nodes, '-inf', String(now - NODES_TTL)),
        redis.pexpire(nodes, NODES_TTL),
      ]);
    },
    async disconnected(boot, userId) {
      await redis.zrem(keysOf(userId).nodes, boot);
    },
    of,
    connectedOf: createConnectedOf(redis),
    count: () => redis.zcard(WATCHED),
  };
}
