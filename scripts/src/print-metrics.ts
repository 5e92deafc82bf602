/** `node scripts/src/print-metrics.ts`: the metrics of all processes, for docs/observability.md. Starts the product. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metricsTable, shownBy } from './ops/metrics-table.ts';
import { scrapeAll } from './ops/scrape.ts';
import { startPlatform } from './platform/platform.ts';
import { freePorts } from './platform/ports.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-metrics-'));
writeFileSync(join(dataDir, 'index.html'), '');
const [port = 0] = await freePorts(1);
const platform = await startPlatform({ dataDir, port, webDist: dataDir });
const expositions = await scrapeAll(dataDir);
await platform.stop();
rmSync(dataDir, { recursive: true });
console.log(metricsTable(shownBy(expositions), Object.keys(expositions).length));
