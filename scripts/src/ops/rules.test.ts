import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { findFetched } from '../platform/fetched.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

interface Alert {
  alert: string;
  expr: string;
  annotations: { runbook_url: string };
}
const ALERTS: Alert[] = parse(read('ops/prometheus/alerts.yml')).groups.flatMap(
  ({ rules }: { rules: Alert[] }) => rules,
);
const PANELS: { targets?: { expr: string }[] }[] = JSON.parse(read('ops/grafana/doushouqi.json')).panels;
const SHOWN = PANELS.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const PAGE = read('docs/observability.md');

async function promtool(args: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await promisify(execFile)(findFetched('promtool'), args, { cwd });
  return stdout;
}

test('promtool accepts the queries of the dashboard', { timeout: 120_000 }, async () => {
  const dir = await mkdtemp(join(tmpdir(), 'doushouqi-rules-'));
  const rules = SHOWN.map((expr, n) => ({
    record: `query:${n}`,
    expr: expr.replaceAll('$__rate_interval', '1m'),
  }));
  await writeFile(join(dir, 'rules.json'), JSON.stringify({ groups: [{ name: 'all', rules }] }));
  const said = await promtool(['check', 'rules', join(dir, 'rules.json')]);
  await rm(dir, { recursive: true });
  expect(said).toContain(`SUCCESS: ${rules.length} rules found`);
});

test('the alerts pass their tests in promtool', { timeout: 240_000 }, async () => {
  const files = ['alerts.test.yml', 'alerts-of-days.test.yml'];
  const said = await promtool(['test', 'rules', ...files], join(ROOT, 'ops', 'prometheus'));
  expect(said).toContain('SUCCESS');
});

// e2e/test/seeing.integration.test.ts compares the page with the metrics of the real processes.
test('has every metric of the page on the dashboard or in an alert', () => {
  const documented = [...PAGE.matchAll(/^\| `(\w+)` \| (?:gauge|counter|histogram) \|/gm)];
  const used = [...ALERTS.map(({ expr }) => expr), ...SHOWN].join('\n');
  const unused = documented.filter(
    ([, name]) => !new RegExp(`\\b${name}(_bucket|_sum|_count)?\\b`).test(used),
  );
  expect(documented.length).toBeGreaterThan(0);
  expect(unused).toEqual([]);
});

test('documents each alert under its own heading, and has a test in which it fires', () => {
  type Expected = { alertname: string; exp_alerts: unknown[] };
  const tests: { alert_rule_test: Expected[] }[] = parse(read('ops/prometheus/alerts.test.yml')).tests;
  const firing = tests
    .flatMap((one) => one.alert_rule_test)
    .flatMap(({ alertname, exp_alerts }) => (exp_alerts.length > 0 ? [alertname] : []));
  for (const { alert, annotations } of ALERTS) {
    expect(annotations.runbook_url).toBe(
      `{{ or $externalLabels.docs "docs" }}/observability.md#${alert.toLowerCase()}`,
    );
    expect(PAGE).toContain(`\n### ${alert}\n`);
    expect(firing).toContain(alert);
  }
});

test.each(['local', 'compose', 'kubernetes'])(
  'sets the service label of `up` in the scrape configuration %s',
  (name) => {
    const [job] = parse(read(`ops/prometheus/${name}.yml`)).scrape_configs;
    expect(job.honor_labels).toBe(true);
    const labels = (job.relabel_configs ?? []).map((one: { target_label?: string }) => one.target_label);
    // The target file of `npm start` contains the label: platform/metrics-targets.ts.
    expect(labels.includes('service') || job.file_sd_configs !== undefined).toBe(true);
  },
);
