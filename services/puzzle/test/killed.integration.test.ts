import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, ApiError } from '@doushouqi/protocol';
import { connectMongo, openCollections } from '@doushouqi/service-kit';
import {
  apiFrom,
  freePort,
  idOf,
  makeTestKeys,
  SERVICE_TOKEN,
  signTestToken,
  startTestRedis,
  type TestRedis,
} from '@doushouqi/service-kit/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLLECTIONS } from '../src/models.ts';
import { movesOf, poolOf } from './pool.ts';

const SERVICE = join(import.meta.dirname, 'process.ts');
const STORE = join(import.meta.dirname, '..', '..', '..', 'packages', 'embedded-mongo', 'src', 'main.ts');
const USERS = 6;
const PUZZLES = poolOf(60).puzzles.slice(20, 30);
const TRIES = USERS * PUZZLES.length;
const WORKERS = 6;
/** One after each 40 of 120 answers. */
const KILLS = 2;

const keys = makeTestKeys();
let redis: TestRedis;
let dir: string;
const ports = { service: 0, store: 0 };
const processes = new Map<string, ChildProcess>();
beforeAll(async () => {
  [redis, dir] = await Promise.all([startTestRedis(), mkdtemp(join(tmpdir(), 'doushouqi-puzzle-'))]);
  [ports.service, ports.store] = [await freePort(), await freePort()];
  await writeFile(join(dir, 'public.pem'), keys.publicKey);
  await writeFile(join(dir, 'token'), SERVICE_TOKEN);
});
afterAll(async () => {
  await kill();
  await redis.stop();
  await rm(dir, { recursive: true });
});

function storeUrl(): string {
  return `mongodb://127.0.0.1:${ports.store}/puzzle`;
}

/** Starts a process, and again when it ends by itself: a service gives up a store that starts too slowly. */
function start(name: string, entry: string, env: Record<string, string>): void {
  const child = spawn(process.execPath, [entry], { stdio: 'ignore', env: { ...process.env, ...env } });
  processes.set(name, child);
  child.once('exit', () => {
    if (processes.get(name) === child) start(name, entry, env);
  });
}

function startStore(): void {
  start('store', STORE, {
    EMBEDDED_STORE_DIR: join(dir, 'store'),
    EMBEDDED_STORE_PORT: String(ports.store),
  });
}

function startBoth(): void {
  startStore();
  start('service', SERVICE, {
    PORT: String(ports.service),
    HOST: '127.0.0.1',
    REDIS_URL: redis.url,
    MONGODB_URL: storeUrl(),
    JWT_PUBLIC_KEY_FILE: join(dir, 'public.pem'),
    SERVICE_TOKEN_FILE: join(dir, 'token'),
  });
}

/** With the store, which else holds what the dead process had begun for a minute, as MongoDB does. */
async function kill(): Promise<void> {
  const exits = [...processes.values()].map((child) => {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    return exit;
  });
  processes.clear();
  await Promise.all(exits);
}

/** Calls until there is an answer, as a page does. */
async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (error instanceof ApiError && error.status > 0 && error.status < 500) throw error;
      await delay(20);
    }
  }
}

async function miss(api: ApiClient, puzzle: (typeof PUZZLES)[number]): Promise<string> {
  const params = { puzzleId: puzzle.id };
  const { attemptId } = await insist(() => api.startAttempt({ params, body: {} }));
  const body = { move: movesOf(puzzle).wrong, at: 0 };
  return JSON.stringify(await insist(() => api.playPuzzleMove({ params: { attemptId }, body })));
}

// Five processes are started one after the other, which takes long on a busy machine.
test('rates each try once when it is killed with its store during many moves', {
  timeout: 180_000,
}, async () => {
  const url = `http://127.0.0.1:${ports.service}`;
  const apis = Array.from({ length: USERS }, (_, n) =>
    apiFrom(url, undefined, signTestToken(idOf(n), keys.privateKey)),
  );
  const answers = new EventEmitter();
  const replies = new Map<string, Set<string>>();
  let answered = 0;
  // Each twice: a move whose answer was lost comes again.
  const todo = PUZZLES.flatMap((puzzle) => apis.map((api, n) => ({ puzzle, api, n }))).flatMap((one) => [
    one,
    one,
  ]);
  const work = async () => {
    for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
      const { puzzle, api, n } = next;
      const key = `${idOf(n)}:${puzzle.id}`;
      const reply = await miss(api, puzzle);
      replies.set(key, (replies.get(key) ?? new Set()).add(reply));
      answered += 1;
      answers.emit(String(answered));
    }
  };
  const deaths = Array.from({ length: KILLS }, (_, n) => once(answers, String((n + 1) * 40)));
  startBoth();
  const workers = Array.from({ length: WORKERS }, work);
  for (const death of deaths) {
    await death;
    await kill();
    startBoth();
  }
  await Promise.all(workers);
  await kill();
  expect([...replies.values()].map(({ size }) => size)).toEqual(Array.from({ length: TRIES }, () => 1));

  startStore();
  const connection = await connectMongo(storeUrl());
  const { tries, solvers, puzzles, attempts } = await openCollections(connection, COLLECTIONS);
  expect(await tries.countDocuments({ isDecided: true })).toBe(TRIES);
  expect(await attempts.countDocuments()).toBe(TRIES);
  const plays = (await puzzles.find().lean()).map((puzzle) => puzzle.plays);
  expect(plays).toEqual(PUZZLES.map(() => USERS));
  for (const { _id, rating, puzzles: rated } of await solvers.find().lean()) {
    expect(rated).toBe(PUZZLES.length);
    const changes = (await tries.find({ userId: _id }).lean()).map(({ change }) => change!);
    // Each try begins with the rating that another one left.
    const left = new Set([1_500, ...changes.map(({ after }) => after)]);
    for (const { before } of changes) expect(left.delete(before)).toBe(true);
    expect([...left]).toEqual([rating]);
  }
  await connection.close();
});
