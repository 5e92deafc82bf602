import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { slotOf } from '../src/redis.ts';
import { freePort } from './ports.ts';
import { launchRedis, type RedisProcess, type Settings, startTestRedisAs, type TestRedis } from './redis.ts';

/** Redis considers a node failed after this silence. Milliseconds; production has about 5 s. */
const NODE_TIMEOUT_MS = 1_000;
const SLOTS = 16_384;
const FORM_DEADLINE_MS = 60_000;

interface Node {
  process: RedisProcess;
  /** Port of the cluster bus. */
  busPort: number;
  redis: Redis;
  id: string;
}

export interface TestCluster extends TestRedis {
  isWhole(): boolean;
  /** Moves the slot of a key with its content to another master, as `redis-cli --cluster reshard` does. */
  migrate(key: string): Promise<void>;
  /** Kills the master of a key's slot, once its replica is in sync; another node takes over by itself. */
  killMasterOf(key: string): Promise<void>;
  /** Starts an orderly failover of a key's slot, as before maintenance. */
  failOver(key: string): Promise<void>;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + FORM_DEADLINE_MS; !(await isSo().catch(() => false)); await delay(20)) {
    if (Date.now() > deadline) throw new Error(`${what}: not in time`);
  }
}

async function startNode(settings: Settings): Promise<Node> {
  const busPort = await freePort();
  const process = await launchRedis({
    'cluster-enabled': 'yes',
    'cluster-port': busPort,
    'cluster-node-timeout': NODE_TIMEOUT_MS,
    'cluster-require-full-coverage': 'no',
    'repl-diskless-sync-delay': 0,
    ...settings,
  });
  const redis = new Redis(process.url, { maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  return { process, busPort, redis, id: String(await redis.cluster('MYID')) };
}

async function form(masters: readonly Node[], replicas: readonly Node[]): Promise<void> {
  const nodes = [...masters, ...replicas];
  const [first] = masters;
  for (const [n, { redis }] of masters.entries()) {
    const [from, to] = [n, n + 1].map((part) => Math.floor((part * SLOTS) / masters.length)) as [
      number,
      number,
    ];
    await redis.cluster('ADDSLOTSRANGE', from, to - 1);
    await redis.cluster('SET-CONFIG-EPOCH', n + 1);
  }
  for (const { process, busPort } of nodes.slice(1))
    await first!.redis.cluster('MEET', '127.0.0.1', process.port, busPort);
  const hasWholeMap = async ({ redis }: Node) =>
    /cluster_known_nodes:(\d+)/.exec(String(await redis.cluster('INFO')))?.[1] === String(nodes.length);
  await until('nodes that have found each other', async () =>
    (await Promise.all(nodes.map(hasWholeMap))).every(Boolean),
  );
  for (const [n, { redis }] of replicas.entries())
    await redis.cluster('REPLICATE', masters[n % masters.length]!.id);
  await untilInStep(nodes);
}

/** Waits until every replica follows its master and every node has the whole slot map. */
async function untilInStep(nodes: readonly Node[]): Promise<void> {
  await until('replicas in step', async () => {
    const infos = await Promise.all(nodes.map(({ redis }) => redis.info('replication')));
    const states = await Promise.all(nodes.map(({ redis }) => redis.cluster('INFO')));
    return (
      infos.every((info) => info.includes('role:master') || info.includes('master_link_status:up')) &&
      infos.filter((info) => info.includes('role:slave')).length === nodes.length / 2 &&
      states.every((state) => String(state).includes('cluster_state:ok'))
    );
  });
}

async function keysIn(redis: Redis, slot: number): Promise<string[]> {
  return (await redis.cluster('GETKEYSINSLOT', slot, 100)) as string[];
}

/**
 * Starts three masters, each with a replica, with Debian's Redis configured as in production, for one test file.
 * `settings`: further options of each server.
 */
export async function startTestCluster(settings: readonly Settings[] = []): Promise<TestCluster> {
  const nodes = await Promise.all(Array.from({ length: 6 }, (_, n) => startNode(settings[n] ?? {})));
  await form(nodes.slice(0, 3), nodes.slice(3));

  const alive = () => nodes.filter(({ process }) => process.isRunning());
  const masterOf = async (key: string): Promise<Node> => {
    const slots = await alive()[0]!.redis.cluster('SLOTS');
    const [, , master] = slots.find(([from, to]) => from <= slotOf(key) && slotOf(key) <= to)!;
    return nodes.find(({ id }) => id === master![2])!;
  };
  const mastersNow = async (): Promise<Node[]> => {
    const roles = await Promise.all(alive().map(({ redis }) => redis.role()));
    return alive().filter((_, n) => (roles[n] as unknown[])[0] === 'master');
  };

  return {
    url: `redis-cluster://${nodes.map(({ process }) => `127.0.0.1:${process.port}`).join(',')}`,
    async migrate(key) {
      const slot = slotOf(key);
      const from = await masterOf(key);
      const to = (await mastersNow()).find((one) => one !== from)!;
      await to.redis.cluster('SETSLOT', slot, 'IMPORTING', from.id);
      await from.redis.cluster('SETSLOT', slot, 'MIGRATING', to.id);
      // One key at a time, so that for a while the keys of the slot are on both nodes.
      for (
        let keys = await keysIn(from.redis, slot);
        keys.length > 0;
        keys = await keysIn(from.redis, slot)
      ) {
        for (const one of keys) {
          await from.redis.call('MIGRATE', '127.0.0.1', to.process.port, one, 0, 5_000);
          await delay(20);
        }
      }
      await to.redis.cluster('SETSLOT', slot, 'NODE', to.id);
      for (const { redis } of await mastersNow()) await redis.cluster('SETSLOT', slot, 'NODE', to.id);
    },
    async killMasterOf(key) {
      const master = await masterOf(key);
      await master.process.kill();
    },
    async failOver(key) {
      const master = await masterOf(key);
      const replicas = await Promise.all(
        alive().map(async (node) => ({ node, role: (await node.redis.role()) as unknown[] })),
      );
      const replica = replicas.find(
        ({ role }) => role[0] === 'slave' && role[2] === master.process.port,
      )!.node;
      await replica.redis.cluster('FAILOVER');
      await until('a failover', async () => (await masterOf(key)) === replica);
    },
    isWhole: () => alive().length === nodes.length,
    async kill() {
      await Promise.all(nodes.map(({ process }) => process.kill()));
    },
    async restart() {
      await Promise.all(nodes.map(({ process }) => process.restart()));
      await untilInStep(nodes);
    },
    async stop() {
      for (const { redis } of nodes) redis.disconnect();
      await Promise.all(nodes.map(({ process }) => process.stop()));
    },
  };
}

/** Runs the suites of this test file on one cluster; each suite uses it as its own Redis. */
export function runSuitesOnCluster(): void {
  let started: Promise<TestCluster> | undefined;
  let users = 0;
  startTestRedisAs(async () => {
    users += 1;
    started ??= startTestCluster();
    const cluster = await started;
    // The previous suite may have ended during an outage.
    if (!cluster.isWhole()) await cluster.restart();
    const stop = async (): Promise<void> => {
      users -= 1;
      if (users > 0) return;
      started = undefined;
      await cluster.stop();
    };
    return { ...cluster, stop };
  });
}
