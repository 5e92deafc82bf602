import type { Redis } from 'ioredis';

/** A node says this often that it lives. Milliseconds. */
export const BEAT_MS = 1_000;
/** A node that was silent for this long is dead, and with it every connection that it held. Milliseconds. */
export const LEASE_MS = 5_000;
/** Rooms are forgotten after a day (room-core), and so is who was in them. Milliseconds. */
const MEMBERSHIP_TTL = 24 * 60 * 60 * 1000;

/** Sorted sets of boots by their last beat (epoch ms by Redis's clock): the living, and the dead whose rooms are not told yet. */
const NODES = ['{nodes}:beats', '{nodes}:dead'] as const;
const membersOf = (roomId: string): string => `{room:${roomId}}:presence`;
const roomsOf = (boot: string): string => `{node:${boot}}:rooms`;

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** A beat. KEYS 1 beats, 2 dead · ARGV 1 boot. Returns 1 where the boot was not among the living. */
const BEAT = `${NOW}
redis.call('ZREM', KEYS[2], ARGV[1])
return redis.call('ZADD', KEYS[1], now, ARGV[1])
`;

/** The living and the dead with their last beats, and the time. KEYS 1 beats, 2 dead. */
const READ = `${NOW}
return {now, redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES'), redis.call('ZRANGE', KEYS[2], 0, -1, 'WITHSCORES')}
`;

/** Takes those whose lease ended from the living to the dead. KEYS 1 beats, 2 dead · ARGV 1 lease, ms. Returns the dead. */
const EXPIRE_LEASES = `${NOW}
local silent = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1], 'WITHSCORES')
for i = 1, #silent, 2 do
  redis.call('ZREM', KEYS[1], silent[i])
  redis.call('ZADD', KEYS[2], silent[i + 1], silent[i])
end
return redis.call('ZRANGE', KEYS[2], 0, -1)
`;

/** Somebody's connection to a room, by the node that holds it. */
export interface Attendee {
  userId: string;
  boot: string;
  /** Milliseconds since that node's last beat; infinite where nobody remembers it. */
  silentFor: number;
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
  /** The user has a connection to the room on this node. */
  arrive(boot: string, roomId: string, userId: string): Promise<void>;
  /** It has none there any more; `last`: nor has anybody else. */
  depart(boot: string, roomId: string, userId: string, last: boolean): Promise<void>;
  /** Everybody in the room, on dead nodes as well. */
  attendees(roomId: string): Promise<Attendee[]>;
  /** Whether the user has a connection to the room on a node that lives. */
  here(roomId: string, userId: string): Promise<boolean>;
  /** The nodes whose lease holds. */
  livingNodes(): Promise<Set<string>>;
  /** Ends the leases that ran out; returns the dead nodes, whose rooms are to be told. */
  expireLeases(): Promise<string[]>;
  /** The rooms that a node held. */
  rooms(boot: string): Promise<string[]>;
  /** Takes a dead node's people out of the room, once the room was told. */
  removeFromRoom(boot: string, roomId: string): Promise<void>;
  /** Forgets a dead node whose rooms were all told. */
  removeDeadNode(boot: string): Promise<void>;
}

interface Scripts {
  beatOfNode(...keysAndBoot: string[]): Promise<number>;
  readNodes(...keys: string[]): Promise<[number, string[], string[]]>;
  expireLeases(...keysAndLease: (string | number)[]): Promise<string[]>;
}

const define = (redis: Redis): Scripts => {
  redis.defineCommand('beatOfNode', { numberOfKeys: 2, lua: BEAT });
  redis.defineCommand('readNodes', { numberOfKeys: 2, lua: READ });
  redis.defineCommand('expireLeases', { numberOfKeys: 2, lua: EXPIRE_LEASES });
  return redis as unknown as Scripts;
};

/** `leaseMs`: for tests that have no five seconds. */
export const createPresence = (redis: Redis, leaseMs = LEASE_MS): Presence => {
  const scripts = define(redis);

  const silences = async (): Promise<Map<string, number>> => {
    const [now, living, dead] = await scripts.readNodes(...NODES);
    const flat = [...living, ...dead];
    return new Map(
      flat.flatMap((boot, i) => (i % 2 === 0 ? [[boot, now - Number(flat[i + 1])] as const] : [])),
    );
  };

  const attendees = async (roomId: string): Promise<Attendee[]> => {
    const [members, silentFor] = await Promise.all([redis.smembers(membersOf(roomId)), silences()]);
    return members.map((member) => {
      const [userId = '', boot = ''] = member.split(' ');
      return { userId, boot, silentFor: silentFor.get(boot) ?? Number.POSITIVE_INFINITY };
    });
  };

  return {
    attendees,
    beat: async (boot) => (await scripts.beatOfNode(...NODES, boot)) === 1,
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
    async livingNodes() {
      const nodes = await silences();
      return new Set([...nodes].flatMap(([boot, silentFor]) => (silentFor < leaseMs ? [boot] : [])));
    },
    expireLeases: () => scripts.expireLeases(...NODES, leaseMs),
    rooms: (boot) => redis.smembers(roomsOf(boot)),
    async removeFromRoom(boot, roomId) {
      const members = await redis.smembers(membersOf(roomId));
      const held = members.filter((member) => member.endsWith(` ${boot}`));
      if (held.length > 0) await redis.srem(membersOf(roomId), held);
      await redis.srem(roomsOf(boot), roomId);
    },
    async removeDeadNode(boot) {
      await redis.zrem(NODES[1], boot);
    },
  };
};
