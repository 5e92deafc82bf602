/** Paths at which every process reports its state. Orchestrators and Prometheus are configured with them. */
export const OPERATIONS_ROUTES = {
  /** 200 while the process runs. */
  health: '/healthz',
  /** 200 while the process accepts work, else 503. */
  ready: '/readyz',
  /** Metrics in the Prometheus format. */
  metrics: '/metrics',
} as const;
