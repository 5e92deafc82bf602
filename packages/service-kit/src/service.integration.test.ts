import { ROUTES } from '@doushouqi/protocol/server';
import { expect, test } from 'vitest';
import { startTestService } from '../testing/index.ts';
import { errorOf } from './errors.ts';
import { route } from './route.ts';
import { defineService } from './service.ts';

test('opens the needed stores, counts limits in Redis and answers its routes', async () => {
  const service = defineService({
    name: 'room',
    limits: () => ({ joins: 1, requests: { points: 1, seconds: 5, counter: 'shared' } }),
    open: ({ redis }) => ({ ping: () => redis.ping() }),
    routes: (app, { ping }) =>
      route(app, ROUTES.getLobbyInfo, {
        handler: async () => ({ announcement: await ping(), groupNumber: '' }),
      }),
  });
  const { context, internal, stop } = await startTestService(service);
  expect(await internal.call(ROUTES.getLobbyInfo, {})).toMatchObject({ announcement: 'PONG' });
  for (const limit of [context.limits.joins, context.limits.requests]) {
    await limit.consume('user');
    await expect(limit.consume('user')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  }
  expect((await context.redis.keys('limit:*')).sort()).toEqual([
    'limit:room-joins:user',
    'limit:shared:user',
  ]);
  await stop();
});

test('opens nothing if a file of the service is invalid', async () => {
  let isOpened = false;
  const service = defineService({
    name: 'room',
    files: () => Promise.reject(new Error('keywords.txt is wrong')),
    open() {
      isOpened = true;
      return {};
    },
  });
  await expect(startTestService(service)).rejects.toThrow('keywords.txt is wrong');
  expect(isOpened).toBe(false);
});

test('is ready if Redis and its own checks are', async () => {
  let isLate = true;
  const service = defineService({
    name: 'timekeeper',
    open: () => ({}),
    readiness: () => ({
      async jobs() {
        if (isLate) throw errorOf('UNAVAILABLE');
      },
    }),
  });
  const { url, stop } = await startTestService(service);
  const ready = () => fetch(`${url}/readyz`).then(({ status }) => status);
  expect(await ready()).toBe(503);
  isLate = false;
  await expect.poll(ready).toBe(200);
  await stop();
});
