import { totalmem } from 'node:os';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Every sample runs the process: at the default of 10 ms an idle process would never be idle. Shorter delays are
 * sampled by chance, which suffices for a process that is late repeatedly. Milliseconds.
 */
const RESOLUTION_MS = 1_000;
/** Longer than a process runs, for a monitor that is never read. Node accepts 32 bits. Milliseconds. */
const NEVER_MS = 2 ** 31 - 1;

/** Metrics of prom-client that include its sampling interval: they would report an idle process as 100 ms late. */
const MISLEADING = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
  (part) => `nodejs_eventloop_lag_${part}_seconds`,
);

/**
 * Registers the timer delay since the last scrape and the utilization of the event loop. Node's monitor measures from
 * one sample to the next, so the sampling interval is subtracted.
 */
function addEventLoopMetrics(registry: Registry): void {
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

/**
 * Metrics of one process, served in the Prometheus format on `/metrics`. A service registers its own metrics on
 * `registry`.
 */
export type Metrics = {
  registry: Registry;
  httpDuration: Histogram<'method' | 'route' | 'status'>;
  /** Error replies by code: refusals by limits, unavailable dependencies, bugs. */
  httpRefusals: Counter<'route' | 'code'>;
};

/** Creates metrics labeled with the service's name, including those of the process (CPU, memory, event loop). */
export function createMetrics(service: string, version = process.env.BUILD_VERSION || 'dev'): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS });
  addEventLoopMetrics(registry);
  const registers = [registry];
  new Gauge({
    name: 'doushouqi_build_info',
    help: 'Always 1; the label version names the build',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  new Gauge({
    name: 'doushouqi_memory_limit_bytes',
    help: 'Memory limit of the process: that of its container, else of the machine',
    registers,
  }).set(process.constrainedMemory() || totalmem());
  const httpDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response, by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  const httpRefusals = new Counter({
    name: 'http_refusals_total',
    help: 'Requests answered with an error, by route template and error code',
    labelNames: ['route', 'code'],
    registers,
  });
  return { registry, httpDuration, httpRefusals };
}
