import { endGame, localRuleSet, parseFen } from '@doushouqi/rules';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { markSetUps } from '../src/history/filing.ts';
import { bodyOf } from './broken-bodies.ts';
import { BLUE, NOW, OTHER, RED, testHistories } from './fixtures.ts';
import { finishedGame, gameWonBy, playMoves, setUpGame } from './games.ts';

const service = await testHistories();

const { list, idsOf, archive, saveLocal, favorite, unfavorite, remove } = service;

describe('the totals', () => {
  const counts = async () => (await list(RED)).totals.games;
  const entry = (n: number) => ({
    _id: `${RED}:${new Types.ObjectId()}`,
    userId: RED,
    recordId: new Types.ObjectId(),
    type: 'local' as const,
    result: null,
    opponent: null,
    endTime: n,
    favorite: false,
    comment: '',
  });

  it('are updated with each change without a recount', async () => {
    const local = await saveLocal(RED);
    await archive(gameWonBy('red', 1, [RED, BLUE]));
    // Bypasses the service: a recount would find this entry.
    await service.entries.create(entry(1));
    const online = await archive(gameWonBy('red', 2, [BLUE, RED]));
    await archive(gameWonBy('red', 2, [BLUE, RED]));
    for (const comment of ['一', '二']) await favorite(RED, online, comment);
    await favorite(RED, local);
    await unfavorite(RED, local);
    expect(await list(RED, '?filter=favorites&limit=1')).toMatchObject({
      totalPages: 1,
      totals: { games: 3, wins: 1, losses: 1, draws: 0 },
    });
    await remove(RED, local);
    expect((await list(RED)).totals).toEqual({ games: 2, wins: 1, losses: 1, draws: 0 });
    expect(await list(RED, '?filter=local')).toMatchObject({ totalPages: 0 });
  });

  it('are recounted when they are outdated', async () => {
    await saveLocal(RED);
    await service.entries.create(entry(1));
    await service.tallies.updateOne({ _id: RED }, { $inc: { changes: 1 } });
    const { recordId } = (await service.entries.findOne({ endTime: 1 }).lean())!;
    await service.records.collection.insertOne({ ...(await someGame()), _id: recordId } as never);
    // This change bypasses the tally.
    await saveLocal(RED);
    expect((await list(RED)).totals.games).toBe(3);
    expect(await service.tallies.findById(RED).lean()).toMatchObject({ changes: 5, countedAt: 5 });
  });

  it.each([false, true])(
    'become correct after a process dies during a change, with a concurrent count: %s',
    async (hasCount) => {
      await remove(RED, await saveLocal(RED));
      expect(await counts()).toBe(0);
      // A change begins and stores its entry, but never ends.
      await service.tallies.updateOne({ _id: RED }, { $inc: { changes: 1, open: 1 }, since: NOW });
      if (hasCount) expect(await counts()).toBe(0);
      const left = entry(1);
      await service.entries.create(left);
      await service.records.collection.insertOne({ ...(await someGame()), _id: left.recordId } as never);
      expect(await counts()).toBe(1);
      // Other changes and counts happen meanwhile. Those counts are not stored.
      const id = await saveLocal(RED);
      expect(await counts()).toBe(2);
      expect((await service.tallies.findById(RED).lean())?.open).toBe(1);
      // After a minute the open change is dropped, and counts are stored.
      service.clock.now = NOW + 60_001;
      expect(await counts()).toBe(2);
      const tally = await service.tallies.findById(RED).lean();
      expect([tally?.open, tally?.countedAt]).toEqual([0, tally?.changes]);
      await remove(RED, id);
      expect(await counts()).toBe(1);
    },
  );

  it('are correct after many concurrent changes', async () => {
    const games = Array.from({ length: 12 }, (_, n) => finishedGame(n, n % 2 ? [RED, BLUE] : [BLUE, RED]));
    const locals = await Promise.all(games.map(() => saveLocal(RED)));
    const half = locals.slice(6);
    await Promise.all([
      ...games.flatMap((game) => [archive(game), list(RED), archive(game)]),
      ...locals.flatMap((id) => [favorite(RED, id), list(RED, '?filter=favorites'), favorite(RED, id, '再')]),
      ...half.flatMap((id) => [remove(RED, id), list(RED, '?filter=local')]),
      ...locals.slice(0, 3).map((id) => unfavorite(RED, id)),
    ]);
    const { totals } = await list(RED);
    const mine = { userId: RED };
    const count = (kind: object) => service.entries.countDocuments({ ...mine, ...kind });
    expect(totals).toEqual({
      games: 18,
      wins: await count({ result: 'win' }),
      losses: await count({ result: 'loss' }),
      draws: await count({ result: 'draw' }),
    });
    expect(totals.wins + totals.losses + totals.draws).toBe(12);
    const pagesOf = async (filter: string) => (await list(RED, `?limit=1&filter=${filter}`)).totalPages;
    expect(await pagesOf('local')).toBe(6);
    expect(await pagesOf('favorites')).toBe(await count({ favorite: true }));
    expect(await service.tallies.countDocuments({ open: { $ne: 0 } })).toBe(0);
  });

  async function someGame() {
    await archive(finishedGame(9, [BLUE, OTHER]));
    const { _id, gameId: _gameId, ...game } = (await service.records.findOne({}).lean())!;
    return { ...game, gameId: 'left' };
  }
});

