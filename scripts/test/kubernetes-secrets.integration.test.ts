import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeSecrets } from '../src/kubernetes/secrets.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
let overlay: string;

beforeEach(async () => {
  overlay = await mkdtemp(join(tmpdir(), 'doushouqi-secrets-'));
  await cp(join(ROOT, 'k8s', 'overlays', 'production'), overlay, { recursive: true });
});
afterEach(() => rm(overlay, { recursive: true }));

function secret(...path: readonly string[]): Promise<string> {
  return readFile(join(overlay, 'secrets', ...path), 'utf8');
}

test('creates the missing secrets of an overlay and preserves existing ones', async () => {
  await run(process.execPath, ['scripts/bootstrap.mjs', 'kubernetes-secrets', overlay], { cwd: ROOT });
  expect(await readdir(join(overlay, 'secrets'))).toEqual(expect.arrayContaining(['auth', 'redis', 'vault']));
  const key = await secret('vault', 'jwt-private.pem');
  expect(writeSecrets(overlay)).toEqual([]);
  expect(await secret('vault', 'jwt-private.pem')).toBe(key);
});

test('takes the addresses of the stores from the overlay, and names secrets that have others', async () => {
  writeSecrets(overlay);
  const single = await secret('auth', 'environment');
  expect(single).toMatch(/^REDIS_URL=redis:\/\/auth:[\w-]+@redis\.example\.com:6379$/m);
  await cp(join(ROOT, 'k8s', 'overlays', 'ha', 'site.yaml'), join(overlay, 'site.yaml'));
  expect(writeSecrets(overlay)).toContain(join(overlay, 'secrets', 'auth', 'environment'));
  expect(await secret('auth', 'environment')).toBe(single);
  expect(writeSecrets(overlay, { replace: true })).toEqual([]);
  const [, password] = /auth:([\w-]+)@/.exec(single)!;
  expect(await secret('auth', 'environment')).toContain(
    `redis-sentinel://auth:${password}@redis-0.redis:26379,`,
  );
});

test('refuses a folder that is no overlay', async () => {
  expect(() => writeSecrets(join(overlay, 'secrets'))).toThrow('is no overlay');
  expect(await readdir(join(overlay, 'secrets'))).toEqual(['.gitignore', 'kustomization.yaml']);
});

test('refuses to write secrets that git would track', async () => {
  await run('git', ['init', '--quiet', overlay]);
  writeSecrets(overlay);
  await rm(join(overlay, 'secrets', 'vault'), { recursive: true });
  await writeFile(join(overlay, 'secrets', '.gitignore'), 'environment\n!vault/*\n');
  expect(() => writeSecrets(overlay)).toThrow('git would track secrets/vault');
  expect(await readdir(join(overlay, 'secrets'))).not.toContain('vault');
});

test('runs no source directly with Node in the guide to Kubernetes, because an older Node cannot', async () => {
  const guide = await readFile(join(ROOT, 'docs', 'kubernetes.md'), 'utf8');
  expect(guide.match(/^.*\bnode \S+\.ts\b.*$/gm)).toBeNull();
});
