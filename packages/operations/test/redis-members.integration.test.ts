import { connectRedis } from '@doushouqi/service-kit';
import { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { SENTINEL_PORT } from '../src/deployment/plan.ts';
import { startRedisMembers } from './redis-members.ts';

const members = startRedisMembers();
const redis = connectRedis(members.url, { role: 'command' });
afterAll(async () => {
  redis.disconnect();
  await members.close();
});

/** Writes until it succeeds, and waits for a replica, as the product does for a move. */
async function write(key: string): Promise<void> {
  await expect.poll(() => redis.set(key, '1').catch(String), { timeout: 40_000, interval: 50 }).toBe('OK');
  expect(await redis.wait(1, 5_000)).toBeGreaterThanOrEqual(1);
}

test('at the first start the first member is the master of the others', async () => {
  expect(await members.settled()).toBe(members.hosts[0]);
}, 60_000);

test('a planned stop hands over without losing a write, and the member returns as a replica', async () => {
  await write('before-stop');
  const before = await members.settled();
  await members.stop(before);
  await write('while-stopped');
  members.start(before);
  expect(await members.settled()).not.toBe(before);
  expect(await redis.mget('before-stop', 'while-stopped')).toEqual(['1', '1']);
}, 90_000);

test('another member follows a killed master', async () => {
  await write('before-kill');
  const before = await members.settled();
  await members.kill(before);
  await write('while-killed');
  members.start(before);
  expect(await members.settled()).not.toBe(before);
  expect(await redis.mget('before-kill', 'while-killed')).toEqual(['1', '1']);
}, 90_000);

test('after all members were killed, the last master is the master again', async () => {
  await write('before-outage');
  const before = await members.settled();
  await Promise.all(members.hosts.map((host) => members.kill(host)));
  for (const host of members.hosts) members.start(host);
  expect(await members.settled()).toBe(before);
  await write('after-outage');
  expect(await redis.get('before-outage')).toBe('1');
}, 90_000);

test('clients may ask a sentinel for the master, and change nothing', async () => {
  const sentinel = new Redis({ host: members.hosts[0]!, port: SENTINEL_PORT });
  await expect(sentinel.call('SENTINEL', 'FAILOVER', 'doushouqi')).rejects.toThrow(/NOPERM/);
  await expect(sentinel.call('SENTINEL', 'SET', 'doushouqi', 'quorum', '1')).rejects.toThrow(/NOPERM/);
  await expect(sentinel.call('ACL', 'LIST')).rejects.toThrow(/NOPERM/);
  sentinel.disconnect();
});

test.each(['replica', 'sentinel'])('the user %s reads no data', async (user) => {
  expect(await redis.call('ACL', 'DRYRUN', user, 'GET', 'before-outage')).toMatch(/no permissions/);
});
