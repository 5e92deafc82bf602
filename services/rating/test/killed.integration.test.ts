import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROUTES } from '@doushouqi/protocol/server';
import { connectMongo, openCollections, route } from '@doushouqi/service-kit';
import {
  type MortalService,
  type Peer,
  type Profiles,
  prepareMortalService,
  SERVICE_TOKEN,
  startPeer,
  startProfiles,
} from '@doushouqi/service-kit/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLLECTIONS } from '../src/models/ratings.ts';
import { againstBot, finished } from './fixtures.ts';

const OPERATIONS = join(import.meta.dirname, '..', '..', '..', 'packages', 'operations', 'src', 'main.ts');
const GAMES = 60;
const PLAYERS = 24;
const WORKERS = 8;
/** One after each 40 of 120 answers. */
const KILLS = 2;

let service: MortalService;
let profiles: Profiles;
let record: Peer;
beforeAll(async () => {
  [profiles, record] = await Promise.all([
    startProfiles(),
    startPeer((app) => route(app, ROUTES.archiveGame, { handler: async () => ({ recordId: 'r' }) })),
  ]);
  service = await prepareMortalService({
    entry: join(import.meta.dirname, '..', 'src', 'main.ts'),
    database: 'rating',
    env: { AUTH_URL: profiles.url, RECORD_URL: record.url },
  });
});
afterAll(async () => {
  await Promise.all([service?.end(), profiles?.stop(), record?.stop()]);
});

/** Returns the output of an operator's command: `npm run rerate`, `npm run flags`. */
async function operator(command: string, ...flags: string[]): Promise<string> {
  const env = { ...process.env, REDIS_URL: service.redisUrl, MONGODB_URL: service.storeUrl };
  const child = spawn(process.execPath, [OPERATIONS, command, ...flags], { env });
  child.stdout.setEncoding('utf8');
  return (await child.stdout.toArray()).join('');
}

/** Hands a game over until there is an answer, as the timekeeper does. */
async function handOver(game: object): Promise<void> {
  for (;;) {
    const reply = await fetch(`${service.url}/internal/rated-games`, {
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
  service.start();
  const workers = Array.from({ length: WORKERS }, work);
  for (const death of deaths) {
    await death;
    await service.kill();
    service.start();
  }
  await Promise.all(workers);
  await service.kill();

  service.startStore();
  const connection = await connectMongo(service.storeUrl);
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
