import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript, FLAG } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';
import { readLivingNodes } from './presence.ts';

/** Presence of a user; `roomId` is null while offline. */
export interface UserPresence {
  online: boolean;
  roomId: string | null;
}

/** All keys of a user share one hash slot. */
function keysOf(userId: string) {
  return {
    /** Exists while heartbeats arrive. */
    alive: `{user:${userId}}:alive`,
    /** Exists while heartbeats of a window on screen arrive. */
    visible: `{user:${userId}}:visible`,
    /** The user's room, set by heartbeats of its window and on entering. */
    room: `{user:${userId}}:room`,
    /** The room last shown to others ('' for none); absent if the user is shown as offline. */
    shown: `{user:${userId}}:shown`,
    /** Boots of realtime nodes with a connection of the user, by time of registration (epoch ms). */
    nodes: `{user:${userId}}:nodes`,
  } as const;
}

/** Users with heartbeats or connections, by the time of their next check (epoch ms). */
const WATCHED = '{online}:watched';
/** Users checked together. */
const WATCHED_BATCH = 200;

/**
 * Entries of dead nodes expire after this time. It is longer than any connection, whose token expires first.
 * Milliseconds.
 */
const NODES_TTL = 8 * 24 * 60 * 60 * 1000;
/** Longer than browsers throttle the heartbeats of a hidden window. Milliseconds. */
const SHOWN_TTL = 5 * 60 * 1000;

/** Lua: returns 1 if what others see of the user has changed. */
const SHOW = `
  local now = redis.call('GET', room) or ''
  local before = redis.call('GET', shown)
  redis.call('SET', shown, now, 'PX', ${SHOWN_TTL})
  return before == now and 0 or 1
`;

interface ShowArgument {
  leaseMs: number;
  roomId?: string | undefined;
}
interface BeatArgument extends ShowArgument {
  isVisible: boolean;
}

/** Another room replaces the user's room only after its windows have closed, so windows in two rooms do not alternate. */
const BEAT = defineScript<BeatArgument>()({
  name: 'beatOfUser',
  keys: ['alive', 'room', 'shown', 'visible'],
  lua: `
    redis.call('SET', alive, '1', 'PX', arg.leaseMs)
    if arg.isVisible then
      redis.call('SET', visible, '1', 'PX', arg.leaseMs)
    end
    if arg.roomId and (redis.call('GET', room) or arg.roomId) == arg.roomId then
      redis.call('SET', room, arg.roomId, 'PX', arg.leaseMs)
    end
    ${SHOW}
  `,
  reply: FLAG,
});

const ENTER = defineScript<ShowArgument>()({
  name: 'enterRoom',
  keys: ['room', 'shown'],
  lua: `
    if arg.roomId then
      redis.call('SET', room, arg.roomId, 'PX', arg.leaseMs)
    else
      redis.call('DEL', room)
    end
    ${SHOW}
  `,
  reply: FLAG,
});

/** Returns whether heartbeats arrive, the room, and the boots. One command, as a list of friends reads many users. */
const WHERE_IS = defineScript()({
  name: 'whereIs',
  keys: ['alive', 'room', 'nodes'],
  lua: `return {redis.call('EXISTS', alive), redis.call('GET', room), redis.call('ZRANGE', nodes, 0, -1)}`,
  reply: z.tuple([FLAG, z.string().nullable(), z.array(z.string())]),
  readOnly: true,
});

/** Takes due users and postpones them by a lease for other processes. Returns them and the time of the next due user. */
const TAKE_DUE = defineScript<{ now: number; dueAgain: number; limit: number }>()({
  name: 'takeDue',
  keys: ['watched'],
  lua: `
    local due = redis.call('ZRANGEBYSCORE', watched, '-inf', arg.now, 'LIMIT', 0, arg.limit)
    for _, id in ipairs(due) do redis.call('ZADD', watched, arg.dueAgain, id) end
    return {due, redis.call('ZRANGE', watched, 0, 0, 'WITHSCORES')[2]}
  `,
  reply: z.tuple([z.array(z.string()), z.string().nullish()]),
});

export interface OnlineOptions {
  /** Lifetime of a heartbeat and of its room. */
  leaseMs: number;
}

