import { BACKUP_ASIDE_KEY, LAST_BACKUP_KEY } from '@doushouqi/protocol/server';
import type { Metrics, RedisClient } from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Counters of the timekeeper. */
export interface TimekeeperMetrics {
  jobs: Histogram<'queue'>;
  failures: Counter<'queue'>;
  refusedGames: Counter;
  swept: Counter;
  sweptAt: Gauge;
  deadNodes: Counter;
  lateness: Gauge<'queue'>;
  queued: Gauge<'queue' | 'state'>;
  oldestGame: Gauge;
}

/** Gauges of queue length and lateness; set periodically, so a scrape costs nothing. */
function createQueueGauges(registers: Registry[]) {
  const labelNames = ['queue'] as const;
  return {
    lateness: new Gauge({
      name: 'timekeeper_oldest_due_seconds',
      help: 'Age of the oldest overdue job of a queue, or room of the sweeper (rooms)',
      labelNames,
      registers,
    }),
    queued: new Gauge({
      name: 'timekeeper_queue_jobs',
      help: 'Jobs in a queue by state; a running game has one delayed job in the queue room',
      labelNames: ['queue', 'state'],
      registers,
    }),
    oldestGame: new Gauge({
      name: 'timekeeper_archive_oldest_seconds',
      help: 'Age of the oldest game to archive (of the first hundred)',
      registers,
    }),
  };
}

export function createTimekeeperMetrics({ registry }: Metrics): TimekeeperMetrics {
  const registers = [registry];
  const labelNames = ['queue'] as const;
  return {
    jobs: new Histogram({
      name: 'timekeeper_job_duration_seconds',
      help: 'Duration of jobs, failures included',
      labelNames,
      buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
      registers,
    }),
    failures: new Counter({
      name: 'timekeeper_job_failures_total',
      help: 'Failed jobs, which are retried',
      labelNames,
      registers,
    }),
    refusedGames: new Counter({
      name: 'timekeeper_refused_games_total',
      help: 'Finished games refused by a receiver',
      registers,
    }),
    swept: new Counter({
      name: 'timekeeper_rooms_swept_total',
      help: 'Rooms checked by the sweeper',
      registers,
    }),
    sweptAt: new Gauge({
      name: 'timekeeper_last_sweep_timestamp_seconds',
      help: 'Time of the last complete sweep',
      registers,
    }),
    deadNodes: new Counter({
      name: 'timekeeper_dead_nodes_total',
      help: 'Realtime nodes whose lease ended',
      registers,
    }),
    ...createQueueGauges(registers),
  };
}

/** Returns a number from the reply of `INFO`. */
function figureIn(info: string, name: string): number | undefined {
  const [, digits] = new RegExp(`^${name}:(\\d+)`, 'm').exec(info) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the server of a connection, or the masters of a cluster. */
function serversOf(redis: RedisClient): Redis[] {
  return 'nodes' in redis ? redis.nodes('master') : [redis];
}

/**
 * Returns a function that copies figures of the Redis servers, and the time of the last backup, into the metrics; it
 * rejects while Redis is unavailable.
 */
export function createRedisServerWatch({ registry }: Metrics, redis: RedisClient): () => Promise<void> {
  const registers = [registry];
  const gauge = (name: string, help: string): Gauge<'server'> =>
    new Gauge({ name, help, labelNames: ['server'], registers });
  const figures = {
    used_memory: gauge('redis_server_memory_used_bytes', 'Memory in use, as reported by Redis'),
    maxmemory: gauge('redis_server_memory_max_bytes', 'Limit of memory; 0: none'),
    connected_clients: gauge('redis_server_clients', 'Connections to Redis'),
    connected_slaves: gauge('redis_server_replicas', 'Replicas that follow the master'),
  };
  const persistent = gauge('redis_server_aof_ok', '1 while the last write to the append-only file worked');
  const failovers = new Counter({
    name: 'redis_server_failovers_total',
    help: 'New replication ids of a master: it restarted, or a replica took over',
    registers,
  });
  const backup = new Gauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'Time of the last complete backup; 0: none',
    registers,
  });
  const aside = new Gauge({
    name: 'backup_aside_timestamp_seconds',
    help: 'Time of the last backup if it was set aside as too small; 0: it was not',
    registers,
  });
  /** Replication ids that were seen. */
  const replications = new Set<string>();
  return async () => {
    for (const server of serversOf(redis)) {
      const info = await server.info();
      const labels = { server: `${server.options.host}:${server.options.port}` };
      for (const [name, one] of Object.entries(figures)) one.set(labels, figureIn(info, name) ?? 0);
      persistent.set(labels, /^aof_last_write_status:ok/m.test(info) ? 1 : 0);
      const [, replication = ''] = /^master_replid:(\w+)/m.exec(info) ?? [];
      const known = replications.size;
      replications.add(replication);
      // The first ids are those of the start: one of each master.
      if (known >= serversOf(redis).length && replications.size > known) failovers.inc();
    }
    // Not a number counts as none: no alert fires on NaN.
    backup.set((Number(await redis.get(LAST_BACKUP_KEY)) || 0) / 1_000);
    aside.set((Number(await redis.get(BACKUP_ASIDE_KEY)) || 0) / 1_000);
  };
}
