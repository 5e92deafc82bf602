import type { Metrics } from '@doushouqi/service-kit';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What the timekeeper counts. */
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

/** How full and how late the queues are; set now and then, so they cost a scrape nothing. */
function createQueueGauges(registers: Registry[]) {
  const labelNames = ['queue'] as const;
  return {
    lateness: new Gauge({
      name: 'timekeeper_oldest_due_seconds',
      help: 'Age of the oldest job of a queue, or room of the sweeper (rooms), that should have been looked at',
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
      help: 'Age of the oldest finished game on its way to the archive (of the first hundred)',
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
      help: 'Time that a job took, failed ones too',
      labelNames,
      buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
      registers,
    }),
    failures: new Counter({
      name: 'timekeeper_job_failures_total',
      help: 'Jobs that failed and are tried again',
      labelNames,
      registers,
    }),
    refusedGames: new Counter({
      name: 'timekeeper_refused_games_total',
      help: 'Finished games that the record or the rating service will not take',
      registers,
    }),
    swept: new Counter({
      name: 'timekeeper_rooms_swept_total',
      help: 'Rooms looked at by the sweeper',
      registers,
    }),
    sweptAt: new Gauge({
      name: 'timekeeper_last_sweep_timestamp_seconds',
      help: 'When the sweeper last looked at all that was due and measured the queues',
      registers,
    }),
    deadNodes: new Counter({
      name: 'timekeeper_dead_nodes_total',
      help: 'Realtime nodes whose lease ended and whose rooms were told',
      registers,
    }),
    ...createQueueGauges(registers),
  };
}
