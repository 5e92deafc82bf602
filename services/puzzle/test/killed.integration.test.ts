import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, ApiError } from '@doushouqi/protocol';
import { connectMongo, openCollections } from '@doushouqi/service-kit';
import {
  apiFrom,
  idOf,
  type MortalService,
  makeTestKeys,
  prepareMortalService,
  signTestToken,
} from '@doushouqi/service-kit/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLLECTIONS } from '../src/models.ts';
import { movesOf, poolOf } from './pool.ts';

const USERS = 6;
const PUZZLES = poolOf(60).puzzles.slice(20, 30);
const TRIES = USERS * PUZZLES.length;
const WORKERS = 6;
/** One after each 40 of 120 answers. */
const KILLS = 2;

const keys = makeTestKeys();
let service: MortalService;
beforeAll(async () => {
  const entry = join(import.meta.dirname, 'process.ts');
  service = await prepareMortalService({ entry, database: 'puzzle', keys });
});
afterAll(() => service?.end());

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
  const apis = Array.from({ length: USERS }, (_, n) =>
    apiFrom(service.url, undefined, signTestToken(idOf(n), keys.privateKey)),
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
  service.start();
  const workers = Array.from({ length: WORKERS }, work);
  for (const death of deaths) {
    await death;
    await service.kill();
    service.start();
  }
  await Promise.all(workers);
  await service.kill();
  expect([...replies.values()].map(({ size }) => size)).toEqual(Array.from({ length: TRIES }, () => 1));

  service.startStore();
  const connection = await connectMongo(service.storeUrl);
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
