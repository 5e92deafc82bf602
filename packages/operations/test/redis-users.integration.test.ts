import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectRedis } from '@doushouqi/service-kit';
import { startTestRedis } from '@doushouqi/service-kit/testing';
import { afterAll, expect, test } from 'vitest';
import { MONGODB_USERS, planSecrets, REDIS_USERS } from '../src/deployment/plan.ts';

const PASSWORD = 'correct-horse';

const dir = mkdtempSync(join(tmpdir(), 'doushouqi-users-'));
function passwords(users: readonly string[]) {
  return Object.fromEntries(users.map((user) => [user, PASSWORD]));
}
const plan = planSecrets({
  jwtPrivate: '',
  jwtPublic: '',
  serviceToken: '',
  redis: passwords(REDIS_USERS),
  mongodb: passwords(MONGODB_USERS),
  mongodbKey: '',
  backupSigning: '',
});
const aclfile = join(dir, 'users.acl');
writeFileSync(aclfile, plan.get('redis')?.['users.acl'] ?? '');
const redis = await startTestRedis({ aclfile });
afterAll(async () => {
  await redis.stop();
  rmSync(dir, { recursive: true });
});

function connectAs(user: string, password = PASSWORD) {
  return connectRedis(redis.url.replace('//', `//${user}:${password}@`), { role: 'command' });
}

test('restores writes of scripts and transactions after a crash, with the default user off', async () => {
  const before = connectAs('operator');
  await before.eval("redis.call('SET', KEYS[1], '1') redis.call('SET', KEYS[2], '2')", 2, '{a}1', '{a}2');
  await before.multi().set('{b}1', '1').set('{b}2', '2').exec();
  before.disconnect();
  await redis.restart();
  const after = connectAs('operator');
  expect(await after.mget('{a}1', '{a}2')).toEqual(['1', '2']);
  expect(await after.mget('{b}1', '{b}2')).toEqual(['1', '2']);
  after.disconnect();
});

test.each([
  ['default', PASSWORD],
  ['default', ''],
  ['operator', 'wrong-horse'],
])('refuses %s with the password "%s"', async (user, password) => {
  const stranger = connectAs(user, password);
  await expect(stranger.get('{a}1')).rejects.toThrow(/NOAUTH|WRONGPASS/);
  stranger.disconnect();
});
