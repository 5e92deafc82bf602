import { NOTHING_SET, SITE_KEY } from '@doushouqi/protocol/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSite, startTestRedis, type TestRedis } from '../testing/index.ts';
import { createLogger } from './logger.ts';
import { closeRedis, connectRedis, type RedisClient } from './redis.ts';
import { createSite, gameRefusal, mayBotsPlay, withSite } from './site.ts';

const NOW = 1_800_000_000_000;
const logger = createLogger({ name: 'test', level: 'silent' });

let server: TestRedis;
let redis: RedisClient;
beforeAll(async () => {
  server = await startTestRedis();
  redis = connectRedis(server.url, { role: 'command' });
  await redis.ping();
});
afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});

/** A process, with a clock of its own. */
function newProcess(client: Parameters<typeof createSite>[0]['redis'] = redis) {
  const clock = { now: NOW };
  return { clock, site: createSite({ redis: client, logger, now: () => clock.now }) };
}

test('nothing is set before the first change; a change shows after a second', async () => {
  const { clock, site } = newProcess();
  expect(await site()).toEqual(NOTHING_SET);
  await setSite(redis, { readOnly: true });
  expect((await site()).readOnly).toBe(false);
  clock.now += 1_000;
  expect((await site()).readOnly).toBe(true);
});

test('the last settings stay while Redis is away, has lost them, or has something malformed', async () => {
  await setSite(redis, { readOnly: true });
  const state = { status: 'ready' as RedisClient['status'], fails: false };
  const { clock, site } = newProcess({
    get status() {
      return state.status;
    },
    get: (async (key: string) => {
      if (state.fails) throw new Error('away');
      return redis.get(key);
    }) as RedisClient['get'],
  });
  const later = async () => {
    clock.now += 1_000;
    return (await site()).readOnly;
  };
  expect(await later()).toBe(true);
  state.fails = true;
  expect(await later()).toBe(true);
  state.fails = false;
  state.status = 'reconnecting';
  await setSite(redis, {});
  expect(await later()).toBe(true);
  state.status = 'ready';
  await redis.del(SITE_KEY);
  expect(await later()).toBe(true);
  await redis.set(SITE_KEY, '{"readOnly":3}');
  expect(await later()).toBe(true);
  await setSite(redis, {});
  expect(await later()).toBe(false);
});

test('what is set takes the place of the file, and the rest of the file stays', async () => {
  const file = { registration: 'proof', guests: true, text: '请稍候', isRefused: () => false } as const;
  const rules = (change: object) =>
    withSite(
      async () => file,
      async () => ({ ...NOTHING_SET, ...change }),
    )();
  expect(await rules({})).toEqual(file);
  expect(await rules({ registration: 'open' })).toEqual({ ...file, registration: 'open' });
  expect(await rules({ guests: false })).toEqual({ ...file, guests: false });
});

test('which games may begin', () => {
  const off = { ...NOTHING_SET, features: { lobbyChat: true, rated: false } };
  const closed = { ...off, readOnly: true };
  const refusals = (settings: typeof off) =>
    [true, false].map((rated) => gameRefusal(settings, { rated, now: NOW }));
  expect([NOTHING_SET, off, closed].map(refusals)).toEqual([
    [null, null],
    ['RATED_OFF', null],
    ['READ_ONLY', 'READ_ONLY'],
  ]);
  const bots = [NOTHING_SET, closed, { ...NOTHING_SET, bots: false }].map((one) => mayBotsPlay(one, NOW));
  expect(bots).toEqual([true, false, false]);
});
