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

test('creates the missing secrets of an overlay and preserves existing ones', async () => {
  const create = () =>
    run(process.execPath, ['scripts/bootstrap.mjs', 'kubernetes-secrets', dir], { cwd: ROOT });
  await create();
  expect(await readdir(dir)).toEqual(expect.arrayContaining(['auth', 'redis', 'vault']));
  const key = await readFile(join(dir, 'vault', 'jwt-private.pem'), 'utf8');
  await create();
  expect(await readFile(join(dir, 'vault', 'jwt-private.pem'), 'utf8')).toBe(key);
});

test('runs no source directly with Node in the guide to Kubernetes, because an older Node cannot', async () => {
  const guide = await readFile(join(ROOT, 'docs', 'kubernetes.md'), 'utf8');
  expect(guide.match(/^.*\bnode \S+\.ts\b.*$/gm)).toBeNull();
});
