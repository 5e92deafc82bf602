import { ROUTES } from '@doushouqi/protocol/server';
import { mirrorSanctions } from '@doushouqi/service-kit';
import { tournamentRoom } from '@doushouqi/service-kit/socket-cluster';
import { idOf } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { testLobby } from './fixtures.ts';

const lobby = await testLobby();
const { as, asGuest, clock, list, messages, newUser, notices, received, say, tokens } = lobby;
await notices.listen(['cup', 'night'].map(tournamentRoom));

function sayIn(id: string, userId: string, content: string, which: 0 | 1 = 0) {
  return as(userId, which).sayInTournament({ params: { id }, body: { content } });
}
async function linesOf(id: string, userId: string | null = null, query = {}) {
  const found = await as(userId).listTournamentLines({ params: { id }, query });
  return found.map(({ content }) => content);
}
function sentTo(room: string): string[] {
  return notices
    .of(room)
    .flatMap(({ event, payload }) => (event === 'tournamentLine' ? payload.content : []));
}

describe('a line of a tournament', () => {
  it('is listed and sent in its chat alone', async () => {
    const userId = newUser('老虎');
    const said = await sayIn('cup', userId, '  加油  ');
    expect(said).toMatchObject({ userId, nickname: '老虎', content: '加油', timestamp: clock.now });
    await say(newUser(), '大厅的话');
    expect(await linesOf('cup')).toEqual(['加油']);
    expect(await linesOf('night')).toEqual([]);
    expect(await list()).toEqual(['大厅的话']);
    await expect.poll(() => sentTo(tournamentRoom('cup'))).toEqual(['加油']);
    expect(notices.of(tournamentRoom('cup'))).toEqual([
      { event: 'tournamentLine', payload: { ...said, tournamentId: 'cup' } },
    ]);
    expect(received().map(({ content }) => content)).toEqual(['大厅的话']);
    expect(sentTo(tournamentRoom('night'))).toEqual([]);
  });

  it('is paged and expires as those of the lobby do, by indexes', async () => {
    await sayIn('cup', newUser(), '一');
    const first = clock.now;
    clock.now += 20_000;
    await sayIn('cup', newUser(), '二');
    expect(await linesOf('cup', null, { before: first })).toEqual(['一']);
    const keys = (await messages.listIndexes()).map(({ key }) => JSON.stringify(key));
    expect(keys).toContain('{"tournamentId":1,"at":1}');
  });

  it('needs a tournament that exists, and its service', async () => {
    const userId = newUser();
    await expect(sayIn('unknown', userId, '有人吗')).rejects.toMatchObject({ code: 'TOURNAMENT_NOT_FOUND' });
    expect(await messages.countDocuments()).toBe(0);
    expect(await linesOf('unknown')).toEqual([]);
  });

  it('counts for one flood rule with those of the lobby', async () => {
    const userId = newUser();
    await say(userId, '一');
    await sayIn('cup', userId, '二', 1);
    await sayIn('night', userId, '三');
    await expect(sayIn('night', userId, '三！')).rejects.toMatchObject({ code: 'CHAT_REPEAT' });
    await say(userId, '四');
    await expect(sayIn('cup', userId, '五')).rejects.toMatchObject({ code: 'CHAT_FLOOD' });
  });

  it('is refused for improper words, of guests, and of muted users', async () => {
    const [userId, muted] = [newUser(), newUser()];
    await expect(sayIn('cup', userId, '外-挂')).rejects.toMatchObject({ code: 'IMPROPER_TEXT' });
    await mirrorSanctions(tokens, muted, { mute: Date.now() + 3_600_000 }, Date.now());
    await expect(sayIn('cup', muted, '你好')).rejects.toMatchObject({ code: 'MUTED' });
    const params = { id: 'cup' };
    await expect(
      asGuest(idOf(900)).sayInTournament({ params, body: { content: '你好' } }),
    ).rejects.toMatchObject({ code: 'GUEST_NOT_ALLOWED' });
    await expect(as(null).sayInTournament({ params, body: { content: '你好' } })).rejects.toMatchObject({
      status: 401,
    });
  });

  it('of a shadow-muted user is listed for and sent to its author alone', async () => {
    const author = newUser();
    await notices.listen([author]);
    await mirrorSanctions(tokens, author, { shadow: Date.now() + 3_600_000 }, Date.now());
    await sayIn('cup', author, '没人看见');
    expect(await linesOf('cup', author)).toEqual(['没人看见']);
    expect(await linesOf('night', author)).toEqual([]);
    expect(await linesOf('cup')).toEqual([]);
    await expect.poll(() => sentTo(author)).toEqual(['没人看见']);
    expect(sentTo(tournamentRoom('cup'))).toEqual([]);
  });

  it('is shown to the operators with those around it in its chat, and hidden by them', async () => {
    const before = await sayIn('cup', newUser(), '前一句');
    clock.now += 1_000;
    await say(newUser(), '大厅的话');
    clock.now += 1_000;
    const line = await sayIn('cup', newUser(), '加微信');
    const shown = await lobby.internal.call(ROUTES.showLobbyLine, { body: { messageId: line._id } });
    expect(shown).toEqual({ line, around: [before, line], tournamentId: 'cup' });
    await lobby.internal.call(ROUTES.hideLobbyLines, { body: { messageIds: [line._id] } });
    expect(await linesOf('cup')).toEqual(['前一句']);
  });
});
