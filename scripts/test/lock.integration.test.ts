import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processIdentity } from '../src/platform/identity.ts';
import { lockDataDir } from '../src/platform/lock.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'doushouqi-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function write(text: string) {
  return writeFileSync(join(dir, 'lock'), text);
}

async function deadPid(): Promise<number> {
  const child = spawn('true');
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('holds a lock until it is released', () => {
  const unlock = lockDataDir(dir);
  expect(() => lockDataDir(dir)).toThrow(`already running from ${dir} (process ${process.pid})`);
  unlock();
  expect(readdirSync(dir)).toEqual([]);
  lockDataDir(dir)();
});

test.each([
  ['a process that is gone', async () => JSON.stringify({ pid: await deadPid(), identity: 'then' })],
  [
    'an earlier process with the pid of a living one',
    async () => JSON.stringify({ pid: process.pid, identity: 'then' }),
  ],
  ['a crash while writing', async () => '{"pid":'],
])('takes over the lock of %s', async (_name, text) => {
  write(await text());
  const unlock = lockDataDir(dir);
  expect(() => lockDataDir(dir)).toThrow('already running');
  unlock();
  expect(readdirSync(dir)).toEqual([]);
});

test("does not release another process's lock", () => {
  const unlock = lockDataDir(dir);
  write(JSON.stringify({ pid: 1, identity: 'another' }));
  unlock();
  expect(readdirSync(dir)).toEqual(['lock']);
});

test('distinguishes a process from a later one with the same pid', async () => {
  expect(processIdentity(await deadPid())).toBeUndefined();
  expect(processIdentity(process.pid)).toBe(processIdentity(process.pid));
  expect(processIdentity(process.pid)).not.toBe(processIdentity(process.ppid));
});