describe('games from a set-up position', () => {
  const start = '7/3t3/7/7/7/7/7/3E3/7 b';

  /** Wins a set-up game against the computer and one in a room. */
  async function winBoth(): Promise<string[]> {
    const position = parseFen(start);
    if (!position.ok) throw new Error('no position');
    const game = playMoves(1, 4, { ruleSet: localRuleSet(), start: position.value });
    const body = bodyOf(endGame(game, 'red', 'SURRENDER'), 'record');
    const online = await archive(setUpGame(1, [BLUE, RED], start));
    return [await saveLocal(RED, { ...body, start, aiType: 'wasm', aiLevel: 5 }), online];
  }
  const statsOf = async (userId: string) =>
    (await service.call('GET', `/api/game-records/stats/${userId}`)).body;

  it('are listed with their results, and do not count as wins', async () => {
    const won = await winBoth();
    await archive(gameWonBy('red', 0, [RED, BLUE]));
    expect((await list(RED)).totals).toEqual({ games: 3, wins: 1, losses: 0, draws: 0 });
    expect(await statsOf(RED)).toEqual({ games: 1, wins: 1 });
    expect(await idsOf(RED, '?result=win&filter=local')).toEqual(won.slice(0, 1));
    expect((await list(RED, '?result=win')).totalPages).toBe(1);
    await service.tallies.deleteMany({});
    await service.tallies.create({ _id: RED, changes: 1, open: 0, since: NOW });
    expect((await list(RED)).totals).toEqual({ games: 3, wins: 1, losses: 0, draws: 0 });
  });

  it('of older versions do not count after the next preparation', async () => {
    await winBoth();
    await service.entries.updateMany({}, { $unset: { setUp: 1 } });
    await service.tallies.updateMany({}, { $inc: { changes: 1 } });
    expect((await list(RED)).totals.wins).toBeGreaterThan(0);
    await markSetUps(service.context);
    await markSetUps(service.context);
    expect((await list(RED)).totals).toEqual({ games: 2, wins: 0, losses: 0, draws: 0 });
    expect(await statsOf(RED)).toEqual({ games: 0, wins: 0 });
  });
});

describe('games from before histories existed', () => {
  it('are filed once at startup, despite repeated starts and crashes', async () => {
    const games = Array.from({ length: 120 }, (_, n) => {
      const { players, ...game } = gameWonBy(n % 2 ? 'red' : 'blue', n, [RED, BLUE]);
      const [red, blue] = players.map((_id) => ({ _id, nickname: _id[0], avatar: 'cat.png' }));
      return { ...game, type: 'online', players: { red, blue } };
    });
    await service.records.collection.insertMany(games as never);
    await service.startAgain();
    expect(await list(RED)).toMatchObject({
      totalPages: 40,
      totals: { games: 120, wins: 60, losses: 60, draws: 0 },
    });
    const [newest] = await idsOf(RED);
    await favorite(RED, newest!, '留着');
    // After a crash before the games were marked, they are filed again without loss.
    await service.records.updateMany({}, { $unset: { filed: 1 } });
    await Promise.all([service.startAgain(), service.startAgain()]);
    expect(await service.entries.countDocuments()).toBe(240);
    expect((await list(RED, '?filter=favorites')).records[0]?.favorites).toEqual([
      { userId: RED, comment: '留着' },
    ]);
    expect(await service.records.countDocuments({ filed: null })).toBe(0);
  });

  it('an online game that was archived but not filed is filed when it is sent again', async () => {
    const id = await archive(finishedGame(0, [RED, BLUE]));
    await service.entries.deleteOne({ userId: BLUE });
    expect(await archive(finishedGame(0, [RED, BLUE]))).toBe(id);
    expect(await idsOf(BLUE)).toEqual([id]);
  });
});

it('reads no more entries than the page has, through an index in page order', async () => {
  for (let n = 0; n < 60; n += 1) await saveLocal(RED, { startTime: NOW - 86_400_000 + n });
  for (const id of await idsOf(RED, '?limit=10')) await favorite(RED, id);
  for (const kind of [{}, { type: 'local' }, { favorite: true }, { result: null }, { rated: true }]) {
    const plan = await service.entries
      .find({ userId: RED, ...kind } as object)
      .sort({ endTime: -1, _id: -1 })
      .limit(3)
      .explain('executionStats');
    const { executionStats } = plan as unknown as { executionStats: { totalDocsExamined: number } };
    expect(executionStats.totalDocsExamined, JSON.stringify(kind)).toBe('rated' in kind ? 0 : 3);
    expect(JSON.stringify(plan)).not.toContain('"SORT"');
  }
});
