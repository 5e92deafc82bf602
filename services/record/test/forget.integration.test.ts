import { ROUTES } from '@doushouqi/protocol/server';
import { describe, expect, it } from 'vitest';
import { BLUE, OTHER, RED, testHistories } from './fixtures.ts';
import { gameWonBy } from './games.ts';

const service = await testHistories();
const { archive, idsOf, list, saveLocal, share, show } = service;

function forget(userId: string) {
  return service.internal.call(ROUTES.forgetPlayer, { body: { userId, nickname: '游客' } });
}

describe('forgetting a player', () => {
  it('401 for users, 400 without a name', async () => {
    const body = { userId: RED, nickname: '' };
    const path = '/internal/game-records/forget';
    expect((await service.call('POST', path, { userId: RED, body })).status).toBe(401);
    await expect(service.internal.call(ROUTES.forgetPlayer, { body })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('deletes the history and local games; online games stay with another name', async () => {
    const played = await archive(gameWonBy('red', 1, [RED, BLUE]));
    const others = await archive(gameWonBy('blue', 2, [OTHER, BLUE]));
    const local = await saveLocal(RED);
    const { shareId } = (await share(RED, local)).body;
    expect((await show(BLUE, played)).body.record.players.red.nickname).toBe('阿虎Tiger');
    await forget(RED);
    await forget(RED);
    expect(await list(RED)).toMatchObject({ records: [], totals: { games: 0 } });
    expect((await service.call('GET', `/api/shared-records/${shareId}`)).status).toBe(404);
    expect(await idsOf(BLUE)).toEqual([others, played]);
    const red = { _id: null, nickname: '游客', avatar: 'default.png' };
    const { players, notation } = (await show(BLUE, played)).body.record;
    expect(players).toMatchObject({ red, blue: { _id: BLUE, nickname: '小猫.*' } });
    expect(notation.winner).toBe(1);
    const found = await list(BLUE, `?opponent=${encodeURIComponent('游客')}`);
    expect(found.records.map(({ _id }) => _id)).toEqual([played]);
    expect((await show(BLUE, others)).body.record.players.red.nickname).toBe('路人');
  });
});
