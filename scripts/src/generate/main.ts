/**
 * `npm run generate`: writes the files generated from `SERVICES`, the environment of each service and the tables of
 * the protocol. `--check`: writes nothing and fails if a file is stale. `--metrics`: also generates the table of
 * metrics, for which it starts the product.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedFiles } from './files.ts';
import { metricsPage } from './metrics.ts';

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
