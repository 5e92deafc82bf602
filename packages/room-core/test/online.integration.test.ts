import { closeRedis, connectRedis, type RedisClient } from '@doushouqi/service-kit';
import { clearRedis, keysLike, startTestRedis, type TestRedis } from '@doushouqi/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOnline, createPresence, LEASE_MS, type Online } from '../src/presence/index.ts';

const LEASE = 15_000;
const [RED, BLUE] = ['a'.repeat(24), 'b'.repeat(24)];
let server: TestRedis;
let redis: RedisClient;
let online: Online;
beforeAll(async () => {
  server = await startTestRedis();
  redis = connectRedis(server.url, { role: 'command' });
  online = createOnline(redis, { leaseMs: LEASE });
});
afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});
beforeEach(() => clearRedis(redis));

async function whereIs(userId: string) {
  return (await online.of([userId])).get(userId);
}
async function departed(): Promise<string[]> {
  return (await online.departed()).userIds;
}
/** Simulates a last heartbeat one lease ago. */
async function silence(userId: string) {
  await redis.del(`{user:${userId}}:alive`, `{user:${userId}}:room`);
  await redis.zadd('{online}:watched', 0, userId);
}

test('shows a user as online during the lease, in the room of the window that sends heartbeats', async () => {
  expect(await whereIs(RED)).toEqual({ online: false, roomId: null });
  await online.beat(RED, 'A');
  await online.beat(RED, null);
  expect(await whereIs(RED)).toEqual({ online: true, roomId: 'A' });
  for (const key of ['alive', 'room']) {
    const rest = await redis.pttl(`{user:${RED}}:${key}`);
    expect([rest > 0, rest <= LEASE]).toEqual([true, true]);
  }
  await silence(RED);
  expect(await whereIs(RED)).toEqual({ online: false, roomId: null });
});

test('shows a user with a connection to a living node as online', async () => {
  await online.connected('n1', RED);
  expect(await whereIs(RED)).toEqual({ online: false, roomId: null });
  await createPresence(redis).beat('n1');
  await online.enter(RED, 'A');
  expect(await whereIs(RED)).toEqual({ online: true, roomId: 'A' });
  await online.disconnected('n1', RED);
  expect(await whereIs(RED)).toEqual({ online: false, roomId: null });
});

test('counts users with connections alone until they are offline', async () => {
  await createPresence(redis).beat('n1');
  for (const userId of [RED, BLUE]) await online.connected('n1', userId);
  expect(await online.count()).toBe(2);
  await redis.zadd('{online}:watched', 0, RED, 0, BLUE);
  expect(await departed()).toEqual([]);
  expect(await online.count()).toBe(2);
  await online.disconnected('n1', RED);
  await redis.zadd('{online}:watched', 0, RED);
  await departed();
  expect(await online.count()).toBe(1);
});

test('returns users with a connection to a living node, regardless of heartbeats', async () => {
  await createPresence(redis).beat('n1');
  await online.connected('n1', RED);
  await online.connected('n2', BLUE);
  await online.beat(BLUE, null);
  expect(await online.connectedOf([RED, BLUE])).toEqual(new Set([RED]));
  await online.disconnected('n1', RED);
  expect(await online.connectedOf([RED, BLUE])).toEqual(new Set());
});

test('a heartbeat returns true only if what others see changes', async () => {
  const beats = [null, null, 'A', 'A', null, 'A'];
  const changes: boolean[] = [];
  for (const roomId of beats) changes.push(await online.beat(RED, roomId));
  expect(changes).toEqual([true, false, true, false, false, false]);
  expect([await online.enter(RED, 'A'), await online.enter(RED, 'B'), await online.enter(RED, null)]).toEqual(
    [false, true, true],
  );
});

test('a window in another room replaces the room after the first has closed, entering does at once', async () => {
  await online.beat(RED, 'A');
  expect([await online.beat(RED, 'B'), (await whereIs(RED))?.roomId]).toEqual([false, 'A']);
  await online.enter(RED, 'B');
  expect([await online.beat(RED, 'A'), (await whereIs(RED))?.roomId]).toEqual([false, 'B']);
  await redis.del(`{user:${RED}}:room`);
  expect([await online.beat(RED, 'A'), (await whereIs(RED))?.roomId]).toEqual([true, 'A']);
});

