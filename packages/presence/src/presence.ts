import type { Cluster, Redis } from 'ioredis';
import { createNodeLeases, LEASE_MS, type NodeLeases } from './node-leases.ts';

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
export interface Presence extends NodeLeases {
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
export function createPresence(redis: Redis | Cluster, leaseMs = LEASE_MS): Presence {
  const leases = createNodeLeases(redis, leaseMs);

  const attendees = async (roomId: string): Promise<Attendee[]> => {
    const [members, nodes] = await Promise.all([redis.smembers(membersOf(roomId)), leases.silences()]);
    return members.map((member) => {
      const [userId = '', boot = ''] = member.split(' ');
      return { userId, boot, ...(nodes.get(boot) ?? UNKNOWN_NODE) };
    });
  };

  return {
    ...leases,
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
