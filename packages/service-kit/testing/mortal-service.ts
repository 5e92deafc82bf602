import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_TOKEN } from './peers.ts';
import { freePort } from './ports.ts';
import { startTestRedis } from './redis.ts';
import { makeTestKeys } from './tokens.ts';

const STORE = join(import.meta.dirname, '..', '..', 'embedded-mongo', 'src', 'main.ts');

interface MortalOptions {
  /** The script of the service's process. */
  entry: string;
  /** Its database. */
  database: string;
  /** More of its environment. */
  env?: Record<string, string>;
  keys?: ReturnType<typeof makeTestKeys>;
}

/**
 * Prepares a service and its store as processes that a test kills together: a store holds what a dead process had begun for
 * a minute, as MongoDB does. Redis stays.
 */
export async function prepareMortalService({
  entry,
  database,
  env = {},
  keys = makeTestKeys(),
}: MortalOptions) {
  const [redis, dir] = await Promise.all([
    startTestRedis(),
    mkdtemp(join(tmpdir(), `doushouqi-${database}-`)),
  ]);
  const [servicePort, storePort] = [await freePort(), await freePort()];
  await writeFile(join(dir, 'public.pem'), keys.publicKey);
  await writeFile(join(dir, 'token'), SERVICE_TOKEN);
  const storeUrl = `mongodb://127.0.0.1:${storePort}/${database}`;
  const processes = new Map<string, ChildProcess>();

  /** Starts a process, and again when it ends by itself: a service gives up a store that starts too slowly. */
  const run = (name: string, script: string, environment: Record<string, string>): void => {
    const child = spawn(process.execPath, [script], {
      stdio: 'ignore',
      env: { ...process.env, ...environment },
    });
    processes.set(name, child);
    child.once('exit', () => {
      if (processes.get(name) === child) run(name, script, environment);
    });
  };
  const startStore = (): void =>
    run('store', STORE, {
      EMBEDDED_STORE_DIR: join(dir, 'store'),
      EMBEDDED_STORE_PORT: String(storePort),
    });
  const kill = async (): Promise<void> => {
    const exits = [...processes.values()].map((child) => {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      return exit;
    });
    processes.clear();
    await Promise.all(exits);
  };
  return {
    url: `http://127.0.0.1:${servicePort}`,
    storeUrl,
    redisUrl: redis.url,
    /** Starts the store alone. */
    startStore,
    start(): void {
      startStore();
      run('service', entry, {
        PORT: String(servicePort),
        HOST: '127.0.0.1',
        REDIS_URL: redis.url,
        MONGODB_URL: storeUrl,
        JWT_PUBLIC_KEY_FILE: join(dir, 'public.pem'),
        SERVICE_TOKEN_FILE: join(dir, 'token'),
        ...env,
      });
    },
    kill,
    /** Ends all processes and removes their files. */
    async end(): Promise<void> {
      await kill();
      await redis.stop();
      await rm(dir, { recursive: true });
    },
  };
}

export type MortalService = Awaited<ReturnType<typeof prepareMortalService>>;
