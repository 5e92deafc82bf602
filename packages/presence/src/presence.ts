import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript, FLAG } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/** A node renews its lease this often. Milliseconds. */
export const BEAT_MS = 1_000;
/** A node that was silent for this long is dead, and with it every connection that it held. Milliseconds. */
export const LEASE_MS = 5_000;

/**
 * Sorted sets of boots. `living` and `dead` by their last beat (epoch ms by Redis's clock); `dead` are those whose rooms are not
 * notified yet. `stopping` by the time at which they said that they stop; they are in one of the other two as well.
 */
const NODES = { living: '{nodes}:beats', dead: '{nodes}:dead', stopping: '{nodes}:stopping' } as const;

const NOW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** Returns 1 where the boot was not among the living. */
const BEAT = defineScript<{ boot: string }>()({
  name: 'beatOfNode',
  keys: ['living', 'dead'],
  lua: `${NOW}
    redis.call('ZREM', dead, arg.boot)
    return redis.call('ZADD', living, now, arg.boot)
  `,
  reply: FLAG,
});

/** The time, and the three sets; those of `living` and `dead` with their last beats. */
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
});

const STOP = defineScript<{ boot: string }>()({
  name: 'stopNode',
  keys: ['stopping'],
  lua: `${NOW} redis.call('ZADD', stopping, now, arg.boot)`,
  reply: z.null(),
});

/** Moves nodes whose lease ended from the living to the dead. Returns the dead. */
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

/** How long a node has been silent, ms, and whether it said that it stops. */
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

/** The nodes whose lease holds. */
export async function readLivingNodes(redis: RedisClient, leaseMs = LEASE_MS): Promise<Set<string>> {
  const nodes = await readSilences(redis);
  return new Set([...nodes].flatMap(([boot, { silentFor }]) => (silentFor < leaseMs ? [boot] : [])));
}

/** Rooms are forgotten after a day (room-core), and so is who was in them. Milliseconds. */
const MEMBERSHIP_TTL = 24 * 60 * 60 * 1000;

function membersOf(roomId: string): string {
  return `{room:${roomId}}:presence`;
}
function roomsOf(boot: string): string {
  return `{node:${boot}}:rooms`;
}

const UNKNOWN_NODE = { silentFor: Number.POSITIVE_INFINITY, stopping: false };

/** Somebody's connection to a room, by the node that holds it. */
export interface Attendee {
  userId: string;
  boot: string;
  /** Milliseconds since that node's last beat; infinite where nobody remembers it. */
  silentFor: number;
  /** The node said that it stops. */
  stopping: boolean;
}

/**
 * Who is where (lessons A7): every process of a realtime node, named by its boot, holds one lease for all its
 * connections, and beside it stands who is in which room on which boot. So a heartbeat is one small write however
 * many connect, an idle room costs nothing, and a killed node's connections end with its lease.
 * Every method rejects while Redis is away.
 */
export interface Presence {
  /** Renews the node's lease; true where it had none: it is new, or was given up for dead. */
  beat(boot: string): Promise<boolean>;
  /** The node stops in order and beats no more: a client that comes from it was moved by us. */
  stopping(boot: string): Promise<void>;
  /** The nodes whose lease holds. */
  livingNodes(): Promise<Set<string>>;
  /** Ends the leases that ran out; returns the dead nodes, whose rooms are to be notified. */
  expireLeases(): Promise<string[]>;
  /** Forgets a dead node whose rooms were all notified. */
  removeDeadNode(boot: string): Promise<void>;
  /** The user has a connection to the room on this node. */
  arrive(boot: string, roomId: string, userId: string): Promise<void>;
  /** It has none there any more; `last`: nor has anybody else. */
  depart(boot: string, roomId: string, userId: string, last: boolean): Promise<void>;
  /** Everybody in the room, on dead nodes as well. */
  attendees(roomId: string): Promise<Attendee[]>;
  /** Whether the user has a connection to the room on a node that lives. */
  here(roomId: string, userId: string): Promise<boolean>;
  /** The rooms that a node held. */
  rooms(boot: string): Promise<string[]>;
  /** Takes a dead node's people out of the room, once the room was told. */
  removeFromRoom(boot: string, roomId: string): Promise<void>;
}

/** `leaseMs`: for tests that have no five seconds. */
export function createPresence(redis: RedisClient, leaseMs = LEASE_MS): Presence {
  const attendees = async (roomId: string): Promise<Attendee[]> => {
    const [members, nodes] = await Promise.all([redis.smembers(membersOf(roomId)), readSilences(redis)]);
    return members.map((member) => {
      const [userId = '', boot = ''] = member.split(' ');
      return { userId, boot, ...(nodes.get(boot) ?? UNKNOWN_NODE) };
    });
  };

  return {
    beat: (boot) => BEAT(redis, NODES, { boot }),
    async stopping(boot) {
      await STOP(redis, NODES, { boot });
    },
    livingNodes: () => readLivingNodes(redis, leaseMs),
    expireLeases: () => EXPIRE_LEASES(redis, NODES, { leaseMs }),
    async removeDeadNode(boot) {
      await redis.zrem(NODES.dead, boot);
      await redis.zrem(NODES.stopping, boot);
    },
    attendees,
    async arrive(boot, roomId, userId) {
      // The node's own list first: who is in a room must always be found by the node's name.
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
    },
  };
}
