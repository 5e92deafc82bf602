import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

/**
 * Every sample runs the process: at the default of 10 ms an idle process would never be idle. Shorter delays are
 * sampled by chance, which suffices for a process that is late repeatedly. Milliseconds.
 */
const RESOLUTION_MS = 1_000;
/** Longer than a process runs, for a monitor that is never read. Node accepts 32 bits. Milliseconds. */
export const NEVER_MS = 2 ** 31 - 1;

/** Metrics of prom-client that include its sampling interval: they would report an idle process as 100 ms late. */
const MISLEADING = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
  (part) => `nodejs_eventloop_lag_${part}_seconds`,
);

/**
 * Registers the timer delay since the last scrape and the utilization of the event loop. Node's monitor measures from
 * one sample to the next, so the sampling interval is subtracted.
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
