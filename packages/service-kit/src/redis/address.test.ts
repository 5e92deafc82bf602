import { describe, expect, test } from 'vitest';
import { parseRedisUrl } from './address.ts';

describe('REDIS_URL', () => {
  test('accepts one server', () => {
    const url = 'redis://:secret@127.0.0.1:6379/0';
    expect(parseRedisUrl(url)).toEqual({ kind: 'single', url, replicas: 0 });
  });

  test('accepts sentinels and the name of their master', () => {
    const url = 'redis-sentinel://:p%40ss@s1:26379,s2/game?sentinelPassword=other';
    expect(parseRedisUrl(url)).toEqual({
      kind: 'sentinel',
      url,
      replicas: 1,
      master: 'game',
      sentinelPassword: 'other',
      servers: {
        hosts: [
          { host: 's1', port: 26_379 },
          { host: 's2', port: 26_379 },
        ],
        password: 'p@ss',
        tls: false,
      },
    });
  });

  test('accepts nodes of a cluster', () => {
    const url = 'rediss-cluster://game:secret:1@n1:7000,[::1]:7001?replicas=2';
    expect(parseRedisUrl(url)).toEqual({
      kind: 'cluster',
      url,
      replicas: 2,
      servers: {
        hosts: [
          { host: 'n1', port: 7_000 },
          { host: '::1', port: 7_001 },
        ],
        username: 'game',
        password: 'secret:1',
        tls: true,
      },
    });
  });

  test.each([
    'http://127.0.0.1:6379',
    '127.0.0.1:6379',
    'redis://',
    'redis-cluster://n1:7000/name',
    'redis-cluster://n1:7000,,n2:7000',
    'redis-cluster://n1:port',
    'redis-sentinel://s1:26379',
  ])('refuses %s', (url) => {
    expect(parseRedisUrl(url)).toBeNull();
  });
});
