import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript, FLAG } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';
import { readLivingNodes } from './presence.ts';

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

/** Lua: returns 1 where the user is now to be shown otherwise than before. */
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

/** A room gives way to another one only when no window is in it any more, so that two windows in two rooms do not take turns. */
const BEAT = defineScript<ShowArgument>()({
  name: 'beatOfUser',
  keys: ['alive', 'room', 'shown'],
  lua: `
    redis.call('SET', alive, '1', 'PX', arg.leaseMs)
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

/** In one command, as a list of friends asks for many. Returns whether heartbeats come, the room, and boots. */
const WHERE_IS = defineScript()({
  name: 'whereIs',
  keys: ['alive', 'room', 'nodes'],
  lua: `return {redis.call('EXISTS', alive), redis.call('GET', room), redis.call('ZRANGE', nodes, 0, -1)}`,
  reply: z.tuple([FLAG, z.string().nullable(), z.array(z.string())]),
});

/** Takes users who are due, once: other processes find them a lease later. Returns them, and when the next one is due. */
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

/** Where users are, by heartbeats and by connections to nodes that live. */
function createLookUp(redis: RedisClient): Online['of'] {
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

/** Who has a connection. Reads only, so that whoever may not write what others are told can ask. */
function createConnectedOf(redis: RedisClient): Online['connectedOf'] {
  return async (userIds) => {
    const living = await readLivingNodes(redis);
    const boots = await Promise.all(userIds.map((userId) => redis.zrange(keysOf(userId).nodes, '0', '-1')));
    return new Set(userIds.filter((_, i) => boots[i]!.some((boot) => living.has(boot))));
  };
}

/** Looks for those who went offline among the users who are shown as online. */
function createDepartures(redis: RedisClient, of: Online['of'], leaseMs: number): Online['departed'] {
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
      const [due, next] = await TAKE_DUE(
        redis,
        { watched: WATCHED },
        { now, dueAgain: now + leaseMs, limit: WATCHED_BATCH },
      );
      // Whoever comes online from now on is looked at a lease later.
      if (due.length === 0)
        return { userIds, nextInMs: Math.min(next ? Number(next) - now : leaseMs, leaseMs) };
      const verdicts = await Promise.all(due.map((userId) => isGone(userId, now)));
      userIds.push(...due.filter((_, i) => verdicts[i]));
    }
  };
}

export function createOnline(redis: RedisClient, { leaseMs }: OnlineOptions): Online {
  const of = createLookUp(redis);

  const show = async (script: typeof BEAT | typeof ENTER, userId: string, roomId: string | null) => {
    const changed = await script(redis, keysOf(userId), { leaseMs, roomId: roomId ?? undefined });
    if (changed) await redis.zadd(WATCHED, 'NX', Date.now() + leaseMs, userId);
    return changed;
  };

  return {
    beat: (userId, roomId) => show(BEAT, userId, roomId),
    enter: (userId, roomId) => show(ENTER, userId, roomId),
    departed: createDepartures(redis, of, leaseMs),
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
