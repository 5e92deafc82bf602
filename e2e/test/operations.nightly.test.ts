import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ENGINE_GAMES } from '@doushouqi/fair-play/testing';
import { connectStores, restoreBackup, runCommand, takeBackup } from '@doushouqi/operations';
import { type ApiClient, createApiClient, type GameRecord } from '@doushouqi/protocol';
import {
  finishedGame,
  getServiceDef,
  PUBLIC_ROUTES,
  ROUTES,
  SERVICE_NAMES,
} from '@doushouqi/protocol/server';
import { gameMoves } from '@doushouqi/rules';
import { gameScripts, startStores } from '@doushouqi/scripts';
import { createInternalClient } from '@doushouqi/service-kit';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { BSON } from 'mongodb';
import { afterAll, expect, test } from 'vitest';
import { insist, startArena, type Table } from '../src/arena.ts';
import { enroll } from '../src/members.ts';

const SCRIPTS = gameScripts(4, 900);
const PACE_MS = 40;
const GRACE_MS = 120_000;
const PASSWORD = 'correct horse';
const COLLECTIONS = SERVICE_NAMES.flatMap((name) => Object.keys(getServiceDef(name).collections ?? {}));
const LOCAL_GAME = { moves: '000124805', winner: 2, endReason: 'SURRENDER' } as const;
const temporary = mkdtempSync(join(tmpdir(), 'doushouqi-operations-'));
const arena = await startArena();
afterAll(async () => {
  await arena.stop();
  rmSync(temporary, { recursive: true, force: true });
});

/** Plays until `stop` is called; resolves to the number of acknowledged moves. */
function playOn({ clients }: Table, script: number, from = 0) {
  const moves = SCRIPTS[script]!;
  let ply = from;
  let stopping = false;
  const run = async (): Promise<void> => {
    while (!stopping) {
      const client = clients[ply % 2 === 0 ? 0 : 1];
      await client.until(() => client.moves.length >= ply, 60_000, `at ply ${ply}`);
      expect(await client.play(moves[ply]!)).toBeNull();
      ply += 1;
      await delay(PACE_MS);
    }
  };
  const running = run();
  running.catch(() => undefined);
  return {
    acknowledged: () => ply,
    async stop(): Promise<number> {
      stopping = true;
      await running;
      return ply;
    },
  };
}

async function storedMoves(roomId: string): Promise<number> {
  return gameMoves((await arena.store.load(roomId))!.game).length;
}

test('loses nothing when a node and the gateway restart during a game', async () => {
  const table = await arena.table();
  const game = playOn(table, 0);
  for (const part of [table.clients[1].node, 'gateway']) {
    const before = game.acknowledged();
    await arena.platform.kill(part, 'SIGTERM');
    await arena.platform.waitReady(part);
    await expect.poll(() => game.acknowledged()).toBeGreaterThan(before + 4);
  }
  const made = await game.stop();
  expect(await storedMoves(table.roomId)).toBe(made);
  await insist(() => table.apis[0].surrender({ params: { roomId: table.roomId } }));
});

