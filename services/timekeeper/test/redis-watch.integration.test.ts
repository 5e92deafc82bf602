import { BACKUP_ASIDE_KEY, LAST_BACKUP_KEY } from '@doushouqi/protocol/server';
import { closeRedis, connectRedis, createMetrics } from '@doushouqi/service-kit';
import { startTestRedis } from '@doushouqi/service-kit/testing';
import type { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { createRedisServerWatch } from '../src/metrics.ts';

const server = await startTestRedis();
const redis = connectRedis(server.url, { role: 'command' }) as Redis;
afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});

const metrics = createMetrics('timekeeper');
const watch = createRedisServerWatch(metrics, redis);

async function readMetric(name: string): Promise<number | undefined> {
  await watch();
  return (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value;
}

test('reports the time of the last backup, and 0 if it is unknown', async () => {
  expect(await readMetric('backup_last_success_timestamp_seconds')).toBe(0);
  await redis.set(LAST_BACKUP_KEY, '{"at":1}');
  expect(await readMetric('backup_last_success_timestamp_seconds')).toBe(0);
  await redis.set(LAST_BACKUP_KEY, 1_700_000_000_000);
  expect(await readMetric('backup_last_success_timestamp_seconds')).toBe(1_700_000_000);
});

test('reports a backup that was set aside', async () => {
  expect(await readMetric('backup_aside_timestamp_seconds')).toBe(0);
  await redis.set(BACKUP_ASIDE_KEY, 1_700_000_000_000);
  expect(await readMetric('backup_aside_timestamp_seconds')).toBe(1_700_000_000);
});

test('counts a failover when the master has another replication id', async () => {
  expect(await readMetric('redis_server_replicas')).toBe(0);
  expect(await readMetric('redis_server_failovers_total')).toBe(0);
  await redis.replicaof('127.0.0.1', 1);
  await redis.replicaof('NO', 'ONE');
  expect(await readMetric('redis_server_failovers_total')).toBe(1);
  expect(await readMetric('redis_server_failovers_total')).toBe(1);
});
