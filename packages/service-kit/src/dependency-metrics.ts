import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** As much of a Redis client as is watched. */
type WatchedRedis = Pick<Redis, 'status' | 'on'>;

type RedisWatch = { role: string; redis: WatchedRedis };

/** The connections of each process's registry. */
const watched = new WeakMap<Registry, RedisWatch[]>();

function addRedisMetrics(registry: Registry, watches: readonly RedisWatch[]): void {
  new Gauge({
    name: 'redis_client_up',
    help: '1 while every connection of this role to Redis is ready',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      for (const role of new Set(watches.map((watch) => watch.role))) {
        const ready = watches.every((watch) => watch.role !== role || watch.redis.status === 'ready');
        this.set({ role }, ready ? 1 : 0);
      }
    },
  });
  new Counter({
    name: 'redis_client_losses_total',
    help: 'Connections to Redis that were lost',
    labelNames: ['role'],
    registers: [registry],
  });
}

/** Shows whether a connection to Redis is ready, and counts how often it was lost. */
export function watchRedis({ registry }: Metrics, redis: WatchedRedis, role: string): void {
  const watches = watched.get(registry) ?? [];
  if (watches.length === 0) addRedisMetrics(registry, watches);
  watched.set(registry, watches);
  watches.push({ role, redis });
  const losses = registry.getSingleMetric('redis_client_losses_total') as Counter<'role'>;
  losses.inc({ role }, 0);
  let wasReady = false;
  redis.on('ready', () => {
    wasReady = true;
  });
  redis.on('close', () => {
    if (wasReady) losses.inc({ role });
    wasReady = false;
  });
}

/** Shows whether the document store is there and how long it takes; for a client with `monitorCommands`. */
export function watchStore({ registry }: Metrics, connection: Connection): void {
  const registers = [registry];
  new Gauge({
    name: 'mongodb_client_up',
    help: '1 while the connection to the document store is there',
    registers,
    collect() {
      this.set(connection.readyState === 1 ? 1 : 0);
    },
  });
  const durations = new Histogram({
    name: 'mongodb_client_operation_duration_seconds',
    help: 'Time that the document store took, by command',
    labelNames: ['command'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers,
  });
  const failures = new Counter({
    name: 'mongodb_client_failures_total',
    help: 'Commands that the document store did not carry out',
    labelNames: ['command'],
    registers,
  });
  const client = connection.getClient();
  client.on('commandSucceeded', ({ commandName, duration }) => {
    durations.observe({ command: commandName }, duration / 1_000);
  });
  client.on('commandFailed', ({ commandName }) => failures.inc({ command: commandName }));
}
