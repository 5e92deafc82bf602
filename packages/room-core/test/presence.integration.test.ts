import { closeRedis, connectRedis, type RedisClient } from '@doushouqi/service-kit';
import { clearRedis, keysLike, startTestRedis, type TestRedis } from '@doushouqi/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPresence, type Presence } from '../src/presence/index.ts';

const LEASE = 60_000;
const [RED, BLUE] = ['a'.repeat(24), 'b'.repeat(24)];
let server: TestRedis;
let redis: RedisClient;
let presence: Presence;
beforeAll(async () => {
  server = await startTestRedis();
  redis = connectRedis(server.url, { role: 'command' });
  presence = createPresence(redis, LEASE);
});
afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});
beforeEach(() => clearRedis(redis));

/** Simulates that the node has been silent for `ms`. */
function silence(boot: string, ms: number) {
  return redis.zincrby('{nodes}:beats', -ms, boot);
}

test('a beat returns true if the node was unknown', async () => {
  expect([await presence.beat('n1'), await presence.beat('n1')]).toEqual([true, false]);
});

test('returns the sessions of living nodes, not of stopping gateways or dead nodes', async () => {
  await presence.beat('n1', 3);
  await presence.beat('n2', 4);
  await presence.beat('gateway');
  await presence.stopping('n2');
  const [n1, n2] = [
    { boot: 'n1', sessions: 3, stopping: false },
    { boot: 'n2', sessions: 4, stopping: true },
  ];
  expect((await presence.loads()).toSorted((a, b) => a.sessions - b.sessions)).toEqual([n1, n2]);
  await silence('n2', LEASE);
  expect(await presence.loads()).toEqual([n1]);
});

test('a user is in the room while a living node has the connection', async () => {
  await presence.beat('n1');
  await presence.arrive('n1', 'R', RED);
  expect([
    await presence.here('R', RED),
    await presence.here('R', BLUE),
    await presence.here('S', RED),
  ]).toEqual([true, false, false]);
  await silence('n1', LEASE);
  expect(await presence.here('R', RED)).toBe(false);
  await presence.beat('n1');
  expect(await presence.here('R', RED)).toBe(true);
  await presence.depart('n1', 'R', RED, true);
  expect(await presence.here('R', RED)).toBe(false);
});

test('a user on two nodes is in the room until both connections end', async () => {
  for (const boot of ['n1', 'n2']) {
    await presence.beat(boot);
    await presence.arrive(boot, 'R', RED);
    await presence.arrive(boot, 'R', RED);
  }
  await presence.depart('n1', 'R', RED, true);
  expect(await presence.here('R', RED)).toBe(true);
  await presence.depart('n2', 'R', RED, true);
  expect(await presence.here('R', RED)).toBe(false);
});

test('a node that returns while its rooms are notified announces its users again', async () => {
  await presence.beat('n1', 1);
  await presence.arrive('n1', 'R', RED);
  await silence('n1', LEASE + 1);
  expect(await presence.expireLeases()).toEqual(['n1']);
  expect(await presence.beat('n1', 1)).toBe(true);
  await presence.arrive('n1', 'R', RED);
  await presence.removeFromRoom('n1', 'R');
  expect([await presence.beat('n1', 1), await presence.beat('n1', 1)]).toEqual([true, false]);
});

test('returns a dead node and its rooms until they are removed', async () => {
  for (const boot of ['n1', 'n2']) await presence.beat(boot);
  await presence.arrive('n1', 'R', RED);
  await presence.arrive('n2', 'R', BLUE);
  await presence.arrive('n1', 'S', RED);
  expect(await presence.expireLeases()).toEqual([]);
  await silence('n1', LEASE + 1);
  expect([await presence.expireLeases(), await presence.expireLeases()]).toEqual([['n1'], ['n1']]);
  expect((await presence.rooms('n1')).toSorted()).toEqual(['R', 'S']);
  const seen = await presence.attendees('R');
  expect(seen.find(({ boot }) => boot === 'n1')?.silentFor).toBeGreaterThan(LEASE);
  expect(seen.find(({ boot }) => boot === 'n2')?.silentFor).toBeLessThan(LEASE);
  for (const roomId of ['R', 'S']) await presence.removeFromRoom('n1', roomId);
  await presence.removeDeadNode('n1');
  expect(await presence.expireLeases()).toEqual([]);
  expect((await keysLike(redis, '*')).toSorted()).toEqual([
    '{node:n2}:rooms',
    '{nodes}:beats',
    '{room:R}:presence',
  ]);
  expect(await presence.here('R', BLUE)).toBe(true);
});

test('the next beat of a frozen node returns true and revives it', async () => {
  await presence.beat('n1');
  await presence.arrive('n1', 'R', RED);
  await silence('n1', LEASE + 1);
  await presence.expireLeases();
  expect([await presence.beat('n1'), await presence.expireLeases()]).toEqual([true, []]);
  expect(await presence.here('R', RED)).toBe(true);
});

test('every key expires or is removed', async () => {
  await presence.arrive('n1', 'R', RED);
  for (const key of ['{node:n1}:rooms', '{room:R}:presence'])
    expect(await redis.pttl(key)).toBeGreaterThan(0);
  await presence.depart('n1', 'R', RED, true);
  expect(await keysLike(redis, '*')).toEqual([]);
});
