import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metricsTable, shownBy } from '../ops/metrics-table.ts';
import { scrapeAll } from '../ops/scrape.ts';
import { startPlatform } from '../platform/platform.ts';
import { freePorts } from '../platform/ports.ts';
import { pageWith } from './pages.ts';

/** Returns the page with the metrics of all processes, read from a running product. */
export async function metricsPage(): Promise<Record<string, string>> {
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
