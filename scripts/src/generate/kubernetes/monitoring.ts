import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as k8s from './objects.ts';

const ALERTS = join(import.meta.dirname, '..', '..', '..', '..', 'ops', 'prometheus', 'alerts.yml');
const GROUP = 'monitoring.coreos.com/v1';

function prometheusRule() {
  const spec = parse(readFileSync(ALERTS, 'utf8')) as object;
  return k8s.object(GROUP, 'PrometheusRule', k8s.NAMESPACE, { spec });
}

/** The alerts for the Prometheus operator, by file of the component `monitoring`. */
export const MONITORING: Readonly<Record<string, readonly object[]>> = {
  'components/monitoring/rules.yaml': [prometheusRule()],
};
