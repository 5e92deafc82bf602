import { errorBody, type GameRecord, isErrorCode, MAX_PLIES } from '@doushouqi/protocol';
import { gameRecord } from '@doushouqi/protocol/server';
import { endGame, formatRecord, type Game, localRuleSet, parseFen } from '@doushouqi/rules';
import { beforeEach, describe, expect, it } from 'vitest';
import { nameLevels } from '../src/history/filing.ts';
import { type Body, bodyOf, brokenBodies } from './broken-bodies.ts';
import { testRecord } from './fixtures.ts';
import { playMoves, playPeacefully } from './games.ts';

const OWNER = 'a'.repeat(24);
const OTHER = 'c'.repeat(24);
const NOW = Date.UTC(2026, 10, 22);

const service = await testRecord();
service.clock.now = NOW;
service.addUser(OWNER, '阿虎', 'tiger.png');
beforeEach(() => service.clear());

function save(body: unknown, userId = OWNER) {
  return service.call<{ recordId: string }>('POST', '/api/game-records/local', { userId, body });
}

async function recordOf(recordId: string, userId = OWNER): Promise<GameRecord> {
  const { body } = await service.call<{ record: GameRecord }>('GET', `/api/game-records/${recordId}`, {
    userId,
  });
  return gameRecord.parse(body.record);
}

async function savedAs(body: unknown): Promise<GameRecord> {
  const reply = await save(body);
  expect(reply.status).toBe(201);
  return recordOf(reply.body.recordId);
}

const LOCAL = { ruleSet: localRuleSet() };
const going: Game = playMoves(3, 12, LOCAL);
const givenUp = endGame(going, 'blue', 'SURRENDER');

describe('a broken game', () => {
  const bodies = new Map([
    ...brokenBodies(givenUp),
    ...[...brokenBodies(playMoves(8, 5, LOCAL))].map(([name, body]): [string, Body] => [
      `again, ${name}`,
      body,
    ]),
  ]);

  it('has more than three hundred variants', () => {
    expect(new Set([...bodies.values()].map((body) => JSON.stringify(body))).size).toBeGreaterThan(300);
  });

  it('is refused with an error code and a Chinese message, and is not stored', async () => {
    for (const [name, body] of bodies) {
      const { status, body: reply } = await save(body);
      expect([status, isErrorCode(reply.code)], `${name}: ${JSON.stringify(reply)}`).toEqual([400, true]);
      expect(reply.message, name).toMatch(/\p{Script=Han}/u);
    }
    expect(await service.records.countDocuments()).toBe(0);
    expect(await service.entries.countDocuments()).toBe(0);
  });

  it('is refused with 413 if it is too large', async () => {
    const reply = await save({ ...bodyOf(givenUp, 'record'), moves: 'x'.repeat(300_000) });
    expect([reply.status, reply.body]).toEqual([413, errorBody('PAYLOAD_TOO_LARGE')]);
  });

  it.each([
    { winner: 1 },
    { endReason: 'TIME_UP' },
    { start: '7/7/7/7/7/7/7/e6/6E w' },
    { moves: '000024' },
    // This game has no clocks and no absence, and is below the length limit.
    { ...bodyOf(endGame(going, 'blue', 'TIME_UP'), 'record'), id: 'time-up' },
    { ...bodyOf(endGame(going, 'blue', 'OFFLINE_SURRENDER'), 'record'), id: 'away' },
    { ...bodyOf(endGame(going, 'draw', 'DRAW_TOO_LONG'), 'record'), id: 'too-long' },
  ])('is refused as impossible if it is well-formed (%#)', async (wrong) => {
    const sound = bodyOf(givenUp, 'record');
    expect((await save({ ...sound, ...wrong })).body).toEqual(errorBody('IMPOSSIBLE_GAME'));
  });
});

