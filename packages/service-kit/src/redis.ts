import { Cluster, type Command, type DNSLookupFunction, Redis, type RedisOptions } from 'ioredis';
import type { Logger } from './logger.ts';
import { parseRedisUrl, type RedisAddress } from './redis/address.ts';
import type { RedisClient } from './redis/client.ts';
import { watchCluster } from './redis/cluster-watch.ts';
import { type Confirm, confirmBy } from './redis/confirmed.ts';
import { RedisWatch } from './redis/redis-watch.ts';
import { MASTER_CONNECTOR } from './transport/master-connector.ts';

export type { RedisClient } from './redis/client.ts';
export { addressOf, nodeAt, ownerOf, slotOf } from './redis/cluster-slots.ts';
export type { Confirm } from './redis/confirmed.ts';
export type { RedisWatch } from './redis/redis-watch.ts';

/**
 * `command`: requests. `jobs`: queueing of jobs. `queue`: BullMQ's workers. `operations`: commands of the operator. Names
 * the connection in logs and metrics, and for Redis.
 */
export type RedisRole = 'command' | 'jobs' | 'queue' | 'operations';

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 1_000;
const COMMAND_TIMEOUT_MS = 2_000;
/** A backup or restore on a slow disk takes longer. */
const OPERATIONS_TIMEOUT_MS = 20_000;

/**
 * Returns the delay before a reconnect: 50 ms, doubled up to 1 s, without end, so that a restarted Redis is found at
 * once.
 */
export function redisRetryDelay(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempt - 1, 10), LONGEST_RETRY_MS);
}

// Requests fail fast. BullMQ's workers block by design and require `null`.
const RETRIES: Record<RedisRole, number | null> = {
  command: 2,
  jobs: 2,
  queue: null,
  operations: 2,
};

/** A server that became a replica refuses writes; the client reconnects to the current master. */
function isDemoted({ message }: Error): boolean {
  return message.startsWith('READONLY');
}

function timeoutOf(role: RedisRole): number {
  return role === 'operations' ? OPERATIONS_TIMEOUT_MS : COMMAND_TIMEOUT_MS;
}

function optionsOf(role: RedisRole) {
  return {
    maxRetriesPerRequest: RETRIES[role],
    connectTimeout: 2_000,
    // A subscriber has missed messages and reloads its state. If ioredis resubscribed by itself and failed, its
    // rejection would be unhandled.
    autoResubscribe: false,
    connectionName: role,
    ...(role !== 'queue' && { commandTimeout: timeoutOf(role) }),
  } satisfies RedisOptions;
}

/**
 * In a cluster a command may wait for a node before it is sent to one. This client makes it fail as fast as
 * elsewhere.
 */
class CommandCluster extends Cluster {
  override sendCommand(command: Command, ...rest: [stream?: never, node?: unknown]): unknown {
    command.setTimeout(this.options.redisOptions?.commandTimeout ?? COMMAND_TIMEOUT_MS);
    return super.sendCommand(command, ...rest);
  }
}

/**
 * Interval at which a client reads the slot map. A process that only subscribes sends no command that the cluster
 * could redirect, so it would not detect a failover, and messages lost meanwhile would stay lost. Milliseconds.
 */
const SLOTS_REFRESH_MS = 5_000;

function connectCluster({ servers }: RedisAddress & { kind: 'cluster' }, role: RedisRole): Cluster {
  const { hosts, tls, ...login } = servers;
  // A certificate is valid for a name, not for an address.
  const dnsLookup: DNSLookupFunction = (host, answer) => answer(null, host);
  const options = {
    redisOptions: {
      ...optionsOf(role),
      ...login,
      ...(tls && { tls: {} }),
    },
    clusterRetryStrategy: redisRetryDelay,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    ...(tls && { dnsLookup }),
  };
  return role !== 'queue' ? new CommandCluster(hosts, options) : new Cluster(hosts, options);
}

