import type { Metrics, RedisClient } from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';
import { Gauge } from 'prom-client';

/** A number in the reply of `INFO`. */
function figureIn(info: string, name: string): number | undefined {
  const [, digits] = new RegExp(`^${name}:(\\d+)`, 'm').exec(info) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The servers behind a connection: itself, or the masters of a cluster. */
function serversOf(redis: RedisClient): Redis[] {
  return 'nodes' in redis ? redis.nodes('master') : [redis];
}

/**
 * What the Redis servers say of themselves, read by whoever has time for it. Returns what reads it; that rejects while
 * Redis is away.
 */
export function createRedisServerWatch({ registry }: Metrics, redis: RedisClient): () => Promise<void> {
  const gauge = (name: string, help: string): Gauge<'server'> =>
    new Gauge({ name, help, labelNames: ['server'], registers: [registry] });
  const figures = {
    used_memory: gauge('redis_server_memory_used_bytes', 'Memory in use, as Redis itself says'),
    maxmemory: gauge('redis_server_memory_max_bytes', 'The most that Redis may use; 0: no limit'),
    connected_clients: gauge('redis_server_clients', 'Connections to Redis'),
  };
  const persistent = gauge('redis_server_aof_ok', '1 while the last write to the append-only file worked');
  return async () => {
    for (const server of serversOf(redis)) {
      const info = await server.info();
      const labels = { server: `${server.options.host}:${server.options.port}` };
      for (const [name, one] of Object.entries(figures)) one.set(labels, figureIn(info, name) ?? 0);
      persistent.set(labels, /^aof_last_write_status:ok/m.test(info) ? 1 : 0);
    }
  };
}