/**
 * Tracks which users are online: with a heartbeat within the lease, or with a connection to a living realtime node, because
 * browsers throttle the timers of a hidden window but not its connection. Every method rejects if Redis is unavailable.
 */
export interface Online {
  /**
   * Records a heartbeat of a window in this room, or in none; another window may be in a room. Returns true if the user came
   * online or changed rooms since others were last notified.
   */
  beat(userId: string, roomId: string | null, isVisible?: boolean): Promise<boolean>;
  /** Whether a window of the user is on screen, on any device, or was some seconds ago. */
  isWatching(userId: string): Promise<boolean>;
  /** Records that the user entered a room, or (null) left it. Returns as `beat`. */
  enter(userId: string, roomId: string | null): Promise<boolean>;
  /** Returns users who went offline, each once across all processes. `nextInMs`: no user can go offline before. */
  departed(): Promise<{ userIds: string[]; nextInMs: number }>;
  /** Records the user's first connection to this node. */
  connected(boot: string, userId: string): Promise<void>;
  /** Records that the user's last connection to this node ended. */
  disconnected(boot: string, userId: string): Promise<void>;
  of(userIds: readonly string[]): Promise<Map<string, UserPresence>>;
  /** Returns the users with a connection to a living node, regardless of heartbeats. */
  connectedOf(userIds: readonly string[]): Promise<Set<string>>;
  /** Number of online users. Counts a departed user for up to one more lease. */
  count(): Promise<number>;
}

function createReader(redis: RedisClient): Online['of'] {
  return async (userIds) => {
    const living = await readLivingNodes(redis);
    const all = await Promise.all(
      userIds.map(async (userId) => {
        const [beats, roomId, boots] = await WHERE_IS(redis, keysOf(userId));
        const online = beats || boots.some((boot) => living.has(boot));
        return [userId, { online, roomId: online ? roomId : null }] as const;
      }),
    );
    return new Map(all);
  };
}

function createConnectedOf(redis: RedisClient): Online['connectedOf'] {
  return async (userIds) => {
    const living = await readLivingNodes(redis);
    const boots = await Promise.all(userIds.map((userId) => redis.zrange(keysOf(userId).nodes, '0', '-1')));
    return new Set(userIds.filter((_, i) => boots[i]!.some((boot) => living.has(boot))));
  };
}

/** Finds offline users among those shown as online. */
function createDepartures(redis: RedisClient, of: Online['of'], leaseMs: number): Online['departed'] {
  /** Whether a watched user is offline. An online one is checked again at the end of the lease. */
  const isOffline = async (userId: string, now: number): Promise<boolean> => {
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
      const [due, next] = await TAKE_DUE(
        redis,
        { watched: WATCHED },
        { now, dueAgain: now + leaseMs, limit: WATCHED_BATCH },
      );
      // A user who comes online now is checked a lease later.
      if (due.length === 0)
        return { userIds, nextInMs: Math.min(next ? Number(next) - now : leaseMs, leaseMs) };
      const offline = await Promise.all(due.map((userId) => isOffline(userId, now)));
      userIds.push(...due.filter((_, i) => offline[i]));
    }
  };
}

export function createOnline(redis: RedisClient, { leaseMs }: OnlineOptions): Online {
  const of = createReader(redis);

  const noteShown = async (userId: string, changed: boolean) => {
    if (changed) await redis.zadd(WATCHED, 'NX', Date.now() + leaseMs, userId);
    return changed;
  };

  return {
    async beat(userId, roomId, isVisible = false) {
      return noteShown(
        userId,
        await BEAT(redis, keysOf(userId), { leaseMs, roomId: roomId ?? undefined, isVisible }),
      );
    },
    async enter(userId, roomId) {
      return noteShown(userId, await ENTER(redis, keysOf(userId), { leaseMs, roomId: roomId ?? undefined }));
    },
    async isWatching(userId) {
      return (await redis.exists(keysOf(userId).visible)) > 0;
    },
    departed: createDepartures(redis, of, leaseMs),
    async connected(boot, userId) {
      const { nodes } = keysOf(userId);
      const now = Date.now();
      await Promise.all([
        redis.zadd(nodes, now, boot),
        redis.zremrangebyscore(nodes, '-inf', String(now - NODES_TTL)),
        redis.pexpire(nodes, NODES_TTL),
        redis.zadd(WATCHED, 'NX', now + leaseMs, userId),
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
