import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS_ROUTES } from '@doushouqi/service-kit';
import { parse } from 'yaml';
import * as k8s from './objects.ts';

const ALERTS = join(import.meta.dirname, '..', '..', '..', '..', 'ops', 'prometheus', 'alerts.yml');
const GROUP = 'monitoring.coreos.com/v1';

function podMonitor() {
  return k8s.object(GROUP, 'PodMonitor', k8s.NAMESPACE, {
    spec: {
      selector: {
        matchExpressions: [{ key: k8s.COMPONENT, operator: 'In', values: ['service', 'gateway', 'players'] }],
      },
      '# Pods of other namespaces are not scraped.': null,
      namespaceSelector: { matchNames: [k8s.NAMESPACE] },
      '# The job that alerts and dashboard select.': null,
      jobLabel: 'app.kubernetes.io/part-of',
      podMetricsEndpoints: ['http', 'metrics'].map((port) => ({
        port,
        path: OPERATIONS_ROUTES.metrics,
        honorLabels: true,
        relabelings: [
          // Gateway and players serve metrics on their own port; each service on its only one.
          {
            sourceLabels: ['__meta_kubernetes_pod_label_app_kubernetes_io_name'],
            regex: 'gateway|players',
            action: port === 'metrics' ? 'keep' : 'drop',
          },
          { sourceLabels: ['__meta_kubernetes_pod_label_app_kubernetes_io_name'], targetLabel: 'service' },
        ],
      })),
    },
  });
}

function prometheusRule() {
  const spec = parse(readFileSync(ALERTS, 'utf8')) as object;
  return k8s.object(GROUP, 'PrometheusRule', k8s.NAMESPACE, { spec });
}

/** Component `monitoring`: scraping and alerts for the Prometheus operator. */
export const MONITORING: Readonly<Record<string, readonly object[]>> = {
  'components/monitoring/kustomization.yaml': [
    k8s.component(
      'For a cluster with the Prometheus operator (https://prometheus-operator.dev). Add the labels by which your Prometheus selects monitors and rules.',
      {
        resources: ['monitor.yaml', 'rules.yaml'],
      },
    ),
  ],
  'components/monitoring/monitor.yaml': [podMonitor()],
  'components/monitoring/rules.yaml': [prometheusRule()],
};