function connectServer(address: RedisAddress & { kind: 'single' | 'sentinel' }, role: RedisRole): Redis {
  const options = { ...optionsOf(role), retryStrategy: redisRetryDelay, reconnectOnError: isDemoted };
  if (address.kind === 'single') return new Redis(address.url, options);
  const { servers, master, sentinelPassword } = address;
  const { hosts, tls, ...login } = servers;
  return new Redis({
    ...options,
    ...login,
    sentinels: hosts,
    Connector: MASTER_CONNECTOR,
    name: master,
    sentinelRetryStrategy: redisRetryDelay,
    sentinelCommandTimeout: 1_000,
    // A master that is cut off closes no connection; the sentinels report the new master.
    failoverDetector: true,
    sentinelReconnectStrategy: () => LONGEST_RETRY_MS,
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(tls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  });
}

function watchServer(redis: Redis, watch: RedisWatch): void {
  const name = 'redis';
  redis.on('error', (error: Error) => watch.lost(name, error.message));
  redis.on('close', () => {
    if (redis.status !== 'end') watch.lost(name, 'the connection was closed');
  });
  redis.on('ready', () => watch.found(name));
}

const watches = new WeakMap<RedisClient, RedisWatch>();
const confirmations = new WeakMap<RedisClient, Confirm>();

/** Returns the watch of a client of `connectRedis`: which of its servers are unavailable. */
export function watchOf(client: RedisClient): RedisWatch {
  const watch = watches.get(client);
  if (watch === undefined) throw new Error('not a client of connectRedis');
  return watch;
}

/** Returns the function that confirms writes of this client, or undefined if a reply already confirms a write. */
export function confirmOf(client: RedisClient): Confirm | undefined {
  return confirmations.get(client);
}

function report(watch: RedisWatch, role: RedisRole, logger: Logger | undefined): void {
  // One line for each outage of a server, not for each attempt.
  watch.on('away', (server, reason) => {
    logger?.warn({ role, server, reason }, 'redis is away');
  });
  watch.on('back', (server) => {
    logger?.info({ role, server }, 'redis is back');
  });
}

/**
 * Connects to the Redis at `REDIS_URL` (docs/redis.md) for one role. Connects in the background and reconnects
 * without end. `command` calls reject within about two seconds while Redis is unavailable (the HTTP app then answers
 * 503). Throws if the URL is invalid. Close with `closeRedis`.
 */
export function connectRedis(url: string, options: { role: RedisRole; logger?: Logger }): RedisClient {
  const { role, logger } = options;
  const address = parseRedisUrl(url);
  if (address === null) throw new Error('not an address of Redis');
  const client = address.kind === 'cluster' ? connectCluster(address, role) : connectServer(address, role);
  const watch = new RedisWatch();
  watches.set(client, watch);
  if (client instanceof Cluster) watchCluster(client, watch);
  else watchServer(client, watch);
  report(watch, role, logger);
  const confirm = confirmBy(client, address.replicas);
  if (confirm) confirmations.set(client, confirm);
  return client;
}

async function assertClusterServes(node: Redis): Promise<void> {
  const info = await node.cluster('INFO');
  if (!String(info).includes('cluster_state:ok')) throw new Error('the cluster is down');
}

/**
 * Rejects while Redis is unavailable, for `/readyz`. One available part of a cluster is enough: during a failover of
 * another part, the process can still answer some requests.
 */
export async function checkRedis(client: RedisClient): Promise<void> {
  if (client instanceof Redis) await client.ping();
  else if (client.status !== 'ready') throw new Error(`the cluster is ${client.status}`);
  else await Promise.any(client.nodes('master').map(assertClusterServes));
}

/** Closes a connection in any state. */
export async function closeRedis(redis: RedisClient): Promise<void> {
  if (redis.status === 'ready') await redis.quit().catch(() => undefined);
  // Also after QUIT: ioredis would otherwise keep polling the sentinels.
  redis.disconnect();
}
