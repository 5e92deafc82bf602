import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { launchRedis, launchSentinel, type RedisProcess, type Settings } from './redis.ts';

const DOWN_AFTER_MS = 500;
const SENTINELS = 3;

export interface TestSentinels {
  url: string;
  replica: Pick<RedisProcess, 'freeze' | 'goOn'>;
  sentinels: readonly RedisProcess[];
  /** Kills the master; resolves once the sentinels have promoted its replica. */
  killMaster(): Promise<void>;
  /** Promotes the replica in order, after the master refused all writes for `refuseMs`. */
  handOver(refuseMs: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a master, its replica and three sentinels; two sentinels must agree that the master is down. `settings`:
 * further options of each, in this order.
 */
export async function startTestSentinels([
  ofMaster = {},
  ofReplica = {},
  ...ofSentinels
]: readonly Settings[] = []): Promise<TestSentinels> {
  const master = await launchRedis({ 'repl-diskless-sync-delay': 0, ...ofMaster });
  const masterPort = ofMaster['tls-port'] ?? master.port;
  const replica = await launchRedis({ replicaof: `127.0.0.1 ${masterPort}`, ...ofReplica });
  const lines = [
    `sentinel monitor game 127.0.0.1 ${masterPort} 2`,
    `sentinel down-after-milliseconds game ${DOWN_AFTER_MS}`,
    'sentinel failover-timeout game 3000',
  ];
  const sentinels = await Promise.all(
    Array.from({ length: SENTINELS }, (_, n) => launchSentinel(lines, ofSentinels[n])),
  );
  // Not the first one, which clients ask first: a test may freeze it.
  const [watcher, asked] = [new Redis(sentinels[1]!.url), new Redis(sentinels[1]!.url)];
  const hasCount = async (field: string, count: number): Promise<boolean> => {
    const state = (await asked.call('SENTINEL', 'MASTER', 'game')) as string[];
    return Number(state[state.indexOf(field) + 1]) === count;
  };
  // Sentinels discover each other and the replicas through the master's channel, and publish each discovery.
  await watcher.psubscribe('*');
  for (;;) {
    // Subscribe before the query: a message during the query may be the last one.
    const published = once(watcher, 'pmessage');
    if ((await hasCount('num-other-sentinels', SENTINELS - 1)) && (await hasCount('num-slaves', 1))) break;
    await published;
  }
  const promoted = (): Promise<void> =>
    new Promise((resolve) => {
      watcher.on('pmessage', (_pattern, channel) => channel === '+switch-master' && resolve());
    });
  return {
    url: `redis-sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/game`,
    replica,
    sentinels,
    async killMaster() {
      const switched = promoted();
      await master.kill();
      await switched;
    },
    async handOver(refuseMs) {
      const operator = new Redis(master.url);
      await operator.config('SET', 'min-replicas-to-write', '2');
      operator.disconnect();
      await delay(refuseMs);
      const switched = promoted();
      await asked.call('SENTINEL', 'FAILOVER', 'game');
      await switched;
    },
    async stop() {
      for (const redis of [watcher, asked]) redis.disconnect();
      await Promise.all([master, replica, ...sentinels].map((one) => one.stop()));
    },
  };
}
