import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

/**
 * Every sample wakes the process up: at the usual 10 ms an idle one would never sleep. What lasts shorter than this is
 * seen by chance, which is enough for a process that is late again and again. Milliseconds.
 */
const RESOLUTION_MS = 1_000;
/** Longer than a process lives, for a monitor that nobody reads. Node takes 32 bits. Milliseconds. */
export const NEVER_MS = 2 ** 31 - 1;

/** Those of prom-client's own that contain its sampling interval: an idle process would be 100 ms late by them. */
const MISLEADING = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
  (part) => `nodejs_eventloop_lag_${part}_seconds`,
);

/**
 * How late timers were since the metrics were last read, and how much of its time the event loop is busy. Node's
 * monitor measures from one sample to the next, so the interval itself is taken off.
 */
export function addEventLoopMetrics(registry: Registry): void {
  const registers = [registry];
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  monitor.enable();
  for (const name of MISLEADING) registry.removeSingleMetric(name);
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1_000);
  const p99 = new Gauge({
    name: 'eventloop_lag_p99_seconds',
    help: 'Timer delay, 99th percentile since the last scrape',
    registers,
  });
  new Gauge({
    name: 'eventloop_lag_max_seconds',
    help: 'Largest timer delay since the last scrape',
    registers,
    collect() {
      this.set(late(monitor.max));
      p99.set(late(monitor.percentile(99)));
      monitor.reset();
    },
  });
  new Counter({
    name: 'eventloop_active_seconds_total',
    help: 'Busy time; its rate is the utilization',
    registers,
    collect() {
      this.reset();
      this.inc(performance.eventLoopUtilization().active / 1_000);
    },
  });
}
