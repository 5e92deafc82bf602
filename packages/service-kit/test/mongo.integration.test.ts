import { createHook } from 'node:async_hooks';
import { describe, expect, test } from 'vitest';
import { toAppError } from '../src/errors.ts';
import { createLogger } from '../src/logger.ts';
import { connectMongo, pingMongo, retryUpsert } from '../src/mongo.ts';
import { freePort, startTestStore } from '../testing/index.ts';

describe('connectMongo', () => {
  test('connects, answers pings, and fails with 503 after the store stops', async () => {
    const store = await startTestStore();
    const connection = await connectMongo(store.url, { serverSelectionTimeoutMs: 300 });
    await pingMongo(connection);
    const things = connection.collection<{ name: string }>('things');
    await things.insertOne({ name: '象' });
    expect(await things.countDocuments({ name: '象' })).toBe(1);

    await connection.close();
    const failure = await pingMongo(connection).catch((error: unknown) => error);
    expect(toAppError(failure)).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    await store.stop();
  });

  test('an idle pool starts no frequent timers', async () => {
    const store = await startTestStore();
    // Only the timers of the pool: the test runner has timers too.
    const timers: { _idleTimeout?: number }[] = [];
    const hook = createHook({
      init: (_id, type, _trigger, resource: { _idleTimeout?: number; _onTimeout?: () => void }) => {
        if (type === 'Timeout' && String(resource._onTimeout).includes('ensureMinPoolSize'))
          timers.push(resource);
      },
    }).enable();
    const connection = await connectMongo(store.url);
    hook.disable();
    expect(new Set(timers.map(({ _idleTimeout: ms }) => ms))).toEqual(new Set([60_000]));
    await connection.close();
    await store.stop();
  });

  test('waits for an unavailable store and logs each attempt, until it is aborted', async () => {
    const lines: string[] = [];
    const abort = new AbortController();
    const logger = createLogger(
      { name: 'test' },
      {
        write(line) {
          lines.push(line);
          if (lines.length === 2) abort.abort();
        },
      },
    );
    const url = `mongodb://127.0.0.1:${await freePort()}/test`;
    const waiting = connectMongo(url, { logger, signal: abort.signal, serverSelectionTimeoutMs: 100 });
    await expect(waiting).rejects.toThrow();
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('waiting for the document store');
  });
});

describe('retryUpsert', () => {
  test('repeats an upsert whose document another one has just created, and no other failure', async () => {
    const store = await startTestStore();
    const connection = await connectMongo(store.url);
    const counts = connection.collection<{ _id: string; n: number }>('counts');
    let attempts = 0;
    const colliding = async () => {
      attempts += 1;
      if (attempts === 1) await counts.insertOne({ _id: 'a', n: 1 });
      if (attempts <= 2) await counts.insertOne({ _id: 'a', n: 2 });
      return counts.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { upsert: true });
    };
    expect(await retryUpsert(colliding)).toMatchObject({ matchedCount: 1, upsertedCount: 0 });
    expect(attempts).toBe(3);
    expect(await counts.findOne()).toEqual({ _id: 'a', n: 2 });

    attempts = 0;
    const always = () => {
      attempts += 1;
      return counts.insertOne({ _id: 'a', n: 3 });
    };
    await expect(retryUpsert(always)).rejects.toMatchObject({ code: 11_000 });
    expect(attempts).toBe(5);

    attempts = 0;
    const invalid = () => {
      attempts += 1;
      return counts.updateOne({ _id: 'a' }, { $nope: { n: 1 } } as never, { upsert: true });
    };
    await expect(retryUpsert(invalid)).rejects.toThrow();
    expect(attempts).toBe(1);
    await connection.close();
    await store.stop();
  });
});
