/** Series of `services/realtime/src/metrics.ts` by which realtime nodes scale. */
export const SESSIONS_METRIC = 'realtime_sockets';

const ADAPTER = {
  '# Values of the chart prometheus-adapter 4.11.0 (v0.12.0), which registers the APIService `v1beta1.custom.metrics.k8s.io`. Set the address of Prometheus; its labels `namespace` and `pod` are those of ops/prometheus/kubernetes.yml.':
    null,
  image: { tag: 'v0.12.0' },
  prometheus: { url: 'http://prometheus.monitoring.svc', port: 9_090 },
  replicas: 2,
  rules: {
    default: false,
    custom: [
      {
        seriesQuery: `${SESSIONS_METRIC}{namespace!="",pod!=""}`,
        resources: { overrides: { namespace: { resource: 'namespace' }, pod: { resource: 'pod' } } },
        name: { matches: `^${SESSIONS_METRIC}$`, as: SESSIONS_METRIC },
        metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)',
      },
    ],
  },
};

const METRICS_SERVER = {
  '# Values of the chart metrics-server 3.13.0 (v0.8.0): CPU for every autoscaler, where the cluster has none.':
    null,
  image: { tag: 'v0.8.0' },
  replicas: 2,
};

/** Values of the charts that autoscalers need, by file. */
export const AUTOSCALING = {
  'autoscaling/prometheus-adapter.yaml': [ADAPTER],
  'autoscaling/metrics-server.yaml': [METRICS_SERVER],
};
