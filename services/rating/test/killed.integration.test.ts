import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROUTES } from '@doushouqi/protocol/server';
import { connectMongo, openCollections, route } from '@doushouqi/service-kit';
import {
  freePort,
  makeTestKeys,
  type Peer,
  type Profiles,
  SERVICE_TOKEN,
  startPeer,
  startProfiles,
  startTestRedis,
  type TestRedis,
} from '@doushouqi/service-kit/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLLECTIONS } from '../src/models/ratings.ts';
import { againstBot, finished } from './fixtures.ts';

const SERVICE = join(import.meta.dirname, '..', 'src', 'main.ts');
const STORE = join(import.meta.dirname, '..', '..', '..', 'packages', 'embedded-mongo', 'src', 'main.ts');
const OPERATIONS = join(import.meta.dirname, '..', '..', '..', 'packages', 'operations', 'src', 'main.ts');
const GAMES = 60;
const PLAYERS = 24;
const WORKERS = 8;
/** One after each 40 of 120 answers. */
const KILLS = 2;

let redis: TestRedis;
let profiles: Profiles;
let record: Peer;
let dir: string;
const ports = { service: 0, store: 0 };
const processes = new Map<string, ChildProcess>();
beforeAll(async () => {
  [redis, profiles, record, dir] = await Promise.all([
    startTestRedis(),
    startProfiles(),
    startPeer((app) => route(app, ROUTES.archiveGame, { handler: async () => ({ recordId: 'r' }) })),
    mkdtemp(join(tmpdir(), 'doushouqi-rating-')),
  ]);
  [ports.service, ports.store] = [await freePort(), await freePort()];
  await writeFile(join(dir, 'public.pem'), makeTestKeys().publicKey);
  await writeFile(join(dir, 'token'), SERVICE_TOKEN);
});
afterAll(async () => {
  await kill();
  await Promise.all([profiles.stop(), record.stop(), redis.stop()]);
  await rm(dir, { recursive: true });
});

function storeUrl(): string {
  return `mongodb://127.0.0.1:${ports.store}/rating`;
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
    AUTH_URL: profiles.url,
    RECORD_URL: record.url,
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

/** Returns the output of an operator's command: `npm run rerate`, `npm run flags`. */
async function operator(command: string, ...flags: string[]): Promise<string> {
  const env = { ...process.env, REDIS_URL: redis.url, MONGODB_URL: storeUrl() };
  const child = spawn(process.execPath, [OPERATIONS, command, ...flags], { env });
  child.stdout.setEncoding('utf8');
  return (await child.stdout.toArray()).join('');
}

/** Hands a game over until there is an answer, as the timekeeper does. */
async function handOver(game: object): Promise<void> {
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${ports.service}/internal/rated-games`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-token': SERVICE_TOKEN },
      body: JSON.stringify(game),
    }).catch(() => null);
    if (reply?.status === 200) return;
    await delay(20);
  }
}

// Seven processes are started one after the other, which takes long on a busy machine.
test('rates each game once when it is killed with its store during many reports', {
  timeout: 180_000,
}, async () => {
  const answers = new EventEmitter();
  let answered = 0;
  const games = Array.from({ length: GAMES }, (_, n) => {
    const early = n % 15 === 0 ? { endReason: 'SURRENDER', moveTimes: [1, 2] } : {};
    const arranged = n % 2 === 0 ? { isArranged: true } : {};
    if (n % 10 === 9) return againstBot(n % 3, { ...early, winner: 1 + (n % 4 === 1 ? 1 : 0) });
    return finished(n % PLAYERS, (n + 1 + (n % 7)) % PLAYERS, { ...early, ...arranged });
  });
  // Each twice: a hand-over whose answer was lost comes again.
  const todo = games.flatMap((game) => [game, game]);
  const work = async () => {
    for (let game = todo.shift(); game !== undefined; game = todo.shift()) {
      await handOver(game);
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

  startStore();
  const connection = await connectMongo(storeUrl());
  const { games: gameModel, ratings } = await openCollections(connection, COLLECTIONS);
  const [stored, accounts] = [await gameModel.find().lean(), await ratings.find().lean()];
  const lost = games.filter(({ gameId }) => !stored.some(({ _id }) => _id === gameId)).length;
  const counts = accounts.flatMap(({ red, blue }) => [red, blue]);
  // A bot has no account.
  const byBots = stored.filter((game) => game.class === 'bot').length;
  const played = byBots + counts.reduce((sum, { wins, losses, draws }) => sum + wins + losses + draws, 0);
  expect({ tried: GAMES, double: played / 2 - stored.length, lost }).toEqual({
    tried: GAMES,
    double: 0,
    lost: 0,
  });
  // Every rating is what the player's last game came to.
  for (const { userId, class: name, rating, seq } of accounts) {
    const own = stored
      .filter((game) => game.class === name && game.players.includes(userId))
      .toSorted((a, b) => b.seq - a.seq);
    const { after } = own[0]!.players[0] === userId ? own[0]!.red : own[0]!.blue;
    expect([seq, rating]).toEqual([own[0]!.seq, after.rating]);
  }

  const all = `${GAMES} games, ${PLAYERS + 3} ratings`;
  expect(await operator('rerate')).toContain(`${all}: same`);
  await ratings.updateOne({ _id: accounts[0]!._id }, { $set: { rating: 3000 } });
  await gameModel.updateOne({ _id: stored[0]!._id }, { $set: { 'red.after.rating': 3000 } });
  expect(await operator('rerate')).toContain(`${all}: different`);
  expect(await operator('rerate', '--write')).toContain(`${all}: replaced`);
  expect(await ratings.findById(accounts[0]!._id).lean()).toEqual(accounts[0]);
  expect(await gameModel.findById(stored[0]!._id).lean()).toEqual(stored[0]);
  expect(await operator('flags')).toBe('0 flags\n');

  // A game of before there were rules counts in full.
  const early = stored.find(({ plies }) => plies === 2)!;
  await gameModel.updateOne({ _id: early._id }, { $unset: { rule: 1 } });
  expect(await operator('rerate', '--write')).toContain(`${all}: replaced`);
  expect(await operator('rerate')).toContain(`${all}: same`);
  const change = (game: typeof early | null) => game!.blue.before.deviation - game!.blue.after.deviation;
  expect(change(await gameModel.findById(early._id).lean())).toBeGreaterThan(4 * change(early));
  await connection.close();
});
