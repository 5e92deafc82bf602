/** What every process answers about itself. Whoever asks, an orchestrator or Prometheus, is set up with these paths. */
export const OPERATIONS_ROUTES = {
  /** 200 while the process runs. */
  health: '/healthz',
  /** 200 while it may be sent work, else 503. */
  ready: '/readyz',
  /** Prometheus. */
  metrics: '/metrics',
} as const;
