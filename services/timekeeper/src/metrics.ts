import type { Metrics } from '@doushouqi/service-kit';
import { Counter, Gauge } from 'prom-client';

/** What the timekeeper counts. */
export interface TimekeeperMetrics {
  jobs: Counter<'queue'>;
  failures: Counter<'queue'>;
  refusedGames: Counter;
  swept: Counter;
  deadNodes: Counter;
  lateness: Gauge;
}

export function createTimekeeperMetrics({ registry }: Metrics): TimekeeperMetrics {
  const registers = [registry];
  const labelNames = ['queue'] as const;
  return {
    jobs: new Counter({ name: 'timekeeper_jobs_total', help: 'Jobs done', labelNames, registers }),
    failures: new Counter({
      name: 'timekeeper_job_failures_total',
      help: 'Jobs that failed and are tried again',
      labelNames,
      registers,
    }),
    refusedGames: new Counter({
      name: 'timekeeper_refused_games_total',
      help: 'Finished games that the record service will not take',
      registers,
    }),
    swept: new Counter({
      name: 'timekeeper_rooms_swept_total',
      help: 'Rooms looked at by the sweeper',
      registers,
    }),
    deadNodes: new Counter({
      name: 'timekeeper_dead_nodes_total',
      help: 'Realtime nodes whose lease ended and whose rooms were told',
      registers,
    }),
    lateness: new Gauge({
      name: 'timekeeper_oldest_due_seconds',
      help: 'Age of the oldest job or room that should have been looked at',
      registers,
    }),
  };
}
