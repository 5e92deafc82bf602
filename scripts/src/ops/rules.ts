import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

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

/** The used part of Grafana's format. A row has no targets. */
const dashboardFile = z.looseObject({
  panels: z.array(z.looseObject({ targets: z.array(z.looseObject({ expr: z.string() })).default([]) })),
});

/** Returns every expression of the alerts and the dashboard. */
export function allExpressions(): string[] {
  const text = readFileSync(join(OPS, 'grafana', 'doushouqi.json'), 'utf8');
  const shown = dashboardFile.parse(JSON.parse(text)).panels.flatMap(({ targets }) => targets);
  return [
    ...readAlerts().map(({ expr }) => expr),
    ...shown.map(({ expr }) => expr.replace(RATE_INTERVAL, '1m')),
  ];
}

/** Strings, labels, ranges and modifiers of an expression, and then its functions. */
const LABELS =
  /"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\b(?:by|without|on|ignoring|group_\w+)\s*\([^)]*\)|\b(?:offset \w+|group_\w+)/g;
const WORDS = /\b(?:and|or|unless|bool)\b|\b\w+\s*(?=\()/g;

/** Returns the metrics in an expression of PromQL, with the suffixes of histograms. */
export function metricsIn(expression: string): string[] {
  return (
    expression
      .replace(LABELS, ' ')
      .replace(WORDS, ' ')
      .match(/\b[a-z]\w*/g) ?? []
  );
}

/** Returns the registered name of a metric, without the suffix of a histogram's series. */
export function familyOf(metric: string, known: ReadonlySet<string>): string {
  const family = metric.replace(/_(bucket|sum|count)$/, '');
  return known.has(metric) ? metric : family;
}
