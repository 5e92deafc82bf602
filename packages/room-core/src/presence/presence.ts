import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript, FLAG } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/** Interval at which a node renews its lease. */
export const BEAT_MS = 1_000;
/** A node silent for this time is dead, and its connections have ended. */
export const LEASE_MS = 5_000;

/**
 * Sorted sets of boots. `living` and `dead` are scored by the last beat (epoch ms by the clock of Redis); the rooms of `dead`
 * nodes are not notified yet. `stopping` is scored by the time of the announcement; its nodes are also in another set.
 */
const NODES = { living: '{nodes}:beats', dead: '{nodes}:dead', stopping: '{nodes}:stopping' } as const;
/** Sessions by boot. Only realtime nodes are in it; stopping gateways have a lease without it. */
const SESSIONS = '{nodes}:sessions';

const NOW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** Returns 1 if the boot was not among the living, or its sessions were removed. */
const BEAT = defineScript<{ boot: string; sessions?: number | undefined }>()({
  name: 'beatOfNode',
  keys: ['living', 'dead', 'sessions'],
  lua: `${NOW}
    local isNew = arg.sessions and redis.call('HSET', sessions, arg.boot, arg.sessions) or 0
    redis.call('ZREM', dead, arg.boot)
    return math.max(isNew, redis.call('ZADD', living, now, arg.boot))
  `,
  reply: FLAG,
});

/** Returns the time and the three sets, `living` and `dead` with their last beats. */
const READ = defineScript()({
  name: 'readNodes',
  keys: ['living', 'dead', 'stopping'],
  lua: `${NOW}
    return {
      now, redis.call('ZRANGE', living, 0, -1, 'WITHSCORES'), redis.call('ZRANGE', dead, 0, -1, 'WITHSCORES'),
      redis.call('ZRANGE', stopping, 0, -1)
    }
  `,
  reply: z.tuple([z.number(), z.array(z.string()), z.array(z.string()), z.array(z.string())]),
  readOnly: true,
});

const STOP = defineScript<{ boot: string }>()({
  name: 'stopNode',
  keys: ['stopping'],
  lua: `${NOW} redis.call('ZADD', stopping, now, arg.boot)`,
  reply: z.null(),
});

/** Moves nodes with an expired lease from the living to the dead. Returns the dead. */
const EXPIRE_LEASES = defineScript<{ leaseMs: number }>()({
  name: 'expireLeases',
  keys: ['living', 'dead'],
  lua: `${NOW}
    local silent = redis.call('ZRANGEBYSCORE', living, '-inf', now - arg.leaseMs, 'WITHSCORES')
    for i = 1, #silent, 2 do
      redis.call('ZREM', living, silent[i])
      redis.call('ZADD', dead, silent[i + 1], silent[i])
    end
    return redis.call('ZRANGE', dead, 0, -1)
  `,
  reply: z.array(z.string()),
});

/** Milliseconds since a node's last beat, and whether it announced its stop. */
interface Silence {
  silentFor: number;
  stopping: boolean;
}

async function readSilences(redis: RedisClient): Promise<Map<string, Silence>> {
  const [now, living, dead, stopping] = await READ(redis, NODES);
  const flat = [...living, ...dead];
  const silenceOf = (boot: string, i: number): Silence => ({
    silentFor: now - Number(flat[i + 1]),
    stopping: stopping.includes(boot),
  });
  return new Map(flat.flatMap((boot, i) => (i % 2 === 0 ? [[boot, silenceOf(boot, i)] as const] : [])));
}

/** Returns the nodes with a valid lease. */
export async function readLivingNodes(redis: RedisClient, leaseMs = LEASE_MS): Promise<Set<string>> {
  const nodes = await readSilences(redis);
  return new Set([...nodes].flatMap(([boot, { silentFor }]) => (silentFor < leaseMs ? [boot] : [])));
}

/** As long as rooms are stored (room-core). Milliseconds. */
const MEMBERSHIP_TTL = 24 * 60 * 60 * 1000;

function membersOf(roomId: string): string {
  return `{room:${roomId}}:presence`;
}
function roomsOf(boot: string): string {
  return `{node:${boot}}:rooms`;
}

const UNKNOWN_NODE = { silentFor: Number.POSITIVE_INFINITY, stopping: false };

/** A user's connection to a room on a node. */
export interface Attendee {
  userId: string;
  boot: string;
  /** Milliseconds since that node's last beat; infinite for an unknown node. */
  silentFor: number;
  /** The node announced its stop. */
  stopping: boolean;
}

/** Sessions of a living node. */
export interface BootLoad {
  boot: string;
  sessions: number;
  stopping: boolean;
}

