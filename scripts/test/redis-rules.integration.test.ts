import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REDIS_SERVICES } from '@doushouqi/operations/deployment';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { freePorts } from '../src/platform/ports.ts';
import { configureRedis, redisAnswers, redisCommand, redisUrlOf } from '../src/platform/redis-config.ts';

const clients = new Map<string, Redis>();

const dir = mkdtempSync(join(tmpdir(), 'doushouqi-rules-'));
const [port = 0] = await freePorts(1);
writeFileSync(join(dir, 'password'), randomBytes(16).toString('hex'));
mkdirSync(join(dir, 'redis'));
const url = configureRedis(join(dir, 'redis'), port, join(dir, 'password'));
const [command = '', ...args] = redisCommand(join(dir, 'redis'));
const server = spawn(command, args, { stdio: 'ignore' });
await vi.waitFor(async () => expect(await redisAnswers(url)).toBe(true), { timeout: 30_000 });
for (const service of REDIS_SERVICES) clients.set(service, new Redis(redisUrlOf(url, service)));
afterAll(async () => {
  for (const client of clients.values()) client.disconnect();
  server.kill();
  await once(server, 'exit');
  rmSync(dir, { recursive: true });
});

/** Resolves to 'allowed', or 'refused' if the rights do not suffice. */
async function outcome(service: string, command: string): Promise<string> {
  const [name = '', ...args] = command.split(' ');
  try {
    await clients.get(service)?.call(name, ...args);
    return 'allowed';
  } catch (error) {
    return error instanceof Error && error.message.startsWith('NOPERM') ? 'refused' : 'allowed';
  }
}

describe.each(REDIS_SERVICES)('%s', (service) => {
  test.each([
    'FLUSHALL',
    'KEYS *',
    'CONFIG GET *',
    'ACL LIST',
    'SHUTDOWN NOSAVE',
    'GET somebody-else',
    'SPUBLISH somebody-else x',
  ])('may not %s', async (command) => {
    expect(await outcome(service, command)).toBe('refused');
  });

  test.each(['PING', 'INFO server', 'CLIENT SETNAME x'])('may %s', async (command) => {
    expect(await outcome(service, command)).toBe('allowed');
  });
});

test.each([
  // Only room, realtime and timekeeper write games; pairing and social read which ones run.
  ['lobby', 'GET {room:1}:state:1', 'refused'],
  ['social', 'GET {room:1}:state:1', 'allowed'],
  ['social', 'DEL {room:1}:state:1', 'refused'],
  ['social', 'GET {room:1}:name:2', 'refused'],
  ['social', 'ZRANGE {places}:user:1:timed 0 -1', 'refused'],
  ['pairing', 'LRANGE {room:1}:events:1 0 -1', 'allowed'],
  ['pairing', 'DEL {room:1}:events:1', 'refused'],
  ['pairing', 'HGETALL {room:1}:outbox', 'refused'],
  ['pairing', 'ZRANGE {places}:user:1:timed 0 -1', 'allowed'],
  ['pairing', 'ZADD {places}:user:1:timed 1 x', 'refused'],
  ['record', 'GET {room:1}:state:1', 'refused'],
  ['auth', 'DEL {room:1}:state:1', 'refused'],
  ['room', 'GET {room:1}:state:1', 'allowed'],
  ['realtime', 'SET {room:1}:state:1 x', 'allowed'],
  ['timekeeper', 'SPUBLISH {room:1}:stream x', 'allowed'],
  ['social', 'SPUBLISH {room:1}:stream x', 'refused'],
  // Jobs.
  ['social', 'ZADD {queue}:room:delayed 1 x', 'refused'],
  ['lobby', 'LPUSH {queue}:archive:wait x', 'refused'],
  ['room', 'ZADD {queue}:room:delayed 1 x', 'allowed'],
  // Every service reads token revocations; only auth writes them.
  ['lobby', 'GET {user:1}:passwordUpdatedAt', 'allowed'],
  ['realtime', 'SET {user:1}:passwordUpdatedAt 0', 'refused'],
  ['record', 'DEL {user:1}:ended:2', 'refused'],
  ['timekeeper', 'GET {user:1}:ended:2', 'refused'],
  ['auth', 'SET {user:1}:ended:2 1', 'allowed'],
  // Only social writes blocks.
  ['room', 'SMEMBERS {user:1}:blocked', 'allowed'],
  ['room', 'SADD {user:1}:blocked 2', 'refused'],
  ['lobby', 'SMEMBERS {user:1}:blocked', 'refused'],
  // Only pairing writes its queue; only rating writes pauses.
  ['pairing', 'HSET {pairing}:tickets 1 x', 'allowed'],
  ['room', 'HGETALL {pairing}:tickets', 'allowed'],
  ['room', 'HGETALL {pairing}:waits', 'refused'],
  ['pairing', 'GET {user:1}:pause', 'allowed'],
  ['pairing', 'DEL {user:1}:pause', 'refused'],
  ['pairing', 'SADD {user:1}:blocked 2', 'refused'],
  ['pairing', 'ZADD {user:1}:nodes 1 x', 'refused'],
  // A service cannot reset another service's limits.
  ['lobby', 'DEL limit:login:account:1', 'refused'],
  ['record', 'DEL limit:lobby-message:1', 'refused'],
  ['record', 'SPUBLISH socket.io#/#user:1# x', 'refused'],
])('%s: %s is %s', async (service, command, expected) => {
  expect(await outcome(service, command)).toBe(expected);
});

test('limits a script to the rights of its service', async () => {
  const script = "return redis.call('GET', '{room:1}:state:1')";
  await expect(clients.get('lobby')?.eval(script, 0)).rejects.toThrow(/permission|NOPERM|can't access/i);
});
