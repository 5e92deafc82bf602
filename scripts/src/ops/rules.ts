import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROWS } from './dashboard-rows.ts';

const OPS = join(import.meta.dirname, '..', '..', '..', 'ops');

/** The used part of Prometheus' alert rule format. */
const ruleFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z][A-Za-z]+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning', 'none']) }),
          annotations: z.strictObject({
            summary: z.string(),
            description: z.string(),
            runbook_url: z.string(),
          }),
        }),
      ),
    }),
  ),
});

/** Metrics that no process of the product has: of the kubelet, exporters, and the synthetic players. */
export const EXTERNAL_METRICS: readonly string[] = [
  'kubelet_volume_stats_available_bytes',
  'kubelet_volume_stats_capacity_bytes',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'probe_ssl_earliest_cert_expiry',
  'synthetic_last_success_timestamp_seconds',
  'synthetic_certificate_expiry_timestamp_seconds',
  'synthetic_failures_total',
  'synthetic_move_duration_seconds_bucket',
];

type Alert = z.infer<typeof ruleFile>['groups'][number]['rules'][number];

/** Returns the rules of ops/prometheus/alerts.yml. Throws if the format is invalid. */
export function readAlerts(): Alert[] {
  const text = readFileSync(join(OPS, 'prometheus', 'alerts.yml'), 'utf8');
  return ruleFile.parse(parse(text)).groups.flatMap(({ rules }) => rules);
}

/** Grafana's variable for a range, as it occurs in queries. */
const RATE_INTERVAL = /\$__rate_interval/g;

/** Returns every expression of the alerts and the dashboard. */
export function allExpressions(): string[] {
  const panels = ROWS.flatMap((row) => row.panels.flatMap(({ curves }) => curves.map(([expr]) => expr)));
  return [
    ...readAlerts().map(({ expr }) => expr),
    ...panels.map((expr) => expr.replace(RATE_INTERVAL, '1m')),
  ];
}
