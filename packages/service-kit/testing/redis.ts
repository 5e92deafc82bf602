import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './ports.ts';

export type TestRedis = {
  url: string;
  /** Ends the server outright, as `kill -9` does. Its data stays for `restart`. */
  kill(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  restart(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
};

const START_DEADLINE_MS = 10_000;

/** Resolves to Redis's answer to PING, or undefined while nobody answers. */
function ping(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const finish = (answer: string | undefined) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('data', (data) => finish(data.toString()));
    socket.once('error', () => finish(undefined));
    socket.setTimeout(1_000, () => finish(undefined));
  });
}

type Options = Readonly<Record<string, string>>;

async function launch(port: number, dir: string, more: Options): Promise<ChildProcess> {
  const options = { port, bind: '127.0.0.1', dir, appendonly: 'yes', appendfsync: 'always', save: '' };
  const args = Object.entries({ ...options, 'maxmemory-policy': 'noeviction', ...more });
  const child = spawn(
    'redis-server',
    args.flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: 'ignore' },
  );
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const deadline = Date.now() + START_DEADLINE_MS;
  // Who is asked for a name has a server that is ready, too.
  while (!/^(\+PONG|-NOAUTH)/.test((await ping(port)) ?? '')) {
    if (failure !== undefined) throw failure;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('redis-server did not start');
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

/**
 * A real Redis server of its own for one test file, configured as in production, in a temporary folder. `more`: further
 * options of its configuration.
 */
export async function startTestRedis(more: Options = {}): Promise<TestRedis> {
  const dir = await mkdtemp(join(tmpdir(), 'doushouqi-redis-'));
  const port = await freePort();
  let child = await launch(port, dir, more);
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => end(child, 'SIGKILL'),
    async restart() {
      await end(child, 'SIGKILL');
      child = await launch(port, dir, more);
    },
    async stop() {
      await end(child, 'SIGKILL');
      await rm(dir, { recursive: true, force: true });
    },
  };
}
