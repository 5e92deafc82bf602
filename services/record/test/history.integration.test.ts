import { type ExportedGame, errorBody, type GameRecord } from '@doushouqi/protocol';
import { exportedGame, gameRecord } from '@doushouqi/protocol/server';
import { describe, expect, it } from 'vitest';
import { BLUE, NOW, OTHER, type Part, RED, testHistories } from './fixtures.ts';
import { brokenOffGame, finishedGame, gameWonBy } from './games.ts';

const service = await testHistories();

const { list, idsOf, archive, saveLocal, favorite, unfavorite, remove, share, show, exportPart } = service;

const BAD_IDS = ['me', 'A'.repeat(24), `${RED}0`, '%7B%22$ne%22:null%7D'];
describe('returns 400 for an invalid id', () => {
  it.each(BAD_IDS)('%s', async (id) => {
    const replies = [show(RED, id), favorite(RED, id), unfavorite(RED, id), remove(RED, id), share(RED, id)];
    for (const { status, body } of await Promise.all(replies))
      expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect((await exportPart(RED, `?after=${id}`)).status).toBe(400);
  });

  it.each(['x', 'a'.repeat(33), 'with.dots.and.more'])('share id %s', async (word) => {
    expect((await service.call('GET', `/api/shared-records/${word}`)).status).toBe(400);
  });

  it('and for a comment that is too long or invisible', async () => {
    const id = await saveLocal(RED);
    for (const comment of ['字'.repeat(201), '\u200b', 'a\u0000b', 7, null, {}])
      expect((await favorite(RED, id, comment)).status, String(comment)).toBe(400);
    expect(await idsOf(RED, '?filter=favorites')).toEqual([]);
  });
});

describe('returns 404 for another user’s game and for an unknown one', () => {
  it.each(['an online', 'a local', 'no'])('%s game', async (kind) => {
    const id =
      kind === 'no'
        ? 'd'.repeat(24)
        : kind === 'a local'
          ? await saveLocal(RED)
          : await archive(finishedGame(0, [RED, BLUE]));
    for (const ask of [show, favorite, unfavorite, remove, share]) {
      const { status, body } = await ask(OTHER, id);
      expect([status, body]).toEqual([404, errorBody('RECORD_NOT_FOUND')]);
    }
    expect(await service.entries.countDocuments({ favorite: true })).toBe(0);
    expect(await service.records.countDocuments({ shareId: { $ne: null } })).toBe(0);
    expect(await service.records.countDocuments()).toBe(kind === 'no' ? 0 : 1);
  });

  it('for an unknown share id', async () => {
    const reply = await service.call('GET', `/api/shared-records/${'x'.repeat(22)}`);
    expect([reply.status, reply.body]).toEqual([404, errorBody('RECORD_NOT_FOUND')]);
  });
});

