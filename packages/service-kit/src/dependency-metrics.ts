import type { Connection } from 'mongoose';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Metrics } from './metrics.ts';
import { type RedisClient, watchOf } from './redis.ts';
import { onCommandFailed } from './transport/commands.ts';

type Watched = { role: string; redis: RedisClient };

/** The monitored connections of each registry. */
const watched = new WeakMap<Registry, Watched[]>();

function isUp(redis: RedisClient): boolean {
  return redis.status === 'ready' && watchOf(redis).away.size === 0;
}

function addRedisMetrics(registry: Registry, all: readonly Watched[]): void {
  const registers = [registry];
  new Gauge({
    name: 'redis_client_up',
    help: '1 while all connections of this role are ready; in a cluster, to all masters',
    labelNames: ['role'],
    registers,
    collect() {
      for (const role of new Set(all.map((one) => one.role))) {
        this.set({ role }, all.every((one) => one.role !== role || isUp(one.redis)) ? 1 : 0);
      }
    },
  });
  new Counter({
    name: 'redis_client_losses_total',
    help: 'Outages; in a cluster, of each master',
    labelNames: ['role'],
    registers,
  });
  new Counter({
    name: 'redis_client_failures_total',
    help: 'Commands that Redis refused or did not receive',
    labelNames: ['role', 'reason'],
    registers,
  });
}

/** Reports whether a connection to Redis is ready, and counts lost connections and failed commands. */
export function watchRedis({ registry }: Metrics, redis: RedisClient, role: string): void {
  const all = watched.get(registry) ?? [];
  if (all.length === 0) addRedisMetrics(registry, all);
  watched.set(registry, all);
  all.push({ role, redis });
  const losses = registry.getSingleMetric('redis_client_losses_total') as Counter<'role'>;
  const failures = registry.getSingleMetric('redis_client_failures_total') as Counter<'role' | 'reason'>;
  losses.inc({ role }, 0);
  watchOf(redis).on('away', () => losses.inc({ role }));
  onCommandFailed(redis, (reason) => failures.inc({ role, reason }));
}

/** Reports whether the document store is available and how long commands take. The client needs `monitorCommands`. */
export function watchStore({ registry }: Metrics, connection: Connection): void {
  const registers = [registry];
  new Gauge({
    name: 'mongodb_client_up',
    help: '1 while the document store is connected',
    registers,
    collect() {
      this.set(connection.readyState === 1 ? 1 : 0);
    },
  });
  const durations = new Histogram({
    name: 'mongodb_client_operation_duration_seconds',
    help: 'Duration of commands, by command',
    labelNames: ['command'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers,
  });
  const failures = new Counter({
    name: 'mongodb_client_failures_total',
    help: 'Failed commands',
    labelNames: ['command'],
    registers,
  });
  const client = connection.getClient();
  client.on('commandSucceeded', ({ commandName, duration }) => {
    durations.observe({ command: commandName }, duration / 1_000);
  });
  client.on('commandFailed', ({ commandName }) => failures.inc({ command: commandName }));
}
