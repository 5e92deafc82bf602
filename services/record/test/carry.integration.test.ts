import { ROUTES } from '@doushouqi/protocol/server';
import { describe, expect, it } from 'vitest';
import { BLUE, OTHER, RED, testHistories } from './fixtures.ts';
import { gameWonBy } from './games.ts';

const service = await testHistories();
const { archive, favorite, idsOf, list, saveLocal, show } = service;

const TO = { _id: OTHER, nickname: '老王', avatar: 'tiger.png' };
function carry(userId: string) {
  return service.internal.call(ROUTES.carryGames, { body: { userId, to: TO } });
}

describe('carrying the games of a guest', () => {
  it('401 for users, 400 without a user', async () => {
    const path = '/internal/game-records/carry';
    const body = { userId: RED, to: TO };
    expect((await service.call('POST', path, { userId: RED, body })).status).toBe(401);
    await expect(
      service.internal.call(ROUTES.carryGames, { body: { userId: '', to: TO } }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('moves history, favorites and local games, once; opponents read the new name', async () => {
    const own = await archive(gameWonBy('blue', 1, [OTHER, BLUE]));
    const played = await archive(gameWonBy('red', 2, [RED, BLUE]));
    const met = await archive(gameWonBy('red', 3, [RED, OTHER]));
    const local = await saveLocal(RED);
    await favorite(RED, played, '妙');
    // Counts are kept for both users.
    expect((await list(RED)).totals.games).toBe(3);
    expect((await list(OTHER)).totals).toMatchObject({ games: 2, wins: 0 });

    await carry(RED);
    await carry(RED);
    expect(await list(RED)).toMatchObject({ records: [], totals: { games: 0 } });
    expect(new Set(await idsOf(OTHER, '?limit=10'))).toEqual(new Set([own, played, met, local]));
    expect((await list(OTHER)).totals).toMatchObject({ games: 4, wins: 1, losses: 2 });
    expect((await list(OTHER, '?filter=favorites')).records.map(({ _id }) => _id)).toEqual([played]);
    expect((await show(OTHER, played)).body.record.players.red).toEqual(TO);
    const found = await list(BLUE, `?opponent=${encodeURIComponent('老王')}`);
    expect(found.records.map(({ _id }) => _id)).toContain(played);
    // The guest's own game against the user: one entry, and the guest is forgotten.
    expect((await show(OTHER, met)).body.record.players).toMatchObject({
      red: { _id: null, nickname: '游客' },
      blue: { _id: OTHER },
    });
  });
});
