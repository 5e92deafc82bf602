import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openToOthers } from '@doushouqi/operations/deployment';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePorts, type LogEntry, type Platform, PlatformError, startPlatform } from '../src/index.ts';
import { processIdentity } from '../src/platform/identity.ts';
import { FIXTURE_ROOT, PROCESSES } from './fixtures/processes.ts';

let dataDir: string;
let entries: LogEntry[];
let platform: Platform | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-platform-'));
  entries = [];
});
afterEach(async () => {
  await platform?.stop();
  platform = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(options: { env?: Record<string, string> } = {}): Promise<Platform> {
  const [port = 0] = await freePorts(1);
  return startPlatform({
    dataDir,
    port,
    processes: PROCESSES,
    root: FIXTURE_ROOT,
    log: (entry) => entries.push(entry),
    ...options,
  });
}

function pidsOf(running: Platform) {
  return [...running.processes.values()].map(({ pid }) => pid ?? 0);
}
function alive(pids: number[]) {
  return pids.filter((pid) => processIdentity(pid) !== undefined);
}

function commandLineOf(pid: number | undefined): string {
  return process.platform === 'linux'
    ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    : execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
}

async function untilGone(pids: number[]): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (alive(pids).length > 0 && Date.now() < deadline) await delay(20);
}

async function withRedis<T>(url: string, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  redis.on('error', () => undefined);
  try {
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}

describe('a running platform', () => {
  test('gives each process the environment of the table', async () => {
    platform = await start({ env: { LIMIT: '7' } });
    const { processes } = platform;
    const tell = async (name: string) => {
      const reply = await fetch(`http://127.0.0.1:${processes.get(name)?.port}/env`);
      return (await reply.json()) as Record<string, string>;
    };
    const { REDIS_URL: redisOfAuth, ...auth } = await tell('auth');
    // Each service connects to Redis as its own user.
    expect(new URL(redisOfAuth!)).toMatchObject({ username: 'auth', host: new URL(platform.redisUrl).host });
    expect(auth).toMatchObject({
      LIMIT: '7',
      HOST: '127.0.0.1',
      MONGODB_URL: platform.mongodbUrl,
      JWT_PRIVATE_KEY_FILE: join(dataDir, 'keys', 'jwt-private.pem'),
      SUPERVISED: '1',
    });
    const gateway = await tell('gateway');
    expect(gateway).toMatchObject({
      AUTH_URL: `http://127.0.0.1:${processes.get('auth')?.port}`,
      REALTIME_NODES: `realtime-1=http://127.0.0.1:${processes.get('realtime-1')?.port}`,
    });
    expect(gateway).not.toHaveProperty('JWT_PRIVATE_KEY_FILE');
    expect((await tell('realtime-1')).NODE_ID).toBe('realtime-1');
    expect((await fetch(`${platform.url}/readyz`)).status).toBe(200);
  });

  test('restarts a killed process on its port; Redis preserves acknowledged writes', async () => {
    platform = await start();
    const before = platform.processes.get('auth')?.pid;
    await platform.kill('auth', 'SIGKILL');
    await platform.waitReady('auth');
    const auth = platform.processes.get('auth');
    expect(auth?.pid).not.toBe(before);
    expect(auth?.restarts).toBe(1);
    expect((await fetch(`http://127.0.0.1:${auth?.port}/healthz`)).status).toBe(200);

    await withRedis(platform.redisUrl, (redis) => redis.set('move', '蓝象'));
    await platform.kill('redis', 'SIGKILL');
    await platform.waitReady('redis');
    expect(await withRedis(platform.redisUrl, (redis) => redis.get('move'))).toBe('蓝象');
    await platform.waitReady('auth');
  });

  test('stops in order and leaves no process', async () => {
    const running = await start();
    const pids = pidsOf(running);
    await running.stop();
    expect(alive(pids)).toEqual([]);
    const stopped = entries.filter(({ message }) => message === 'stopped').map(({ process }) => process);
    // The gateway and the realtime nodes drain together, each waiting for the other's sockets.
    expect(stopped.slice(0, 2).sort()).toEqual(['gateway', 'realtime-1']);
    expect(stopped.slice(2)).toEqual(['auth']);
    expect(readdirSync(dataDir)).not.toContain('lock');
  });

  test('refuses a second platform on its data folder', async () => {
    platform = await start();
    await expect(start()).rejects.toThrow(`already running from ${dataDir} (process ${process.pid})`);
    expect((await fetch(`${platform.url}/healthz`)).status).toBe(200);
  });

  test('creates its keys once', async () => {
    const read = () =>
      readdirSync(join(dataDir, 'keys')).map((file) => readFileSync(join(dataDir, 'keys', file), 'utf8'));
    await (await start()).stop();
    const first = read();
    await (await start()).stop();
    expect(first).toHaveLength(5);
    expect(read()).toEqual(first);
  });

  test('makes its files accessible only to their owner, including files of an older version', async () => {
    const before = process.umask(0o022);
    try {
      platform = await start();
      await withRedis(platform.redisUrl, (redis) => redis.set('move', '蓝象'));
      expect(openToOthers(dataDir)).toEqual([]);
      await platform.stop();
      chmodSync(dataDir, 0o755);
      for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
        const path = join(dataDir, name);
        chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
      }
      platform = await start();
      expect(openToOthers(dataDir)).toEqual([]);
      expect(await withRedis(platform.redisUrl, (redis) => redis.get('move'))).toBe('蓝象');
    } finally {
      process.umask(before);
    }
  });

  test('takes over the Redis of an older version, and refuses clients without the password', async () => {
    await (await start()).stop();
    for (const path of ['keys/redis-password', 'redis/redis.conf']) rmSync(join(dataDir, path));
    platform = await start();
    const bare = new URL(platform.redisUrl);
    const { password } = bare;
    bare.password = '';
    await expect(withRedis(bare.href, (redis) => redis.get('move'))).rejects.toThrow(/NOAUTH/);
    const commandLine = commandLineOf(platform.processes.get('redis')?.pid);
    expect(password).toMatch(/^[\w-]{43}$/);
    expect(commandLine).toContain('redis-server');
    expect(commandLine).not.toContain(password);
  });
});

describe('a platform that cannot start', () => {
  test('reports the process and its last line, and stops the rest', async () => {
    const failure = await start({ env: { MODE: 'broken' } }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PlatformError);
    expect((failure as Error).message).toMatch(
      /^(auth|realtime-1|gateway) did not start: .*the wheel came off$/,
    );
    const known = JSON.parse(readFileSync(join(dataDir, 'processes.json'), 'utf8'));
    expect(known).toEqual([]);
    expect(readdirSync(dataDir)).not.toContain('lock');
  });

  test('reports a corrupt Redis log in one clear line, and does not change it', async () => {
    const running = await start();
    await withRedis(running.redisUrl, (redis) => redis.set('move', 'x'.repeat(500)));
    await running.stop();
    const folder = join(dataDir, 'redis', 'appendonlydir');
    const log = readdirSync(folder).find((name) => name.endsWith('.incr.aof')) ?? '';
    const damaged = readFileSync(join(folder, log), 'utf8').replace('*2', '!?');
    writeFileSync(join(folder, log), damaged);
    await expect(start()).rejects.toThrow(
      /^redis did not start: Bad file format reading the append only file/,
    );
    expect(readFileSync(join(folder, log), 'utf8')).toBe(damaged);
  });
});

test('ends all processes after the supervisor is killed, and takes over at the next start', async () => {
  const [port = 0] = await freePorts(1);
  const script = join(FIXTURE_ROOT, 'run-platform.ts');
  const supervisor = spawn(process.execPath, [script, dataDir, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(supervisor.stdout, 'data');
  const pids = JSON.parse(String(line)) as number[];
  expect(alive(pids)).toHaveLength(PROCESSES.length);
  supervisor.kill('SIGKILL');
  await untilGone(pids);
  expect(alive(pids)).toEqual([]);
  platform = await start();
  expect((await fetch(`${platform.url}/readyz`)).status).toBe(200);
});