function clientOf(url: string, token: string | null): ApiClient {
  return createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${url}/api`, token: () => token });
}

interface Account {
  username: string;
  userId: string;
}

async function register(url: string): Promise<Account> {
  const username = `o_${randomBytes(6).toString('hex')}`;
  const form = {
    username,
    nickname: `守山人${username.slice(-6)}`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  };
  const { user } = await insist(() => clientOf(url, null).register({ body: form }));
  return { username, userId: user._id };
}

/** A try at a puzzle, the puzzle of the day, a rush and a step of the lessons. */
async function learn(api: ApiClient): Promise<void> {
  const { puzzle } = await api.getDailyPuzzle({ query: {} });
  const { attemptId } = await api.startAttempt({ params: { puzzleId: puzzle.id }, body: {} });
  await api.getPuzzleAnswer({ params: { attemptId }, body: {} });
  await api.startRush({ body: {} });
  await api.saveLearnProgress({ body: { done: [], seconds: 60 } });
}

/**
 * Creates friends, an open request, a block, read and unread messages, lobby lines, a local game, a favorite, and what
 * `learn` leaves.
 */
async function fillEverything(url: string): Promise<void> {
  const [one, two, three] = [await enroll(url, '山君'), await enroll(url, '苍狼'), await enroll(url, '白象')];
  await one.api.requestFriend({ body: { toUserId: two.user._id } });
  await two.api.handleRequest({ body: { fromUserId: one.user._id, accept: true } });
  await three.api.requestFriend({ body: { toUserId: one.user._id } });
  await two.api.blockUser({ body: { userId: three.user._id } });
  await one.api.sendMessage({ body: { toId: two.user._id, content: '你好' } });
  const line = await one.api.sayInLobby({ body: { content: '有人下棋吗' } });
  await two.api.reportLine({ body: { messageId: line._id } });
  const { recordId } = await one.api.saveLocalGame({ body: LOCAL_GAME });
  await one.api.addFavorite({ params: { id: recordId }, body: { comment: '好局' } });
  await one.api.listRecords({ query: { limit: 10 } });
  await learn(one.api);
}

/** Makes an operator, whose session of the console leaves entries of the log, a reserved person, a sanction and settings of the site. */
async function moderate(url: string): Promise<void> {
  const [operator, person] = [await register(url), await register(url)];
  const surroundings = { env: {}, print: () => undefined, now: Date.now, addresses: () => arena.platform };
  expect(await runCommand(['admin', 'operator', operator.username], surroundings)).toBe(0);
  const privateKey = readFileSync(join(arena.platform.keysDir, 'jwt-private.pem'), 'utf8');
  const token = signTestToken(operator.userId, privateKey, { role: 'operator', named: true });
  const api = clientOf(url, token);
  const { userId } = person;
  await api.impose({
    body: {
      ...{ id: 'e'.repeat(24), userId, kind: 'warn', violation: 'other', hours: null },
      ...{ text: '请文明下棋。', reason: '提醒', reports: [], hidesLines: false },
    },
  });
  await api.claimCase({ params: { userId }, body: { on: true } });
  const { version } = await api.showSite();
  const change = { groupNumber: '000 000 000' };
  await api.changeSite({ body: { id: 'd'.repeat(24), version, change, reason: '试一试' } });
  await playAsEngine(userId);
  await api.checkPerson({ params: { userId } });
  const flags = async () => (await api.showFairPlay({ params: { userId } })).flags.length;
  await expect.poll(flags, { timeout: 180_000 }).toBeGreaterThan(0);
}

function ratingService() {
  const { processes, keysDir } = arena.platform;
  return createInternalClient({
    baseUrl: `http://127.0.0.1:${processes.get('rating')!.port}`,
    token: readFileSync(join(keysDir, 'service-token'), 'utf8').trim(),
  });
}

/** Rates games of a user who plays with the engine, and returns the points of the opponent. */
async function playAsEngine(userId: string): Promise<void> {
  const rating = ratingService();
  const opponent = 'f'.repeat(24);
  for (const [n, { side, record }] of ENGINE_GAMES.entries()) {
    const at = Date.now() - (n + 1) * 3_600_000;
    const body = {
      ...{ gameId: `engine-${n}`, roomId: 'engine', kind: 'rated', record, endReason: 'DEN_CAPTURED' },
      ...{
        players: side === 'red' ? [userId, opponent] : [opponent, userId],
        winner: side === 'red' ? 1 : 2,
      },
      ...{ timeControl: { initial: 5, increment: 3 }, startTime: at, endTime: at + 300_000 },
      moveTimes: Array.from({ length: (record.length - 6) / 3 }, (_, ply) => 2_000 * ply),
    };
    await rating.call(ROUTES.rateGame, { body: finishedGame.parse(body) });
  }
  const order = { sanctionId: 'd'.repeat(24), userId, at: Date.now() };
  await rating.call(ROUTES.returnPoints, { body: order });
}

/** One user resigns three rated games at once, which creates ratings, games, conduct and a flag. */
async function rateGames(): Promise<void> {
  const rating = ratingService();
  for (const n of [1, 2, 3]) {
    const [red, blue] = ['a'.repeat(24), String(n).repeat(24)] as const;
    const { moves: record, ...end } = LOCAL_GAME;
    const game = {
      gameId: `rated-${n}`,
      roomId: 'rated',
      kind: 'rated',
      players: [red, blue],
      record,
      ...end,
    };
    const timeControl = { initial: 5, increment: 3 };
    const body = {
      ...game,
      timeControl,
      startTime: Date.now() - 5_000,
      endTime: Date.now(),
      moveTimes: [1, 2],
    };
    await rating.call(ROUTES.rateGame, { body: finishedGame.parse(body) });
  }
}

/** Returns every document and index of every collection, in canonical text. */
async function documentsOf({
  mongo,
}: Awaited<ReturnType<typeof connectStores>>): Promise<Map<string, string[]>> {
  const db = mongo.db();
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const read = names.toSorted().map(async (name): Promise<[string, string[]]> => {
    const documents = await db.collection(name).find().toArray();
    const indexes = await db.collection(name).listIndexes().toArray();
    return [
      name,
      [...documents, ...indexes].map((one) => BSON.EJSON.stringify(one, { relaxed: false })).toSorted(),
    ];
  });
  return new Map(await Promise.all(read));
}