test('the next heartbeat of another window reports the room of a closed window', async () => {
  await online.beat(RED, 'A');
  await redis.del(`{user:${RED}}:room`);
  expect(await online.beat(RED, null)).toBe(true);
});

test('returns a silent user as departed once, and the next heartbeat as a change', async () => {
  await online.beat(RED, null);
  await online.beat(BLUE, null);
  expect(await departed()).toEqual([]);
  await silence(RED);
  const asked = await Promise.all([departed(), departed()]);
  expect(asked.flat()).toEqual([RED]);
  expect([await online.beat(RED, null), await online.beat(BLUE, null)]).toEqual([true, false]);
});

test('checks a user with heartbeats again at the end of the lease', async () => {
  await online.beat(RED, null);
  await redis.zadd('{online}:watched', 0, RED);
  await redis.pexpire(`{user:${RED}}:alive`, LEASE / 3);
  const before = Date.now();
  expect(await departed()).toEqual([]);
  const again = Number(await redis.zscore('{online}:watched', RED));
  expect([again > before, again <= Date.now() + LEASE / 3]).toEqual([true, true]);
});

test('returns the time of the next check', async () => {
  expect(await online.departed()).toEqual({ userIds: [], nextInMs: LEASE });
  await online.beat(RED, null);
  await redis.zadd('{online}:watched', 'XX', Date.now() + LEASE / 3, RED);
  const { nextInMs } = await online.departed();
  expect([nextInMs > LEASE / 3 - 1_000, nextInMs <= LEASE / 3]).toEqual([true, true]);
});

test('does not return a silent user as departed while a connection exists', async () => {
  await createPresence(redis).beat('n1');
  await online.connected('n1', RED);
  await online.beat(RED, null);
  await silence(RED);
  expect(await departed()).toEqual([]);
  await online.disconnected('n1', RED);
  await silence(RED);
  expect(await departed()).toEqual([RED]);
});

test('returns more departed users than one batch', async () => {
  const many = Array.from({ length: 450 }, (_, n) => n.toString(16).padStart(24, '0'));
  await Promise.all(many.map((userId) => online.beat(userId, null)));
  await Promise.all(many.map(silence));
  expect((await departed()).sort()).toEqual(many);
});

test('a dead node ends its connections but not heartbeats', async () => {
  const presence = createPresence(redis);
  await presence.beat('n1');
  for (const userId of [RED, BLUE]) await online.connected('n1', userId);
  await online.beat(BLUE, null);
  await redis.zincrby('{nodes}:beats', -LEASE_MS, 'n1');
  expect([(await whereIs(RED))?.online, (await whereIs(BLUE))?.online]).toEqual([false, true]);
  await presence.beat('n1');
  expect((await whereIs(RED))?.online).toBe(true);
  await redis.zincrby('{nodes}:beats', -LEASE_MS - 1, 'n1');
  expect(await presence.expireLeases()).toEqual(['n1']);
  expect((await whereIs(RED))?.online).toBe(false);
});

test('shows a user as online while one of two nodes has a connection', async () => {
  for (const boot of ['n1', 'n2']) {
    await createPresence(redis).beat(boot);
    for (let twice = 0; twice < 2; twice += 1) await online.connected(boot, RED);
  }
  await online.disconnected('n1', RED);
  expect((await whereIs(RED))?.online).toBe(true);
  await online.disconnected('n2', RED);
  expect((await whereIs(RED))?.online).toBe(false);
});

test('removes entries of dead nodes on the next connection, and leaves no keys a lease after disconnecting', async () => {
  const nodes = `{user:${RED}}:nodes`;
  await redis.zadd(nodes, Date.now() - 9 * 24 * 60 * 60 * 1000, 'long-dead');
  await online.connected('n1', RED);
  expect(await redis.zrange(nodes, '0', '-1')).toEqual(['n1']);
  expect(await redis.pttl(nodes)).toBeGreaterThan(0);
  await online.disconnected('n1', RED);
  await redis.zadd('{online}:watched', 0, RED);
  await departed();
  expect(await keysLike(redis, '*')).toEqual([]);
});

test('rejects every call if Redis is unavailable', async () => {
  await server.kill();
  const calls = [
    online.beat(RED, null),
    online.enter(RED, 'A'),
    online.departed(),
    online.connected('n1', RED),
    online.disconnected('n1', RED),
    online.of([RED]),
  ];
  for (const { status } of await Promise.allSettled(calls)) expect(status).toBe('rejected');
});
