import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { nodeAt, ownerOf, type RedisClient } from '../src/redis.ts';
import { freePort } from './ports.ts';

export type TestRedis = {
  url: string;
  /** Kills the server, as `kill -9` does. Its data stays for `restart`. */
  kill(): Promise<void>;
  /** Restarts it on the same port with the same data. */
  restart(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
};

const START_DEADLINE_MS = 30_000;

/** Resolves to Redis's reply to PING, or undefined if no server answers. */
function ping(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const finish = (answer: string | undefined) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('data', (data) => finish(data.toString()));
    socket.once('error', () => finish(undefined));
    socket.once('close', () => finish(undefined));
    socket.setTimeout(1_000, () => finish(undefined));
  });
}

/** Returns the arguments of a server configured as in production. */
function serverArguments(port: number, dir: string, settings: Settings): string[] {
  const options = { port, bind: '127.0.0.1', dir, appendonly: 'yes', appendfsync: 'always', save: '' };
  const all = { ...options, 'maxmemory-policy': 'noeviction', ...settings };
  return Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

async function launch(port: number, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn('redis-server', args, { stdio: 'ignore' });
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const deadline = Date.now() + START_DEADLINE_MS;
  // A server that asks for a login is ready too.
  while (!/^(\+PONG|-NOAUTH)/.test((await ping(port)) ?? '')) {
    if (failure !== undefined) throw failure;
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
    if (Date.now() > deadline) throw new Error('redis-server did not start in time');
    await delay(20);
  }
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** Options of the server configuration. */
export type Settings = Readonly<Record<string, string | number>>;
export type RedisProcess = TestRedis & {
  port: number;
  isRunning(): boolean;
  /** Freezes the process: connections stay open without replies until it continues. */
  freeze(): void;
  goOn(): void;
};

async function keepRunning(
  argumentsOf: (port: number, dir: string) => Promise<string[]> | string[],
): Promise<RedisProcess> {
  const dir = await mkdtemp(join(tmpdir(), 'doushouqi-redis-'));
  const port = await freePort();
  const args = await argumentsOf(port, dir);
  let child = await launch(port, args);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    freeze: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    kill: () => end(child, 'SIGKILL'),
    async restart() {
      await end(child, 'SIGKILL');
      child = await launch(port, args);
    },
    async stop() {
      await end(child, 'SIGKILL');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Starts a Redis server with further settings, in a temporary folder. */
export function launchRedis(settings: Settings): Promise<RedisProcess> {
  return keepRunning((port, dir) => serverArguments(port, dir, settings));
}

/** Starts a sentinel with these lines of configuration and a port. */
export function launchSentinel(lines: readonly string[], settings: Settings = {}): Promise<RedisProcess> {
  return keepRunning(async (port, dir) => {
    const file = join(dir, 'sentinel.conf');
    const further = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
    await writeFile(
      file,
      [`port ${port}`, 'bind 127.0.0.1', `dir ${dir}`, ...further, ...lines, ''].join('\n'),
    );
    return [file, '--sentinel'];
  });
}

let startElsewhere: (() => Promise<TestRedis>) | undefined;

/** Replaces what `startTestRedis` starts: for suites that run on every kind of Redis. */
export function startTestRedisAs(start: () => Promise<TestRedis>): void {
  startElsewhere = start;
}

/**
 * Starts a real Redis server for one test file, configured as in production, in a temporary folder. `settings`:
 * further options of its configuration.
 */
export function startTestRedis(settings: Settings = {}): Promise<TestRedis> {
  return startElsewhere?.() ?? launchRedis(settings);
}

async function serversOf(redis: RedisClient): Promise<Redis[]> {
  // After the first command the client has the list of masters.
  await redis.exists('any');
  return 'nodes' in redis ? redis.nodes('master') : [redis];
}

/** Deletes all keys. */
export async function clearRedis(redis: RedisClient): Promise<void> {
  await Promise.all((await serversOf(redis)).map((server) => server.flushall()));
}

/** Returns all keys of a pattern, on all nodes. */
export async function keysLike(redis: RedisClient, pattern: string): Promise<string[]> {
  return (await Promise.all((await serversOf(redis)).map((server) => server.keys(pattern)))).flat();
}

/** Resolves to the connection to the server of a sharded channel, once it exists. */
export async function serverOf(redis: RedisClient, channel: string): Promise<Redis> {
  if (!('nodes' in redis)) return redis;
  await redis.exists(channel);
  return nodeAt(redis, ownerOf(redis, channel))!;
}
