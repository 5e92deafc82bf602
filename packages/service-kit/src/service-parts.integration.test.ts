import { expect, test } from 'vitest';
import { startTestRedis, startTestStore } from '../testing/index.ts';
import { createHttpApp } from './http-app.ts';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { openRedis, openStore, serve, servedApp } from './service-parts.ts';
import { type ServiceContext, ShutdownStack } from './shutdown.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

function contextOf() {
  const stack = new ShutdownStack();
  const abort = new AbortController();
  const labels: string[] = [];
  const context: ServiceContext = {
    logger,
    metrics: createMetrics('test'),
    signal: abort.signal,
    onStop(label, close) {
      stack.add(label, () => {
        labels.push(label);
        return close();
      });
    },
  };
  return { context, abort, labels, close: () => stack.run(logger) };
}

test('shutdown closes the server before the stores', async () => {
  const [redisServer, storeServer] = await Promise.all([startTestRedis(), startTestStore()]);
  const { context, labels, close } = contextOf();
  const redis = openRedis(context, redisServer.url, 'command');
  const store = await openStore(context, storeServer.url);
  const readiness = { redis: () => redis.ping() };
  const app = createHttpApp({ logger, metrics: createMetrics('test'), readiness });
  const { port } = await serve(context, servedApp(app), { PORT: 0, HOST: '127.0.0.1', DRAIN_PAUSE_MS: 0 });
  const ready = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status);
  expect([await ready(), store.readyState]).toEqual([200, 1]);

  expect(await close()).toBe(true);
  expect(labels).toEqual(['server', 'document store', 'redis (command)']);
  await expect.poll(() => [redis.status, store.readyState]).toEqual(['end', 0]);
  await expect(ready()).rejects.toThrow();
  await Promise.all([redisServer.stop(), storeServer.stop()]);
});

test('shutdown ends the wait for an unavailable store', async () => {
  const { context, abort } = contextOf();
  const opening = openStore(context, 'mongodb://127.0.0.1:1/none');
  abort.abort();
  await expect(opening).rejects.toThrow();
});
