import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { getServiceDef, needsOf, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { connectMongo } from '@doushouqi/service-kit';
import { freePort, startTestStore } from '@doushouqi/service-kit/testing';
import { afterAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const WITH_COLLECTIONS = SERVICE_NAMES.filter((name) => needsOf(name).includes('mongodb'));
/** Collections whose documents are found by their ids alone. */
const WITHOUT_INDEXES = [
  'nicknames',
  'factors',
  'devicekeys',
  'unreads',
  'keys',
  'historytallies',
  'solvers',
  'dailypuzzles',
  'learners',
  'site',
];

const store = await startTestStore();
afterAll(() => store.stop());

function prepare(service: string, mongodbUrl: string) {
  const env = { ...process.env, MONGODB_URL: mongodbUrl, LOG_LEVEL: 'info' };
  return spawn(process.execPath, [join(ROOT, 'services', service, 'src', 'main.ts'), 'prepare'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function exitCode(child: ReturnType<typeof prepare>): Promise<number | null> {
  child.stdout.resume();
  const [code] = await once(child, 'exit');
  return code as number | null;
}

/** Returns every index but that of the ids, as `collection.index`. */
async function indexes(): Promise<string[]> {
  const connection = await connectMongo(store.url);
  const { db } = connection;
  const collections = await db!.listCollections().toArray();
  const named = await Promise.all(
    collections.map(async ({ name }) => {
      const found = await db!.collection(name).indexes();
      return found.map((index) => `${name}.${index.name}`);
    }),
  );
  await connection.close();
  return named
    .flat()
    .filter((name) => !name.endsWith('._id_'))
    .toSorted();
}

test('prepares the collections of every service once, and changes nothing the second time', async () => {
  expect(await Promise.all(WITH_COLLECTIONS.map((name) => exitCode(prepare(name, store.url))))).toEqual(
    WITH_COLLECTIONS.map(() => 0),
  );
  const made = await indexes();
  expect(made).toEqual(
    expect.arrayContaining([
      'users.usernameLower_1',
      'friendships.users_1',
      'privatemessages.pair_1__id_-1',
      'lobbyreports.at_1',
      'gamerecords.gameId_1',
      'historyentries.userId_1_endTime_-1__id_-1',
    ]),
  );
  const listed = WITH_COLLECTIONS.flatMap((name) => Object.keys(getServiceDef(name).collections ?? {}));
  const withIndexes = new Set(made.map((name) => name.split('.')[0]));
  expect(listed.filter((name) => !withIndexes.has(name))).toEqual(WITHOUT_INDEXES);
  expect(await exitCode(prepare('record', store.url))).toBe(0);
  expect(await indexes()).toEqual(made);
});

describe('while the store is away', () => {
  test('waits, and counts a stop as not done', async () => {
    const child = prepare('auth', `mongodb://127.0.0.1:${await freePort()}/nothing`);
    const [line] = await once(child.stdout, 'data');
    expect(String(line)).toContain('waiting for the document store');
    child.kill('SIGTERM');
    expect(await exitCode(child)).toBe(1);
  });
});