function withoutTimes(records: readonly GameRecord[]) {
  return records.map(({ _id, notation }) => [_id, notation.record, notation.winner]);
}

test('continues running games after a backup is restored into an empty system', async () => {
  const { url } = arena.platform;
  const account = await register(url);
  await fillEverything(url);
  await rateGames();
  await moderate(url);
  // A finished, archived game, and two running ones.
  const [finished, ...running] = [await arena.table(), await arena.table(), await arena.table()];
  await finished.clients[0].play(SCRIPTS[0]![0]!);
  await insist(() => finished.apis[0].surrender({ params: { roomId: finished.roomId } }));
  await expect.poll(() => arena.records(finished.apis[0])).toHaveLength(1);
  const stored = await arena.records(finished.apis[1]);
  const games = running.map((table, index) => playOn(table, index + 1));
  await expect.poll(() => Math.min(...games.map((game) => game.acknowledged()))).toBeGreaterThan(5);

  const before = games.map((game) => game.acknowledged());
  const dir = join(temporary, 'backup');
  const source = await connectStores(arena.platform);
  for (const name of ['tournamentgames', 'tournamentresults'] as const)
    await source.mongo.db().collection<{ _id: string }>(name).insertOne({ _id: 'of-a-tournament' });
  await takeBackup(source, dir, { now: Date.now });
  const after = games.map((game) => game.acknowledged());
  // The games continued after the backup; these moves are not in it.
  await expect.poll(() => games[0]!.acknowledged()).toBeGreaterThan(after[0]! + 2);
  await Promise.all(games.map((game) => game.stop()));
  await expect(restoreBackup(source, dir, { replace: false, graceMs: 0, now: Date.now })).rejects.toThrow(
    'the target is not empty',
  );
  const documents = await documentsOf(source);
  for (const collection of COLLECTIONS) expect(documents.get(collection)?.length).toBeGreaterThan(1);
  await source.close();

  const dataDir = join(temporary, 'data');
  const stores = await startStores(dataDir);
  const target = await connectStores(stores);
  const options = { replace: false, graceMs: GRACE_MS, now: Date.now };
  expect(await restoreBackup(target, dir, options)).toMatchObject({ games: 2, ended: 0 });
  expect(await documentsOf(target)).toEqual(documents);
  await target.close();
  await stores.stop();
  // Tokens stay valid if the keys are copied, which no backup contains.
  cpSync(arena.platform.keysDir, join(dataDir, 'keys'), { recursive: true });

  const second = await startArena(dataDir);
  try {
    const api = clientOf(second.platform.url, null);
    const session = await insist(() =>
      api.login({ body: { username: account.username, password: PASSWORD } }),
    );
    expect(session.user._id).toBe(account.userId);
    const records = await second.records((await second.seatAgain(finished)).apis[1]);
    expect(withoutTimes(records)).toEqual(withoutTimes(stored));
    for (const [index, table] of running.entries()) {
      const again = await second.seatAgain(table);
      const ply = again.clients[0].moves.length;
      expect(ply).toBeGreaterThanOrEqual(before[index]!);
      expect(ply).toBeLessThanOrEqual(after[index]! + 1);
      expect(again.clients[0].moves).toEqual(
        SCRIPTS[index + 1]!.slice(0, ply).map(({ from, to }) => ({ from, to })),
      );
      // The time since the backup is compensated, and the clocks stop for the grace period.
      expect(again.clients[0].header!.status).toBe('playing');
      expect(again.clients[0].header!.lastMoveTime).toBeGreaterThan(Date.now());
      const game = playOn(again, index + 1, ply);
      await expect.poll(() => game.acknowledged()).toBeGreaterThan(ply + 3);
      const acknowledged = await game.stop();
      expect(gameMoves((await second.store.load(table.roomId))!.game).length).toBe(acknowledged);
    }
  } finally {
    await second.stop();
  }
});

test('refuses a damaged backup without writing anything', async () => {
  const dir = join(temporary, 'damaged');
  cpSync(join(temporary, 'backup'), dir, { recursive: true });
  const file = join(dir, 'redis.jsonl.gz');
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(file, bytes);
  const stores = await connectStores(arena.platform);
  const keys = await stores.redis.dbsize();
  await expect(restoreBackup(stores, dir, { replace: true, graceMs: 0, now: Date.now })).rejects.toThrow(
    'is damaged',
  );
  expect(await stores.redis.dbsize()).toBeGreaterThanOrEqual(keys);
  await stores.close();
});
