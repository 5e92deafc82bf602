import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FAVORITES_PAGE, HISTORY_PAGE } from '@doushouqi/protocol';
import type { PlatformOptions } from '@doushouqi/scripts';
import { connectMongo } from '@doushouqi/service-kit';
import { type Pinned, pinLoad, startPinned } from '../measure/pinned.ts';
import { type Pages, report } from './report.ts';
import { favorite, type Records, seedHistory } from './seed.ts';

/**
 * `npm run bench:records -- --games 10000 --rounds 100`: time and read documents of page 1 of each filter, for a user
 * with that many games and one with ten. With MONGODB_URL it uses a database of its own on that server.
 */
const { values } = parseArgs({
  options: { games: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '100' } },
});
const many = Number(values.games);
const rounds = Number(values.rounds);
if (!(many >= 10) || !(rounds >= 1)) {
  console.error('usage: npm run bench:records -- --games 10000 --rounds 100');
  process.exit(1);
}

type StoreConnection = Awaited<ReturnType<typeof connectMongo>>;

const FEW = 10;
const USERS = { few: randomBytes(12).toString('hex'), many: randomBytes(12).toString('hex') };
type Who = keyof typeof USERS;
/** Runs before each page is read. */
type Prepare = (who: Who) => Promise<unknown>;
/** Alternating order, so that drifts in a round affect both equally. */
const TURNS: readonly Who[] = ['few', 'many', 'many', 'few'];
const PAGES: readonly (readonly [name: string, query: string])[] = [
  ['all', `limit=${HISTORY_PAGE}`],
  ['ranked', `filter=ranked&limit=${HISTORY_PAGE}`],
  ['favorites', `filter=favorites&limit=${FAVORITES_PAGE}`],
  ['local', `filter=local&limit=${HISTORY_PAGE}`],
  ['all, won', `result=win&limit=${HISTORY_PAGE}`],
];

function ownDatabase(server: string | undefined): string | undefined {
  if (!server) return undefined;
  const url = new URL(server);
  url.pathname = `/bench-records-${randomBytes(6).toString('hex')}`;
  return url.href;
}

function processesOn(mongodbUrl: string | undefined): NonNullable<PlatformOptions['processes']> {
  const store = { name: 'store', stage: 'store', role: 'store' } as const;
  return [
    { name: 'redis', stage: 'redis', role: 'redis' },
    ...(mongodbUrl === undefined ? [{ ...store, entry: 'packages/embedded-mongo/src/main.ts' }] : []),
    { name: 'auth', stage: 'service', role: 'auth', entry: 'services/auth/src/main.ts' },
    { name: 'record', stage: 'service', role: 'record', entry: 'services/record/src/main.ts' },
  ];
}

/** Returns the milliseconds until the page is read. */
async function readPage({ url, tokenOf }: Records, who: Who, query: string): Promise<number> {
  const headers = { authorization: `Bearer ${tokenOf(USERS[who])}` };
  const started = performance.now();
  const response = await fetch(`${url}/api/game-records?${query}`, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${query}: ${response.status} ${text}`);
  return performance.now() - started;
}

async function measurePage(
  records: Records,
  examinedSoFar: () => Promise<number>,
  [name, query]: (typeof PAGES)[number],
  prepare: Prepare = async () => undefined,
): Promise<Pages> {
  const examined = { few: 0, many: 0 };
  for (const who of ['few', 'many'] as const) {
    // The first read counts what changed since the last one.
    await readPage(records, who, query);
    await prepare(who);
    const before = await examinedSoFar();
    await readPage(records, who, query);
    examined[who] = (await examinedSoFar()) - before;
  }
  const times: Pages['times'] = { few: [], many: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const who of TURNS) {
      await prepare(who);
      times[who].push(await readPage(records, who, query));
    }
  }
  return { name, times, examined };
}

async function measureAll(records: Records, connection: StoreConnection): Promise<Pages[]> {
  const examinedSoFar = async (): Promise<number> => {
    const status = await connection.db?.admin().command({ serverStatus: 1 });
    return Number(status?.metrics.queryExecutor.scannedObjects);
  };
  const stored = {
    few: await seedHistory(records, USERS.few, FEW),
    many: await seedHistory(records, USERS.many, many),
  };
  const pages: Pages[] = [];
  for (const page of PAGES) pages.push(await measurePage(records, examinedSoFar, page));
  const [, query] = PAGES[0]!;
  const change: Prepare = (who) => favorite(records, USERS[who], stored[who]);
  return [...pages, await measurePage(records, examinedSoFar, ['all, after a change', query], change)];
}

async function measure({ platform, tokenOf }: Pinned): Promise<Pages[]> {
  const tokens = { [USERS.few]: tokenOf(USERS.few), [USERS.many]: tokenOf(USERS.many) };
  const connection = await connectMongo(platform.mongodbUrl);
  const records: Records = {
    url: `http://127.0.0.1:${platform.processes.get('record')?.port}`,
    serviceToken: readFileSync(join(platform.keysDir, 'service-token'), 'utf8').trim(),
    tokenOf: (userId) => tokens[userId]!,
  };
  try {
    return await measureAll(records, connection);
  } finally {
    if (mongodbUrl !== undefined) await connection.dropDatabase();
    await connection.close();
  }
}

pinLoad();
const mongodbUrl = ownDatabase(process.env.MONGODB_URL);
const pinned = await startPinned('records', {
  processes: processesOn(mongodbUrl),
  ...(mongodbUrl !== undefined && { mongodbUrl }),
});
let holds: boolean;
try {
  holds = report(await measure(pinned), { few: FEW, many });
} finally {
  await pinned.stop();
}
process.exit(holds ? 0 : 1);