describe('a local game', () => {
  it.each(['record', 'list'] as const)('is stored as it was played, from a %s', async (form) => {
    const startTime = NOW - 86_400_000;
    const saved = await savedAs({ ...bodyOf(givenUp, form), startTime });
    expect(saved).toMatchObject({
      type: 'local',
      players: {
        red: { _id: null, nickname: '红方', avatar: 'dog.png' },
        blue: { _id: null, nickname: '蓝方', avatar: 'rat.png' },
      },
      ruleSet: localRuleSet(),
      start: null,
      timeControl: null,
      aiType: null,
      aiLevel: null,
      startTime,
      endTime: startTime + 11_000,
      notation: { record: formatRecord(givenUp), winner: 2, endReason: 'SURRENDER' },
      favorites: [],
      shareId: null,
    });
    expect(saved.notation.moves.map(({ timestamp }) => timestamp - startTime)).toEqual(
      Array.from({ length: 12 }, (_, ply) => ply * 1_000),
    );
  });

  it('is stored with only the spec’s fields', async () => {
    const { moves, winner, endReason } = bodyOf(givenUp, 'list');
    const saved = await savedAs({ moves, winner, endReason, aiType: null, aiLevel: null });
    expect(saved).toMatchObject({
      startTime: NOW,
      endTime: NOW,
      notation: { record: formatRecord(givenUp) },
    });
  });

  it('with clocks may end by timeout, and shows its time control', async () => {
    const timeControl = { initial: 20, increment: 0 };
    const lost = { ...bodyOf(endGame(going, 'blue', 'TIME_UP'), 'record'), timeControl };
    expect(await savedAs(lost)).toMatchObject({
      timeControl,
      notation: { winner: 2, endReason: 'TIME_UP' },
    });
  });

  it('may be unfinished, and then has no winner', async () => {
    expect((await savedAs(bodyOf(going, 'record'))).notation).toMatchObject({
      winner: -1,
      endReason: 'NONE',
    });
    expect((await savedAs(bodyOf(going, 'list'))).notation.record).toBe(formatRecord(going));
    const { body } = await service.call('GET', '/api/game-records', { userId: OWNER });
    expect(body).toMatchObject({ totals: { games: 2, wins: 0, losses: 0, draws: 0 } });
  });

  it('may start from a position; the usual position is stored as null', async () => {
    const start = '7/3t3/7/7/7/7/7/3E3/7 b';
    const position = parseFen(start);
    if (!position.ok) throw new Error('no position');
    const setUp = playMoves(1, 4, { ...LOCAL, start: position.value });
    expect(await savedAs({ ...bodyOf(setUp, 'list'), start: ` ${start}  ` })).toMatchObject({
      start,
      notation: { record: formatRecord(setUp) },
    });
    const usual = 'l5t/1d3c1/r1j1w1e/7/7/7/E1W1J1R/1C3D1/T5L w';
    expect(await savedAs({ ...bodyOf(givenUp, 'record'), start: usual })).toMatchObject({ start: null });
  });

  it('against the computer has the user as red, and counts for the user', async () => {
    const saved = await savedAs({ ...bodyOf(givenUp, 'record'), aiType: 'wasm', aiLevel: 3 });
    expect(saved).toMatchObject({
      players: {
        red: { _id: OWNER, nickname: '阿虎', avatar: 'tiger.png' },
        blue: { _id: null, nickname: '功夫熊猫', avatar: 'rat.png' },
      },
      aiType: 'wasm',
      aiLevel: 3,
    });
    const { body } = await service.call('GET', '/api/game-records?opponent=熊猫', { userId: OWNER });
    expect(body).toMatchObject({
      records: [{ _id: saved._id }],
      totals: { games: 1, wins: 0, losses: 1, draws: 0 },
    });
    // Profiles omit games of one device.
    const stats = await service.call('GET', `/api/game-records/stats/${OWNER}`);
    expect(stats.body).toEqual({ games: 0, wins: 0 });
  });

  it('against the computer has the user as blue if so stated', async () => {
    const saved = await savedAs({ ...bodyOf(givenUp, 'record'), aiType: 'plain', aiLevel: 1, side: 'blue' });
    expect(saved).toMatchObject({
      players: { red: { _id: null, nickname: '微小草履虫' }, blue: { _id: OWNER } },
    });
  });

  it('gets the name of its level if it was saved without one', async () => {
    const { body } = await save({ ...bodyOf(givenUp, 'record'), aiType: 'wasm', aiLevel: 3 });
    const { body: none } = await save({ ...bodyOf(givenUp, 'record'), aiType: 'wasm' });
    await service.records.updateMany({}, { $set: { 'players.blue.nickname': '电脑' } });
    await service.entries.updateMany({}, { $set: { opponent: '电脑' } });
    await nameLevels(service);
    const found = (opponent: string) =>
      service.call('GET', `/api/game-records?opponent=${opponent}`, { userId: OWNER });
    expect((await found('熊猫')).body).toMatchObject({
      records: [{ _id: body.recordId, players: { blue: { nickname: '功夫熊猫' } } }],
    });
    expect((await found('电脑')).body).toMatchObject({ records: [{ _id: none.recordId }] });
  });

  it('against the computer needs auth, and other games do not', async () => {
    await service.profiles.stop();
    expect((await save({ ...bodyOf(givenUp, 'record'), aiType: 'wasm' })).status).toBe(503);
    expect(await service.records.countDocuments()).toBe(0);
    expect((await save(bodyOf(givenUp, 'record'))).status).toBe(201);
    await service.profiles.start();
  });

  it('is stored once per id and user, for sequential and concurrent saves', async () => {
    const body = { ...bodyOf(givenUp, 'record'), id: 'game-1' };
    const first = await save(body);
    const again = await save({ ...bodyOf(going, 'record'), id: 'game-1' });
    expect([again.status, again.body]).toEqual([201, first.body]);
    const replies = await Promise.all(Array.from({ length: 8 }, () => save({ ...body, id: 'game-2' })));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(replies.map((reply) => reply.body.recordId)).size).toBe(1);
    expect((await save(body, OTHER)).body).not.toEqual(first.body);
    expect(await service.records.countDocuments()).toBe(3);
    expect(await service.entries.countDocuments({ userId: OWNER })).toBe(2);
    expect((await recordOf(first.body.recordId)).notation.record).toBe(formatRecord(givenUp));
  });

  it('is filed by a retry if the first attempt ended after the record was stored', async () => {
    const body = { ...bodyOf(givenUp, 'record'), id: 'game-1' };
    const { recordId } = (await save(body)).body;
    await service.entries.deleteMany({});
    expect((await save(body)).body).toEqual({ recordId });
    expect((await recordOf(recordId))._id).toBe(recordId);
  });

  it('of a thousand half-moves is accepted as a list with times', async () => {
    const long = playPeacefully(MAX_PLIES);
    const list = bodyOf(long, 'list');
    const moves = (list.moves as object[]).map((move, ply) => ({
      ...move,
      timestamp: NOW - 9e6 + ply * 1_000,
    }));
    expect((await savedAs({ ...list, moves })).notation.record).toBe(formatRecord(long));
  });
});

