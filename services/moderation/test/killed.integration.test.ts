import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, ApiError } from '@doushouqi/protocol';
import {
  checkLog,
  closeRedis,
  connectMongo,
  connectRedis,
  openCollections,
  sanctionsOf,
} from '@doushouqi/service-kit';
import { apiFrom, signTestToken } from '@doushouqi/service-kit/testing';
import { Types } from 'mongoose';
import { expect, test } from 'vitest';
import { COLLECTIONS } from '../src/models.ts';
import { order } from './fixtures.ts';
import { mortalModeration } from './mortal.ts';

const PEOPLE = 40;
const WORKERS = 4;
/** One after each 20 of 80 answers. */
const KILLS = 3;

const { calls, keys, service, addUser } = await mortalModeration();

/** Calls until there is an answer, as the console does. */
async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (error instanceof ApiError && error.status > 0 && error.status < 500 && error.status !== 429)
        throw error;
      await delay(20);
    }
  }
}

/** Closes an account: imposed by one operator and approved by another one. */
async function close(first: ApiClient, second: ApiClient, userId: string): Promise<void> {
  const body = order(userId, { id: new Types.ObjectId().toString(), kind: 'close', hours: null });
  await insist(() => first.impose({ body }));
  const decision = { params: { sanctionId: body.id }, body: { approve: true, reason: '同意' } };
  await insist(() => second.decideSanction(decision));
}

// Seven processes are started one after the other, which takes long on a busy machine.
test('every closure is logged and acts everywhere when the service is killed with its store in between', {
  timeout: 240_000,
}, async () => {
  const staff = ['阿山', '小满'].map((nickname, n) => {
    const token = signTestToken(addUser(1_000 + n, nickname, 'operator'), keys.privateKey, {
      role: 'operator',
    });
    return apiFrom(service.url, undefined, token);
  });
  const todo = Array.from({ length: PEOPLE }, (_, n) => addUser(n + 1, `花豹${n}`));
  const people = [...todo];
  const answers = new EventEmitter();
  let answered = 0;
  const work = async () => {
    for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
      await close(staff[0]!, staff[1]!, next);
      answered += 1;
      answers.emit(String(answered));
    }
  };
  const deaths = Array.from({ length: KILLS }, (_, n) => once(answers, String((n + 1) * 10)));
  service.start();
  const workers = Array.from({ length: WORKERS }, work);
  for (const death of deaths) {
    await death;
    await service.kill();
    service.start();
  }
  await Promise.all(workers);

  // What was left unfinished is done by the next process, half a minute later.
  const connection = await connectMongo(service.storeUrl);
  const { sanctions, log } = await openCollections(connection, COLLECTIONS);
  await sanctions.updateMany({ dueAt: { $ne: null } }, { $set: { dueAt: 0 } });
  await expect.poll(() => sanctions.countDocuments({ dueAt: { $ne: null } }), { timeout: 60_000 }).toBe(0);
  expect(await sanctions.countDocuments({ state: 'active', steps: [] })).toBe(PEOPLE);
  const redis = connectRedis(service.redisUrl, { role: 'command' });
  for (const id of people) {
    expect(await sanctionsOf(redis, id, Date.now())).toHaveProperty('close');
    expect(calls.done).toContain(`endSessionsOf ${id}`);
    expect(calls.done).toContain(`dropSeeks ${id}`);
  }
  await closeRedis(redis);
  const entries = await log.find().lean();
  expect(entries).toHaveLength(2 * PEOPLE);
  const check = await checkLog(log.find().sort({ _id: 1 }).lean().cursor());
  expect(check).toMatchObject({ entries: 2 * PEOPLE, faults: [] });
  await connection.close();
});
