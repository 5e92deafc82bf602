import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** The metrics of one process, in Prometheus form on `/metrics`. Own metrics register on `registry`. */
export type Metrics = {
  registry: Registry;
  httpDuration: Histogram<'method' | 'route' | 'status'>;
};

/** Metrics labelled with the service's name; the process's own (CPU, memory, event loop) are included. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  // Every sample wakes the process up: at the default of 10 ms an idle one would never sleep.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const httpDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response, by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  return { registry, httpDuration };
}
