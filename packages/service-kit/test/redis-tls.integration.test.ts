import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Logger } from '../src/logger.ts';
import { closeRedis, connectRedis, type RedisClient, type RedisRole } from '../src/redis.ts';
import { startTlsCluster, startTlsRedis, startTlsSentinels, trust } from '../testing/index.ts';

const patience = { timeout: 30_000, interval: 20 };
let reasons: string[];
beforeEach(() => {
  reasons = [];
  trust('localhost');
});

const logger = {
  warn: ({ reason }: { reason: string }) => reasons.push(reason),
  info: () => undefined,
} as unknown as Logger;

function connect(url: string, role: RedisRole = 'command'): RedisClient {
  const redis = connectRedis(url, { role, logger });
  onTestFinished(() => redis.disconnect());
  return redis;
}

describe.each([
  ['one server', startTlsRedis],
  ['sentinels', startTlsSentinels],
  ['a cluster', startTlsCluster],
])('%s', (_, start) => {
  test('serves commands and scripts of both roles', async () => {
    const { url, stop } = await start();
    onTestFinished(stop);
    for (const role of ['command', 'queue'] as const) {
      const redis = connect(url, role);
      expect(await redis.set(`{${role}}`, role)).toBe('OK');
      expect(await redis.eval("return redis.call('GET', KEYS[1])", 1, `{${role}}`)).toBe(role);
      await closeRedis(redis);
    }
    expect(reasons).toEqual([]);
  });
});

test('reconnects to a restarted server', async () => {
  const server = await startTlsRedis();
  onTestFinished(server.stop);
  const redis = connect(server.url);
  await redis.set('before', '1');
  await server.restart();
  await expect.poll(() => redis.get('before').catch(() => null), patience).toBe('1');
});

test('finds a new master through the sentinels', async () => {
  const sentinels = await startTlsSentinels();
  onTestFinished(sentinels.stop);
  const redis = connect(sentinels.url);
  await redis.set('before', '1');
  await sentinels.killMaster();
  await expect.poll(() => redis.set('after', '1').catch(() => null), patience).toBe('OK');
});

describe('refuses', () => {
  test('a server with an untrusted certificate', async () => {
    const server = await startTlsRedis('elsewhere');
    onTestFinished(server.stop);
    await expect(connect(server.url).ping()).rejects.toThrow();
    expect(reasons).toEqual([expect.stringContaining('self-signed certificate')]);
  });

  test('a server with the certificate of another name', async () => {
    trust('elsewhere');
    const server = await startTlsRedis('elsewhere');
    onTestFinished(server.stop);
    await expect(connect(server.url).ping()).rejects.toThrow();
    expect(reasons).toEqual([expect.stringContaining("does not match certificate's altnames")]);
  });
});

test('a TLS port does not answer a client without TLS', async () => {
  const server = await startTlsRedis();
  onTestFinished(server.stop);
  await expect(connect(server.plainUrl).ping()).rejects.toThrow();
  expect(reasons).toHaveLength(1);
});