it('limits a user to ten thousand local games', async () => {
  const body = bodyOf(givenUp, 'record');
  const { recordId } = (await save({ ...body, id: 'first' })).body;
  // Simulates a current count of that many games.
  const rows = [{ type: 'local' as const, favorite: false, result: null, games: 9_999 }];
  await service.tallies.updateOne({ _id: OWNER }, { $set: { rows } });
  expect((await save(body)).status).toBe(201);
  expect((await save(body)).body).toEqual(errorBody('RECORDS_FULL'));
  // A game that is stored already does not count as a new one.
  expect((await save({ ...body, id: 'first' })).body).toEqual({ recordId });
  // An outdated count, which may be too high, is not used.
  await service.tallies.updateOne({ _id: OWNER }, { $inc: { changes: 1 } });
  expect((await save(body)).status).toBe(201);
  const { body: page } = await service.call('GET', '/api/game-records', { userId: OWNER });
  expect(page).toMatchObject({ totals: { games: 3 } });
});

it('limits saves, changes and reads of shared games', async () => {
  const narrow = await service.another({ limits: { saves: 1, changes: 2, shared: 1 } });
  const body = bodyOf(givenUp, 'record');
  const saves = [1, 2].map(() => narrow.call('POST', '/api/game-records/local', { userId: OWNER, body }));
  expect((await Promise.all(saves)).map(({ status }) => status).toSorted()).toEqual([201, 429]);
  const changes = [1, 2, 3].map(() =>
    narrow.call('DELETE', `/api/game-records/${OWNER}/favorite`, { userId: OWNER }),
  );
  expect((await Promise.all(changes)).map(({ status }) => status).toSorted()).toEqual([404, 404, 429]);
  const looks = [1, 2].map(() => narrow.call('GET', '/api/shared-records/0123456789abcdef'));
  expect((await Promise.all(looks)).map(({ status }) => status).toSorted()).toEqual([404, 429]);
  await narrow.stop();
});
