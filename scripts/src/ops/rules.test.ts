import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { findFetched } from '../platform/fetched.ts';
import { allExpressions, EXTERNAL_METRICS, familyOf, metricsIn, readAlerts } from './rules.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
const PAGE = read('docs/observability.md');
/** Metrics of the page. e2e/test/seeing.integration.test.ts compares them with those of the real processes. */
const DOCUMENTED = new Set(
  [...PAGE.matchAll(/^\| `(\w+)` \| (?:gauge|counter|histogram) \|/gm)].map(([, name = '']) => name),
);
/** Metrics of Prometheus and prom-client, which are not in the page's table. */
const GENERAL = [
  'up',
  'process_start_time_seconds',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  ...EXTERNAL_METRICS,
];

const gridPos = z.strictObject({ x: z.int(), y: z.int(), w: z.int().max(24), h: z.int() });
const datasource = z.strictObject({ type: z.literal('prometheus'), uid: z.literal('$datasource') });
const target = z.strictObject({
  refId: z.string().length(1),
  datasource,
  expr: z.string().min(1),
  legendFormat: z.string().min(1),
  range: z.literal(true),
});
const panel = z.discriminatedUnion('type', [
  z.strictObject({
    id: z.int(),
    type: z.literal('row'),
    title: z.string(),
    collapsed: z.literal(false),
    panels: z.tuple([]),
    gridPos,
  }),
  z.looseObject({
    id: z.int(),
    type: z.literal('timeseries'),
    title: z.string(),
    datasource,
    gridPos,
    fieldConfig: z.looseObject({ defaults: z.looseObject({ unit: z.string() }) }),
    targets: z.array(target).min(1),
  }),
]);

const scrapeFile = z.looseObject({
  scrape_configs: z.tuple([
    z.looseObject({
      honor_labels: z.boolean().default(false),
      relabel_configs: z.array(z.looseObject({ target_label: z.string().optional() })).default([]),
      file_sd_configs: z.array(z.looseObject({})).optional(),
    }),
  ]),
});

describe('the expressions of alerts and dashboard', () => {
  test.each(allExpressions())('%s', (expression) => {
    const metrics = metricsIn(expression);
    if (expression !== 'vector(1)') expect(metrics.length).toBeGreaterThan(0);
    const unknown = metrics.filter((name) => !DOCUMENTED.has(familyOf(name, DOCUMENTED)));
    expect(unknown.filter((name) => !GENERAL.includes(name))).toEqual([]);
  });

  test('are valid PromQL', { timeout: 120_000 }, async () => {
    const dir = await mkdtemp(join(tmpdir(), 'doushouqi-rules-'));
    const rules = allExpressions().map((expr, n) => ({ record: `expression:${n}`, expr }));
    const file = join(dir, 'rules.json');
    await writeFile(file, JSON.stringify({ groups: [{ name: 'all', rules }] }));
    const { stdout } = await promisify(execFile)(findFetched('promtool'), ['check', 'rules', file]);
    await rm(dir, { recursive: true });
    expect(stdout).toContain(`SUCCESS: ${rules.length} rules found`);
  });

  test('names the metrics of an expression, without labels and functions', () => {
    expect(metricsIn('sum by (le) (rate(x_bucket{le="1"}[5m])) / on (job) y > 0 unless z offset 5m')).toEqual(
      ['x_bucket', 'y', 'z'],
    );
  });
});

test("has a dashboard in Grafana's format, whose panels do not overlap", () => {
  const { panels } = z
    .looseObject({ panels: z.array(panel) })
    .parse(JSON.parse(read('ops/grafana/doushouqi.json')));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});

test('has every metric of the page on the dashboard or in an alert', () => {
  const used = allExpressions().flatMap((expression) => metricsIn(expression));
  const seen = new Set(used.map((name) => familyOf(name, DOCUMENTED)));
  expect([...DOCUMENTED].filter((name) => !seen.has(name))).toEqual([]);
});

test.each(['local', 'compose', 'kubernetes'])(
  'sets the service label of `up` in the scrape configuration %s',
  (name) => {
    const [job] = scrapeFile.parse(parse(read(`ops/prometheus/${name}.yml`))).scrape_configs;
    expect(job.honor_labels).toBe(true);
    const relabeled = job.relabel_configs.map(({ target_label }) => target_label);
    // The target file of `npm start` contains the label: platform/metrics-targets.ts.
    expect(relabeled.includes('service') || job.file_sd_configs !== undefined).toBe(true);
  },
);

test('documents each alert under its own heading, and has a test in which it fires', () => {
  const tested = z
    .looseObject({
      tests: z.array(
        z.looseObject({
          alert_rule_test: z.array(
            z.looseObject({ alertname: z.string(), exp_alerts: z.array(z.unknown()) }),
          ),
        }),
      ),
    })
    .parse(parse(read('ops/prometheus/alerts.test.yml')));
  const expected = tested.tests.flatMap((one) => one.alert_rule_test);
  const firing = expected.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname);
  const [first] = readAlerts();
  const [page] = first!.annotations.runbook_url.split('#');
  expect(page).toBe('{{ or $externalLabels.docs "docs" }}/observability.md');
  for (const { alert, annotations } of readAlerts()) {
    expect(annotations.runbook_url).toBe(`${page}#${alert.toLowerCase()}`);
    expect(PAGE).toContain(`\n### ${alert}\n`);
    expect(firing).toContain(alert);
  }
});

test.each(['alerts', 'alerts-of-days'])(
  'passes %s.test.yml in promtool',
  { timeout: 240_000 },
  async (file) => {
    const cwd = join(ROOT, 'ops', 'prometheus');
    const tests = ['test', 'rules', `${file}.test.yml`];
    const { stdout } = await promisify(execFile)(findFetched('promtool'), tests, { cwd });
    expect(stdout).toContain('SUCCESS');
  },
);
