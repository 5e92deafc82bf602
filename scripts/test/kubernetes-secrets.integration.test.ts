import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
const dir = await mkdtemp(join(tmpdir(), 'doushouqi-secrets-'));
afterAll(() => rm(dir, { recursive: true }));

test('the bootstrap creates the secrets of an overlay and keeps those that are there', async () => {
  const create = () =>
    run(process.execPath, ['scripts/bootstrap.mjs', 'kubernetes-secrets', dir], { cwd: ROOT });
  await create();
  expect(await readdir(dir)).toEqual(expect.arrayContaining(['auth', 'redis', 'vault']));
  const key = await readFile(join(dir, 'vault', 'jwt-private.pem'), 'utf8');
  await create();
  expect(await readFile(join(dir, 'vault', 'jwt-private.pem'), 'utf8')).toBe(key);
});

test('the guide to Kubernetes runs no source with Node itself, which an older Node cannot', async () => {
  const guide = await readFile(join(ROOT, 'docs', 'kubernetes.md'), 'utf8');
  expect(guide.match(/^.*\bnode \S+\.ts\b.*$/gm)).toBeNull();
});
