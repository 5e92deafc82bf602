/**
 * `npm run generate`: writes the files generated from `SERVICES`, the environment of each service and the tables of
 * the protocol. `--check`: writes nothing and fails if a file is stale. `--metrics`: also generates the table of
 * metrics, for which it starts the product.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { metricsTable, shownBy } from '../ops/metrics-table.ts';
import { scrapeAll } from '../ops/scrape.ts';
import { startPlatform } from '../platform/platform.ts';
import { freePorts } from '../platform/ports.ts';
import { generatedFiles } from './files.ts';
import { pageWith } from './pages.ts';

/** Returns the page with the metrics of all processes, read from a running product. */
async function metricsPage(): Promise<Record<string, string>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-metrics-'));
  writeFileSync(join(dataDir, 'index.html'), '');
  const [port = 0] = await freePorts(1);
  const platform = await startPlatform({ dataDir, port, webDist: dataDir });
  const expositions = await scrapeAll(dataDir);
  await platform.stop();
  rmSync(dataDir, { recursive: true });
  const metrics = metricsTable(shownBy(expositions));
  const path = 'docs/observability.md';
  return { [path]: pageWith(path, { metrics }) };
}

const ROOT = join(import.meta.dirname, '..', '..', '..');
const [check, metrics] = ['--check', '--metrics'].map((flag) => process.argv.includes(flag));

function textOf(path: string): string | undefined {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return undefined;
  }
}

const files = { ...(await generatedFiles()), ...(metrics ? await metricsPage() : {}) };
const stale = Object.entries(files).filter(([path, text]) => textOf(path) !== text);
for (const [path, text] of stale) {
  console.log(`${path}${check ? ' is stale: npm run generate' : ''}`);
  if (check) continue;
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
}
if (check && stale.length > 0) process.exitCode = 1;
