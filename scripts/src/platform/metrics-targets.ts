import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricsPortOf } from './environment.ts';
import type { ProcessSpec } from './programs.ts';

const FILE = 'metrics-targets.json';

/** Writes the metrics address of each process to a file of Prometheus targets (ops/prometheus/local.yml). */
export function writeMetricsTargets(
  dataDir: string,
  specs: readonly ProcessSpec[],
  ports: Readonly<Record<string, number>>,
): void {
  const watched = specs.filter(({ stage }) => stage !== 'redis' && stage !== 'store');
  const targets = watched.map(({ name, role, stage }) => ({
    targets: [`127.0.0.1:${ports[stage === 'gateway' ? metricsPortOf(name) : name]}`],
    labels: { process: name, service: role },
  }));
  writeFileSync(join(dataDir, FILE), JSON.stringify(targets, null, 2), { mode: 0o600 });
}
