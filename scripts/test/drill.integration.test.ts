import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectStores } from '@doushouqi/operations';
import { afterAll, expect, test } from 'vitest';
import { startStores } from '../src/platform/own-stores.ts';

const OPERATIONS = join(import.meta.dirname, '..', 'src', 'operations.ts');
const temporary = mkdtempSync(join(tmpdir(), 'doushouqi-drill-test-'));
afterAll(() => rmSync(temporary, { recursive: true }));
const place = join(temporary, 'backups');

function command(...args: string[]) {
  const { REDIS_URL: _redis, MONGODB_URL: _mongodb, ...env } = process.env;
  return promisify(execFile)(process.execPath, [OPERATIONS, ...args], { env });
}

test('backs up running stores, restores the last backup into an empty installation, compares it, and starts all services on it', async () => {
  const dataDir = join(temporary, 'data');
  const own = await startStores(dataDir);
  const stores = await connectStores(own);
  await stores.redis.set('limit:login:1.2.3.4', 3);
  await stores.mongo
    .db()
    .collection<{ _id: string }>('notes')
    .insertMany([{ _id: 'a' }, { _id: 'b' }]);
  await stores.close();

  expect((await command('backup', place, '--data', dataDir)).stdout).toContain('documents: notes 2');
  await expect(command('restore', place, '--data', dataDir)).rejects.toMatchObject({
    stderr: expect.stringContaining('already running'),
  });
  await own.stop();
  await command('restore', place, '--data', dataDir, '--replace');
  const { stdout } = await command('drill', place, '--data', dataDir);
  expect(stdout).toContain('| documents notes | 2 | 2 | equal |');
  expect(stdout).toContain('| Redis limit | 1 | 1 | equal |');
  expect(stdout).toMatch(/all \d+ processes started on the restored data/);
});

test('fails when there is no complete backup', async () => {
  await expect(command('drill', join(temporary, 'nothing'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no complete backup'),
  });
});