/**
 * Tracks connections to rooms. Each process of a realtime node, identified by its boot, has one lease for all its
 * connections. So a heartbeat is one small write, an idle room costs nothing, and a killed node's connections end with its
 * lease. Every method rejects if Redis is unavailable.
 */
export interface Presence {
  /**
   * Renews the node's lease and publishes its number of sessions. Returns true if the node must announce its users:
   * it is new, or counted as dead.
   */
  beat(boot: string, sessions?: number): Promise<boolean>;
  /** Announces that the node stops in order: clients from it were moved by the server. */
  stopping(boot: string): Promise<void>;
  /** Returns the nodes with a valid lease. */
  livingNodes(): Promise<Set<string>>;
  /** Returns the sessions of the nodes with a valid lease. */
  loads(): Promise<BootLoad[]>;
  /** Ends expired leases and returns the dead nodes, whose rooms must be notified. */
  expireLeases(): Promise<string[]>;
  /** Removes a dead node after its rooms were notified. */
  removeDeadNode(boot: string): Promise<void>;
  /** Records that the user has a connection to the room on this node. */
  arrive(boot: string, roomId: string, userId: string): Promise<void>;
  /** Removes the user's connection. `last`: the node has no other connection to the room. */
  depart(boot: string, roomId: string, userId: string, last: boolean): Promise<void>;
  /** Returns the connections to the room, including those of dead nodes. */
  attendees(roomId: string): Promise<Attendee[]>;
  /** Whether the user has a connection to the room on a living node. */
  here(roomId: string, userId: string): Promise<boolean>;
  rooms(boot: string): Promise<string[]>;
  /**
   * Removes a dead node's connections from a room that was notified. A node that has returned meanwhile announces its
   * users again at its next beat.
   */
  removeFromRoom(boot: string, roomId: string): Promise<void>;
}

/** `leaseMs`: shorter in tests. */
export function createPresence(redis: RedisClient, leaseMs = LEASE_MS): Presence {
  const attendees = async (roomId: string): Promise<Attendee[]> => {
    const [members, nodes] = await Promise.all([redis.smembers(membersOf(roomId)), readSilences(redis)]);
    return members.map((member) => {
      const [userId = '', boot = ''] = member.split(' ');
      return { userId, boot, ...(nodes.get(boot) ?? UNKNOWN_NODE) };
    });
  };

  return {
    beat: (boot, sessions) => BEAT(redis, { ...NODES, sessions: SESSIONS }, { boot, sessions }),
    async loads() {
      const [nodes, sessions] = await Promise.all([readSilences(redis), redis.hgetall(SESSIONS)]);
      return [...nodes].flatMap(([boot, { silentFor, stopping }]) =>
        silentFor < leaseMs && sessions[boot] !== undefined
          ? [{ boot, sessions: Number(sessions[boot]), stopping }]
          : [],
      );
    },
    async stopping(boot) {
      await STOP(redis, NODES, { boot });
    },
    livingNodes: () => readLivingNodes(redis, leaseMs),
    expireLeases: () => EXPIRE_LEASES(redis, NODES, { leaseMs }),
    async removeDeadNode(boot) {
      await redis.zrem(NODES.dead, boot);
      await redis.zrem(NODES.stopping, boot);
      await redis.hdel(SESSIONS, boot);
    },
    attendees,
    async arrive(boot, roomId, userId) {
      // The node's list first, so that every member of a room can be found by its node.
      await Promise.all([
        redis.sadd(roomsOf(boot), roomId),
        redis.pexpire(roomsOf(boot), MEMBERSHIP_TTL),
        redis.sadd(membersOf(roomId), `${userId} ${boot}`),
        redis.pexpire(membersOf(roomId), MEMBERSHIP_TTL),
      ]);
    },
    async depart(boot, roomId, userId, last) {
      await Promise.all([
        redis.srem(membersOf(roomId), `${userId} ${boot}`),
        last ? redis.srem(roomsOf(boot), roomId) : undefined,
      ]);
    },
    async here(roomId, userId) {
      const all = await attendees(roomId);
      return all.some((one) => one.userId === userId && one.silentFor < leaseMs);
    },
    rooms: (boot) => redis.smembers(roomsOf(boot)),
    async removeFromRoom(boot, roomId) {
      const members = await redis.smembers(membersOf(roomId));
      const held = members.filter((member) => member.endsWith(` ${boot}`));
      if (held.length > 0) await redis.srem(membersOf(roomId), held);
      await redis.srem(roomsOf(boot), roomId);
      await redis.hdel(SESSIONS, boot);
    },
  };
}