describe('filters and search', () => {
  it('each filter has its own games and pages, and the totals cover all games', async () => {
    const won = await archive(gameWonBy('red', 1, [RED, BLUE]));
    const lost = await archive(gameWonBy('red', 2, [BLUE, RED]));
    const drawn = await archive(gameWonBy('draw', 3, [RED, OTHER]));
    const broken = await archive(brokenOffGame(4, [RED, OTHER]));
    const local = await saveLocal(RED);
    await favorite(RED, lost, '可惜');
    await favorite(RED, local);
    const all = [local, broken, drawn, lost, won];
    const totals = { games: 5, wins: 1, losses: 1, draws: 1 };
    const seen = async (query: string) => {
      const { records, totalPages, totals: shown } = await list(RED, `?limit=10&${query}`);
      expect(shown).toEqual(totals);
      expect(totalPages).toBe(records.length > 0 ? 1 : 0);
      return records.map(({ _id }) => _id);
    };
    expect(await seen('')).toEqual(all);
    expect(await seen('filter=local')).toEqual([local]);
    expect(await seen('filter=favorites')).toEqual([local, lost]);
    expect(await seen('filter=ranked')).toEqual([]);
    expect(await seen('result=win')).toEqual([won]);
    expect(await seen('result=loss')).toEqual([lost]);
    expect(await seen('result=draw')).toEqual([drawn]);
    expect(await seen('filter=favorites&result=loss')).toEqual([lost]);
    expect(await seen('filter=local&result=win')).toEqual([]);
    expect(await seen(`opponent=${encodeURIComponent('小猫')}`)).toEqual([lost, won]);
    expect(await seen(`opponent=${encodeURIComponent('.*')}`)).toEqual([lost, won]);
    expect(await seen(`opponent=${encodeURIComponent('(')}`)).toEqual([]);
    expect(await seen('opponent=')).toEqual(all);
    expect(await seen(`opponent=${encodeURIComponent('路')}&result=draw`)).toEqual([drawn]);
    expect(await seen(`opponent=${encodeURIComponent('猫')}&filter=favorites`)).toEqual([lost]);
    const byBlue = (await list(BLUE, '?opponent=tIGER&limit=1')).totalPages;
    expect(byBlue).toBe(2);
    expect((await list(BLUE, '?opponent=tIGER&limit=1&page=2')).records.map(({ _id }) => _id)).toEqual([won]);
  });

  it('rated games appear under ranked and in exports, with their rating changes', async () => {
    const shown = (rating: number, deviation: number) => ({ rating, deviation });
    const ratings = {
      red: { before: shown(1500, 350), after: shown(1662, 290) },
      blue: { before: shown(1500, 350), after: shown(1338, 290) },
    };
    const rated = { ...gameWonBy('red', 1, [RED, BLUE]), kind: 'rated', ratings };
    const casual = await archive({ ...gameWonBy('red', 2, [RED, BLUE]), kind: 'paired' });
    // The list was counted before the first rated game. That game updates the count.
    expect((await list(RED, '?filter=ranked')).totalPages).toBe(0);
    // The game is in the history before it is rated.
    const id = await archive({ ...rated, ratings: undefined });
    expect((await list(RED, '?filter=ranked')).records).toMatchObject([{ rated: true, ratings: null }]);
    expect(await archive(rated)).toBe(id);
    expect(await archive({ ...rated, ratings: undefined })).toBe(id);
    for (const userId of [RED, BLUE]) {
      const { records, totalPages, totals } = await list(userId, '?filter=ranked&limit=1');
      expect([totalPages, totals.games]).toEqual([1, 2]);
      expect(records).toMatchObject([{ _id: id, type: 'online', rated: true, ratings }]);
    }
    await favorite(RED, id, '好局');
    expect(await idsOf(RED, '?filter=ranked&result=win')).toEqual([id]);
    expect((await show(RED, casual)).body.record).toMatchObject({ rated: false, ratings: null });
    const { games } = (await exportPart(RED, '')).body;
    expect(games.map((game) => [game._id, game.rated, game.ratings])).toEqual([
      [id, true, ratings],
      [casual, false, null],
    ]);
  });

  it('games of tournaments have a filter and name their tournament', async () => {
    const pair = [RED, BLUE] as [string, string];
    await archive({ ...gameWonBy('red', 1, pair), kind: 'rated' });
    expect((await list(RED, '?filter=tournament')).totalPages).toBe(0);
    const swiss = await archive({ ...gameWonBy('blue', 2, pair), kind: 'swiss', context: 'tournament:t1' });
    const arena = { kind: 'arena', context: 'tournament:t2', isRated: false };
    const unrated = await archive({ ...gameWonBy('red', 3, pair), ...arena });
    for (const userId of pair) {
      const { records, totalPages, totals } = await list(userId, '?filter=tournament&limit=2');
      expect([totalPages, totals.games]).toEqual([1, 3]);
      expect(records).toMatchObject([
        { _id: unrated, rated: false, tournamentId: 't2' },
        { _id: swiss, rated: true, tournamentId: 't1' },
      ]);
    }
    await favorite(RED, swiss, '可惜');
    expect(await idsOf(RED, '?filter=tournament&result=loss')).toEqual([swiss]);
    expect((await list(RED, '?filter=ranked')).records.map(({ tournamentId }) => tournamentId)).toEqual([
      't1',
      undefined,
    ]);
  });

  it('pages include every game, even if many ended in the same millisecond', async () => {
    const startTime = NOW - 86_400_000;
    const saved: string[] = [];
    for (let n = 0; n < 23; n += 1) saved.push(await saveLocal(RED, { startTime }));
    for (const id of saved.slice(0, 9)) await favorite(RED, id);
    for (const [filter, limit, count] of [
      ['all', 3, 23],
      ['local', 4, 23],
      ['favorites', 2, 9],
    ] as const) {
      const { totalPages } = await list(RED, `?filter=${filter}&limit=${limit}`);
      expect(totalPages).toBe(Math.ceil(count / limit));
      const pages: string[] = [];
      for (let page = 1; page <= totalPages; page += 1)
        pages.push(...(await idsOf(RED, `?filter=${filter}&limit=${limit}&page=${page}`)));
      expect(pages).toHaveLength(count);
      expect(new Set(pages)).toEqual(new Set(saved.slice(0, count)));
      expect(await idsOf(RED, `?filter=${filter}&limit=${limit}&page=${totalPages + 1}`)).toEqual([]);
    }
  });
});

