import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const SERVICES = ['redis', 'auth', 'social', 'gateway'];
/** State of the fake engine: fixtures/docker.sh. */
let dir: string;

function write(path: string, text: string): void {
  writeFileSync(join(dir, path), `${text}\n`);
}

function read(path: string): string {
  return readFileSync(join(dir, path), 'utf8').trim();
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'doushouqi-upgrade-'));
  for (const folder of ['images', 'containers', 'refusals', 'bin']) mkdirSync(join(dir, folder));
  symlinkSync(join(import.meta.dirname, 'fixtures', 'docker.sh'), join(dir, 'bin', 'docker'));
  for (const name of SERVICES) {
    write(`images/doushouqi-${name}:local`, `${name}-build-1`);
    write(`containers/${name}`, `${name}-build-1`);
  }
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Returns the number of the build that each container runs. */
function running(): string[] {
  return SERVICES.map((name) => read(`containers/${name}`).split('-').at(-1)!);
}

function upgrade(readySeconds: number, ...args: readonly string[]) {
  const env = { ...process.env, FAKE_DOCKER: dir, READY_SECONDS: String(readySeconds) };
  return spawnSync('sh', ['scripts/compose-upgrade.sh', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...env, PATH: `${join(dir, 'bin')}:${process.env.PATH}` },
  });
}

test('waits while a store is briefly unhealthy, and replaces the store first and the gateway last', () => {
  write('refusals/auth', '2');
  const { status, stderr } = upgrade(60);
  expect([status, stderr]).toEqual([0, '']);
  expect(running()).toEqual(['2', '2', '2', '2']);
  expect(read('calls').split('\n').slice(0, SERVICES.length)).toEqual(SERVICES);
});

test('names the state and the next step when it must stop, and finishes when it runs again', () => {
  write('refusals/social', '1000');
  const { status, stderr } = upgrade(0);
  expect(status).not.toBe(0);
  expect(stderr).toContain('container redis-1 is unhealthy');
  expect(stderr).toContain('stopped while replacing social');
  expect(stderr).toContain('scripts/compose-upgrade.sh --no-build');
  expect(running()).toEqual(['2', '2', '1', '1']);
  rmSync(join(dir, 'refusals', 'social'));
  expect(upgrade(0, '--no-build').status).toBe(0);
  expect(running()).toEqual(['2', '2', '2', '2']);
});

test('goes back to what ran before a version without a build, also after a repeated build', () => {
  upgrade(0);
  upgrade(0);
  expect(running()).toEqual(['3', '3', '3', '3']);
  const before = readdirSync(join(dir, 'images')).find((name) => name.includes('gateway:before-'))!;
  expect(upgrade(0, '--to', before.split(':')[1]!).status).toBe(0);
  expect(running()).toEqual(['1', '1', '1', '1']);
  expect(upgrade(0, '--to', 'none')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('there is no image doushouqi-auth:none'),
  });
  expect(existsSync(join(dir, 'images', 'doushouqi-auth:local'))).toBe(true);
});
