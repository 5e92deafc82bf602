import type { Cluster, Redis } from 'ioredis';

/** A node says this often that it lives. Milliseconds. */
export const BEAT_MS = 1_000;
/** A node that was silent for this long is dead, and with it every connection that it held. Milliseconds. */
export const LEASE_MS = 5_000;

/**
 * Sorted sets of boots by their last beat (epoch ms by Redis's clock): the living, and the dead whose rooms are not told
 * yet. Those who said that they stop are in the third as well, by when they said so, until they are forgotten.
 */
const NODES = ['{nodes}:beats', '{nodes}:dead'] as const;
const STOPPING = '{nodes}:stopping';

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** A beat. KEYS 1 beats, 2 dead · ARGV 1 boot. Returns 1 where the boot was not among the living. */
const BEAT = `${NOW}
redis.call('ZREM', KEYS[2], ARGV[1])
return redis.call('ZADD', KEYS[1], now, ARGV[1])
`;

/** The living and the dead with their last beats, the time, and who stops. KEYS 1 beats, 2 dead, 3 stopping. */
const READ = `${NOW}
return {
  now, redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES'), redis.call('ZRANGE', KEYS[2], 0, -1, 'WITHSCORES'),
  redis.call('ZRANGE', KEYS[3], 0, -1)
}
`;

/** KEYS 1 stopping · ARGV 1 boot. */
const STOP = `${NOW}
return redis.call('ZADD', KEYS[1], now, ARGV[1])
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

/** How long a node has been silent, ms, and whether it said that it stops. */
export interface Silence {
  silentFor: number;
  stopping: boolean;
}

/** The leases of realtime nodes, each process named by its boot. Every method rejects while Redis is away. */
export interface NodeLeases {
  /** Renews the node's lease; true where it had none: it is new, or was given up for dead. */
  beat(boot: string): Promise<boolean>;
  /** The node stops in order, and beats no more: whoever comes from it was sent away by us. */
  stopping(boot: string): Promise<void>;
  /** Every node that is known. */
  silences(): Promise<Map<string, Silence>>;
  /** The nodes whose lease holds. */
  livingNodes(): Promise<Set<string>>;
  /** Ends the leases that ran out; returns the dead nodes, whose rooms are to be told. */
  expireLeases(): Promise<string[]>;
  /** Forgets a dead node whose rooms were all told. */
  removeDeadNode(boot: string): Promise<void>;
}

interface Scripts {
  beatOfNode(...keysAndBoot: string[]): Promise<number>;
  readNodes(...keys: string[]): Promise<[number, string[], string[], string[]]>;
  stopNode(...keyAndBoot: string[]): Promise<number>;
  expireLeases(...keysAndLease: (string | number)[]): Promise<string[]>;
}

function define(redis: Redis | Cluster): Scripts {
  redis.defineCommand('beatOfNode', { numberOfKeys: 2, lua: BEAT });
  redis.defineCommand('readNodes', { numberOfKeys: 3, lua: READ });
  redis.defineCommand('stopNode', { numberOfKeys: 1, lua: STOP });
  redis.defineCommand('expireLeases', { numberOfKeys: 2, lua: EXPIRE_LEASES });
  return redis as unknown as Scripts;
}

export function createNodeLeases(redis: Redis | Cluster, leaseMs: number): NodeLeases {
  const scripts = define(redis);
  const silences = async (): Promise<Map<string, Silence>> => {
    const [now, living, dead, stopping] = await scripts.readNodes(...NODES, STOPPING);
    const flat = [...living, ...dead];
    const silenceOf = (boot: string, i: number): Silence => ({
      silentFor: now - Number(flat[i + 1]),
      stopping: stopping.includes(boot),
    });
    return new Map(flat.flatMap((boot, i) => (i % 2 === 0 ? [[boot, silenceOf(boot, i)] as const] : [])));
  };
  return {
    beat: async (boot) => (await scripts.beatOfNode(...NODES, boot)) === 1,
    async stopping(boot) {
      await scripts.stopNode(STOPPING, boot);
    },
    silences,
    async livingNodes() {
      const nodes = await silences();
      return new Set([...nodes].flatMap(([boot, { silentFor }]) => (silentFor < leaseMs ? [boot] : [])));
    },
    expireLeases: () => scripts.expireLeases(...NODES, leaseMs),
    async removeDeadNode(boot) {
      await redis.zrem(NODES[1], boot);
      await redis.zrem(STOPPING, boot);
    },
  };
}