describe('favorites', () => {
  it('are stored per player, and comments are visible only to their author', async () => {
    const id = await archive(finishedGame(0, [RED, BLUE]));
    await favorite(RED, id, '  红方的话 ');
    await favorite(BLUE, id, '蓝方的话');
    const seenBy = async (userId: string) => [
      (await list(userId)).records[0]?.favorites,
      (await show(userId, id)).body.record.favorites,
    ];
    const [ofRed, ofBlue] = [[{ userId: RED, comment: '红方的话' }], [{ userId: BLUE, comment: '蓝方的话' }]];
    expect(await seenBy(RED)).toEqual([ofRed, ofRed]);
    expect(await seenBy(BLUE)).toEqual([ofBlue, ofBlue]);
    await unfavorite(RED, id);
    expect(await seenBy(RED)).toEqual([[], []]);
    expect(await seenBy(BLUE)).toEqual([ofBlue, ofBlue]);
  });

  it('are idempotent, and the last comment replaces the earlier one', async () => {
    const id = await saveLocal(RED);
    expect((await unfavorite(RED, id)).body).toEqual({ success: true });
    for (const comment of ['一', '二'])
      expect((await favorite(RED, id, comment)).body).toEqual({ success: true });
    expect((await list(RED, '?filter=favorites')).records[0]?.favorites).toEqual([
      { userId: RED, comment: '二' },
    ]);
    for (const comment of ['', ' ', undefined]) {
      await favorite(RED, id, comment);
      expect((await show(RED, id)).body.record.favorites).toEqual([{ userId: RED, comment: '' }]);
    }
    for (let press = 0; press < 2; press += 1) expect((await unfavorite(RED, id)).status).toBe(200);
    expect(await list(RED, '?filter=favorites')).toMatchObject({ records: [], totalPages: 0 });
  });
});

describe('deleting', () => {
  it('removes the user’s own local game once, with its link', async () => {
    const [id, remaining] = [await saveLocal(RED), await saveLocal(RED)];
    const { shareId } = (await share(RED, id)).body;
    expect((await remove(RED, id)).body).toEqual({ success: true });
    expect((await remove(RED, id)).body).toEqual(errorBody('RECORD_NOT_FOUND'));
    expect(await list(RED)).toMatchObject({ totalPages: 1, totals: { games: 1 } });
    expect(await idsOf(RED)).toEqual([remaining]);
    expect((await service.call('GET', `/api/shared-records/${shareId}`)).status).toBe(404);
    expect(await service.records.countDocuments()).toBe(1);
  });

  it('refuses an online game', async () => {
    const id = await archive(finishedGame(0, [RED, BLUE]));
    for (const userId of [RED, BLUE])
      expect((await remove(userId, id)).body).toEqual(errorBody('NOT_A_LOCAL_RECORD'));
    expect(await idsOf(RED)).toEqual([id]);
  });

  it('hides a game whose deletion was interrupted after the record', async () => {
    const [id, remaining] = [await saveLocal(RED), await saveLocal(RED)];
    await service.records.deleteOne({ _id: id });
    expect((await show(RED, id)).status).toBe(404);
    expect(await list(RED)).toMatchObject({ totalPages: 1, totals: { games: 1 } });
    expect(await idsOf(RED)).toEqual([remaining]);
    expect(await service.entries.countDocuments()).toBe(1);
  });
});

