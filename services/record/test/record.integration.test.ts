import { errorBody, type FinishedGame, type GameRecord } from '@doushouqi/protocol';
import { gameRecord, ROUTES } from '@doushouqi/protocol/server';
import type { Winner } from '@doushouqi/rules';
import { beforeEach, describe, expect, it } from 'vitest';
import { testRecord } from './fixtures.ts';
import { brokenOffGame, finishedGame, gameWonBy, setUpGame } from './games.ts';

const RED = 'a'.repeat(24);
const BLUE = 'b'.repeat(24);
const OTHER = 'c'.repeat(24);
const UNKNOWN_USER = 'd'.repeat(24);

/** Pages that a user may read in these tests. */
const READS = 40;

const service = await testRecord({ reads: READS });

beforeEach(async () => {
  await service.clear();
  service.profiles.users.clear();
  service.addUser(RED, '红方', 'tiger.png');
  service.addUser(BLUE, '蓝方');
});

const archive = service.sendGame;

function list(userId: string, query = '') {
  return service.call<{ records: GameRecord[]; totalPages: number }>('GET', `/api/game-records${query}`, {
    userId,
  });
}

describe('POST /internal/game-records', () => {
  const game = finishedGame(0, [RED, BLUE]);
  it.each<[string, Partial<Record<keyof FinishedGame, unknown>>]>([
    ['no game id', { gameId: '' }],
    ['an operator for a game id', { gameId: { $ne: null } }],
    ['one player', { players: [RED] }],
    ['a player who is no id', { players: [RED, { $gt: '' }] }],
    ['no record', { record: '' }],
  ])('returns 400 for %s', async (_case, changes) => {
    const reply = await archive({ ...game, ...changes });
    expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(await service.records.countDocuments()).toBe(0);
  });

  it('stores the names and avatars at the time of the game', async () => {
    expect((await archive(game)).status).toBe(200);
    service.addUser(RED, '改名', 'rat.png');
    const { records } = (await list(RED)).body;
    expect(records[0]?.players).toEqual({
      red: { _id: RED, nickname: '红方', avatar: 'tiger.png' },
      blue: { _id: BLUE, nickname: '蓝方', avatar: 'cat.png' },
    });
  });

  it('stores the context of a game, and shows it to no user', async () => {
    const { recordId } = (await archive({ ...game, context: 'cup:1' })).body;
    expect(await service.records.findById(recordId).lean()).toMatchObject({ context: 'cup:1' });
    expect((await list(RED)).body.records[0]).not.toHaveProperty('context');
  });

  it('marks a player who was a guest at the time of the game', async () => {
    const guest = service.profiles.users.get(RED)!;
    service.profiles.users.set(RED, { ...guest, isGuest: true });
    await archive(game);
    service.profiles.users.set(RED, guest);
    const { red, blue } = (await list(BLUE)).body.records[0]!.players;
    expect([red.isGuest, blue.isGuest]).toEqual([true, undefined]);
  });

  it('stores a placeholder for a deleted account', async () => {
    await archive(finishedGame(0, [UNKNOWN_USER, BLUE]));
    const { records } = (await list(BLUE)).body;
    expect(records[0]?.players.red).toEqual({
      _id: UNKNOWN_USER,
      nickname: '未知棋手',
      avatar: 'default.png',
    });
  });

  it('stores a game once, for sequential and concurrent requests', async () => {
    const first = await archive(game);
    const asked = service.profiles.calls();
    const again = await archive({ ...game, roomId: 'changed' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(service.profiles.calls()).toBe(asked);
    const other = finishedGame(1, [RED, BLUE]);
    const replies = await Promise.all(Array.from({ length: 8 }, () => archive(other)));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(replies.map(({ body }) => body.recordId)).size).toBe(1);
    expect(await service.records.countDocuments()).toBe(2);
    expect((await service.records.findOne({ gameId: game.gameId }).lean())?.roomId).toBe('A-1');
  });

  it('returns 503 and stores nothing while auth is unavailable, and a retry succeeds', async () => {
    await service.profiles.stop();
    const refused = await archive(game);
    expect([refused.status, refused.body]).toEqual([503, errorBody('UNAVAILABLE')]);
    expect(await service.records.countDocuments()).toBe(0);
    await service.profiles.start();
    expect((await archive(game)).status).toBe(200);
  });
});

const EMPTY = { records: [], totalPages: 0, totals: { games: 0, wins: 0, losses: 0, draws: 0 } };

describe('GET /game-records', () => {
  it.each([
    '?page=0',
    '?page=x',
    '?page=10001',
    '?limit=0',
    '?limit=11',
    '?limit=1.5',
    '?filter=ours',
    '?result=won',
    '?opponent=%00',
  ])('returns 400 for %s', async (query) => {
    const reply = await list(RED, query);
    expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  it('is empty for a new player', async () => {
    expect((await list(RED)).body).toEqual(EMPTY);
  });

  it('contains no game that the caller did not play', async () => {
    await archive(finishedGame(0, [RED, BLUE]));
    await archive(finishedGame(1, [OTHER, BLUE]));
    const seen = async (userId: string) =>
      (await list(userId, '?limit=10')).body.records.map(({ endTime }) => endTime);
    const [first, second] = [finishedGame(0, [RED, BLUE]).endTime, finishedGame(1, [OTHER, BLUE]).endTime];
    expect(await seen(RED)).toEqual([first]);
    expect(await seen(OTHER)).toEqual([second]);
    expect(await seen(BLUE)).toEqual([second, first]);
    expect(await seen(UNKNOWN_USER)).toEqual([]);
    // A request for another user's games returns the caller's own.
    const foreign = await list(UNKNOWN_USER, `?userId=${RED}&players.red._id=${RED}&filter=all`);
    expect(foreign.body).toEqual(EMPTY);
  });

  it('pages from the newest to the oldest, three by default', async () => {
    for (const n of [3, 0, 4, 1, 2]) await archive(finishedGame(n, n % 2 ? [RED, BLUE] : [BLUE, RED]));
    const times = [4, 3, 2, 1, 0].map((n) => finishedGame(n, [RED, BLUE]).endTime);
    const page = async (query: string) => {
      const { records, totalPages } = (await list(RED, query)).body;
      return [records.map(({ endTime }) => endTime), totalPages];
    };
    expect(await page('')).toEqual([times.slice(0, 3), 2]);
    expect(await page('?page=2')).toEqual([times.slice(3), 2]);
    expect(await page('?page=3')).toEqual([[], 2]);
    expect(await page('?page=2&limit=2&filter=all')).toEqual([times.slice(2, 4), 3]);
    expect(await page('?limit=5')).toEqual([times, 1]);
  });

  it('derives the moves from the record, with their times', async () => {
    // Long enough to contain a capture.
    const game = finishedGame(80, [RED, BLUE]);
    const { recordId } = (await archive(game)).body;
    const [record] = (await list(BLUE)).body.records;
    expect(gameRecord.parse(record)).toEqual(record);
    expect(record).toMatchObject({
      _id: recordId,
      type: 'online',
      startTime: game.startTime,
      endTime: game.endTime,
      favorites: [],
      notation: { record: game.record, winner: game.winner, endReason: game.endReason },
    });
    const moves = record?.notation.moves ?? [];
    expect(moves.map(({ timestamp }) => timestamp)).toEqual(
      game.moveTimes.map((time) => game.startTime + time),
    );
    expect(moves.map(({ piece, to }) => `${piece}${to.x}${to.y}`).join('')).toBe(game.record.slice(6));
    expect(moves.map(({ player }) => player)).toEqual(moves.map((_, ply) => (ply % 2 ? 2 : 1)));
    expect(moves.some(({ capturedPiece }) => capturedPiece !== null)).toBe(true);
  });

  it('is limited by user', async () => {
    const reader = 'e'.repeat(24);
    const replies = await Promise.all(Array.from({ length: READS + 1 }, () => list(reader)));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toMatchObject([{ status: 429, body: { code: 'RATE_LIMITED' } }]);
  });

  it('shows a game ended by agreement without a winner', async () => {
    const game = brokenOffGame(5, [RED, BLUE]);
    expect(await archive(game)).toMatchObject({ status: 200 });
    const [record] = (await list(RED)).body.records;
    expect(gameRecord.parse(record)).toEqual(record);
    expect(record).toMatchObject({
      notation: { record: game.record, winner: -1, endReason: 'NONE' },
      endTime: game.startTime + 61_000,
    });
    expect(record?.notation.moves.map(({ timestamp }) => timestamp - game.startTime)).toEqual([
      4_000, 8_000, 12_000,
    ]);
  });

  it('assigns each move of a game in which blue moved first to the right player', async () => {
    const game = setUpGame(6, [RED, BLUE], 'l5t/1d3c1/r1j1w1e/7/7/7/E1W1J1R/1C3D1/T5L b');
    expect(await archive(game)).toMatchObject({ status: 200 });
    const [record] = (await list(RED)).body.records;
    expect(gameRecord.parse(record)).toEqual(record);
    expect(record).toMatchObject({ start: game.start, players: { red: { _id: RED }, blue: { _id: BLUE } } });
    const moves = record?.notation.moves ?? [];
    expect(moves.length).toBeGreaterThan(10);
    expect(moves.map(({ player }) => player)).toEqual(moves.map((_, ply) => (ply % 2 ? 1 : 2)));
    // Blue's pieces begin in the upper half.
    expect(moves[0]?.from.y).toBeLessThan(4);
  });

  it('reads a game without a rule set by the rules of its time', async () => {
    const { ruleSet, players: _players, ...game } = finishedGame(7, [RED, BLUE]);
    const [red, blue] = [service.profiles.users.get(RED), service.profiles.users.get(BLUE)];
    await service.records.collection.insertOne({ ...game, type: 'online', players: { red, blue } } as never);
    await service.startAgain();
    const { records, totalPages } = (await list(RED)).body;
    expect([records.length, totalPages]).toEqual([1, 1]);
    expect(gameRecord.parse(records[0])).toMatchObject({ ruleSet, notation: { record: game.record } });
    expect(ruleSet).toBe('online-1');
  });
});

describe('GET /game-records/of-game/:gameId', () => {
  const ofGame = (gameId: string, asks: { userId?: string }) =>
    service.call<{ record: GameRecord }>('GET', `/api/game-records/of-game/${gameId}`, asks);

  it('returns 400 for an overlong id, and 404 for users who did not play unless the game is rated', async () => {
    const game = finishedGame(0, [RED, BLUE]);
    await archive(game);
    const replies = [
      await ofGame('g'.repeat(65), { userId: RED }),
      await ofGame(game.gameId, {}),
      await ofGame(game.gameId, { userId: OTHER }),
      await ofGame('another', { userId: RED }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([400, 404, 404, 404]);
  });

  it('shows a rated game to any user, without the private fields of its players', async () => {
    const lags = [3, 5];
    const game = {
      ...finishedGame(0, [RED, BLUE]),
      kind: 'rated',
      lags,
      focusLosses: { player1: 0, player2: 4 },
    };
    await archive(game);
    const own = (await ofGame(game.gameId, { userId: RED })).body.record;
    await service.call('POST', `/api/game-records/${own._id}/favorite`, {
      userId: RED,
      body: { comment: '好棋' },
    });
    await service.call('POST', `/api/game-records/${own._id}/share`, { userId: RED });
    for (const asks of [{}, { userId: OTHER }]) {
      const { status, body } = await ofGame(game.gameId, asks);
      expect([status, body.record]).toEqual([200, { ...own, favorites: [], shareId: null }]);
      expect(JSON.stringify(body)).not.toMatch(/lags|focus|roomId/);
    }
    expect((await ofGame(game.gameId, { userId: RED })).body.record.favorites).toHaveLength(1);
  });

  it('matches the record in the history of each player', async () => {
    const game = finishedGame(0, [RED, BLUE]);
    await archive(game);
    for (const userId of [RED, BLUE]) {
      const { record } = (await ofGame(game.gameId, { userId })).body;
      expect(record).toEqual((await list(userId)).body.records[0]);
    }
  });
});

describe('GET /game-records/stats/:userId', () => {
  const stats = (userId: string) =>
    service.call<{ games: number; wins: number }>('GET', `/api/game-records/stats/${userId}`);

  it.each(['me', 'A'.repeat(24), `${RED}0`, '%7B%22$ne%22:null%7D'])('returns 400 for %s', async (userId) => {
    const reply = await stats(userId);
    expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  it('is public, and zero for a user without games', async () => {
    await archive(finishedGame(0, [RED, BLUE]));
    const reply = await stats(UNKNOWN_USER);
    expect([reply.status, reply.body]).toEqual([200, { games: 0, wins: 0 }]);
  });

  it('counts games on either side and wins, and a draw is not a win', async () => {
    const outcomes: [[string, string], Winner][] = [
      [[RED, BLUE], 'red'],
      [[BLUE, RED], 'blue'],
      [[RED, BLUE], 'blue'],
      [[BLUE, RED], 'red'],
      [[RED, BLUE], 'draw'],
      [[BLUE, RED], 'blue'],
      [[OTHER, BLUE], 'red'],
    ];
    for (const [n, [players, winner]] of outcomes.entries()) await archive(gameWonBy(winner, n, players));
    const replies = await Promise.all([RED, BLUE, OTHER].map(stats));
    expect(replies.map(({ body }) => body)).toEqual([
      { games: 6, wins: 3 },
      { games: 7, wins: 2 },
      { games: 1, wins: 1 },
    ]);
  });

  it('does not count a game ended by agreement', async () => {
    await archive(finishedGame(0, [RED, BLUE]));
    await archive(brokenOffGame(1, [RED, BLUE]));
    expect(await service.records.countDocuments()).toBe(2);
    expect((await stats(RED)).body).toEqual({ games: 1, wins: 0 });
    expect((await stats(BLUE)).body).toEqual({ games: 1, wins: 1 });
  });
});

describe('POST /internal/game-records/export', () => {
  it('exports archived games; unknown ones are missing', async () => {
    const { game, unknown } = { game: finishedGame(0, [RED, BLUE]), unknown: 'unknown' };
    await archive(game);
    const body = { gameIds: [unknown, game.gameId] };
    const { games } = await service.internal.call(ROUTES.exportGames, { body });
    expect(games).toEqual([
      {
        gameId: game.gameId,
        game: expect.objectContaining({ record: game.record, moveTimes: game.moveTimes, comment: null }),
      },
    ]);
  });
});
