import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { addEventLoopMetrics, NEVER_MS } from './event-loop.ts';

/** The metrics of one process, in Prometheus form on `/metrics`. Own metrics register on `registry`. */
export type Metrics = {
  registry: Registry;
  httpDuration: Histogram<'method' | 'route' | 'status'>;
  /** What was answered with an error, by its code: limits that refused, dependencies that were away, bugs. */
  httpRefusals: Counter<'route' | 'code'>;
};

/** Metrics labelled with the service's name; the process's own (CPU, memory, event loop) are included. */
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