describe('shares', () => {
  it('concurrent shares of both players return one id, which shows the game to any user without favorites', async () => {
    const id = await archive(finishedGame(0, [RED, BLUE]));
    await favorite(RED, id, '私下');
    expect((await show(RED, id)).body.record.shareId).toBeNull();
    const presses = Array.from({ length: 10 }, (_, n) => share(n % 2 ? RED : BLUE, id));
    const words = new Set((await Promise.all(presses)).map(({ body }) => body.shareId));
    expect(words.size).toBe(1);
    const [word = ''] = words;
    expect(word).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect((await share(RED, id)).body.shareId).toBe(word);
    const shared = await service.call<{ record: GameRecord }>('GET', `/api/shared-records/${word}`);
    const own = (await show(RED, id)).body.record;
    expect(own).toMatchObject({ shareId: word, favorites: [{ comment: '私下' }] });
    expect(gameRecord.parse(shared.body.record)).toEqual({ ...own, favorites: [], shareId: null });
    expect((await list(BLUE)).records[0]).toMatchObject({ shareId: word, favorites: [] });
  });

  it('each game has a different id', async () => {
    const words: string[] = [];
    for (let n = 0; n < 5; n += 1) words.push((await share(RED, await saveLocal(RED))).body.shareId);
    expect(new Set(words).size).toBe(5);
  });
});

describe('the export', () => {
  async function exported(
    userId: string,
    limit: number,
    meanwhile = async () => {},
  ): Promise<ExportedGame[]> {
    const games: ExportedGame[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query: string = `?limit=${limit}${after && `&after=${after}`}`;
      const { body } = await exportPart(userId, query);
      for (const game of body.games) expect(exportedGame.parse(game)).toEqual(game);
      games.push(...body.games);
      after = (body as Part).next;
      await meanwhile();
    }
    return games;
  }

  it('is empty without games, and ends after a part that is exactly full', async () => {
    expect(await exported(RED, 3)).toEqual([]);
    const ids = [await saveLocal(RED), await saveLocal(RED), await saveLocal(RED)];
    expect((await exported(RED, 3)).map(({ _id }) => _id).toSorted()).toEqual(ids.toSorted());
    expect(await exported(RED, 2)).toHaveLength(3);
  });

  it('contains each of the user’s games once, with the user’s comment and the game’s data', async () => {
    const game = finishedGame(5, [RED, BLUE]);
    const online = await archive(game);
    const local = await saveLocal(RED);
    await saveLocal(BLUE);
    await favorite(RED, online, '好局');
    await favorite(BLUE, online, '别人的');
    const games = new Map((await exported(RED, 1)).map((one) => [one._id, one]));
    expect([...games.keys()].toSorted()).toEqual([online, local].toSorted());
    expect(games.get(online)).toMatchObject({
      type: 'online',
      players: { red: { _id: RED }, blue: { _id: BLUE } },
      timeControl: game.timeControl,
      ruleSet: 'online-1',
      record: game.record,
      moveTimes: game.moveTimes,
      comment: '好局',
    });
    expect(games.get(local)).toMatchObject({ type: 'local', moveTimes: [1, 2, 3, 4], comment: null });
  });

  it('skips no game when the game at the cursor is deleted meanwhile', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push(await saveLocal(RED));
    const newest = ids.toSorted().reverse();
    let first = true;
    const games = await exported(RED, 2, async () => {
      if (first) await remove(RED, newest[1]!);
      first = false;
    });
    expect(games.map(({ _id }) => _id)).toEqual(newest);
  });
});
