import { totalmem } from 'node:os';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { addEventLoopMetrics, NEVER_MS } from './event-loop.ts';

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
