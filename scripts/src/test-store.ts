/**
 * `npm run test:store -- URL [--exact]`: runs the contract suite of the document store against a server, which may be
 * any MongoDB-compatible replica set. Without `--exact` only behavior that MongoDB documents is tested. Exits with 1
 * if the server is not reachable or a test fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';

const ROOT = join(import.meta.dirname, '..', '..');
const { values, positionals } = parseArgs({
  options: { exact: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [url] = positionals;
if (url === undefined) {
  console.error('usage: npm run test:store -- URL [--exact]');
  process.exit(1);
}
try {
  const client = await MongoClient.connect(url, { serverSelectionTimeoutMS: 5_000 });
  await client.db().command({ ping: 1 });
  await client.close();
} catch (error) {
  console.error(`${url} does not answer: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
const suite = ['run', '--project', 'integration', 'packages/embedded-mongo/test/contract'];
const env = { ...process.env, MONGODB_URL: url, STORE_EXACT: values.exact ? '1' : '0' };
const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...suite], {
  cwd: ROOT,
  env,
  stdio: 'inherit',
});
const [code] = await once(child, 'exit');
process.exit(code ?? 1);
