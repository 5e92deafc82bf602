import { errorBody, LOBBY_LINES } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { apiFrom } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { codes, testLobby } from './fixtures.ts';

const lobby = await testLobby();
const { as, clock, list, messages, newUser, say, url } = lobby;

describe('the list', () => {
  it('is stored in the collection of the first version', () => {
    expect(messages.collection.name).toBe('lobbylines');
  });

  it('shows the last messages, newest first', async () => {
    const author = { userId: newUser(), nickname: '甲', avatar: 'cat.png' };
    const start = clock.now - 1_000;
    await messages.insertMany(
      Array.from({ length: LOBBY_LINES + 10 }, (_, n) => ({
        ...author,
        n,
        content: `第${n}句`,
        at: new Date(start + n),
      })),
    );
    expect(await list()).toEqual(Array.from({ length: LOBBY_LINES }, (_, n) => `第${LOBBY_LINES + 9 - n}句`));
  });

  it('pages back to messages before a time, that time included', async () => {
    const author = { userId: newUser(), nickname: '甲', avatar: 'cat.png' };
    const start = clock.now - 1_000;
    await messages.insertMany(
      Array.from({ length: LOBBY_LINES + 10 }, (_, n) => ({
        ...author,
        n,
        content: `第${n}句`,
        at: new Date(start + n),
      })),
    );
    const page = async (before: number) =>
      (await as(null).listLobby({ query: { before } })).map(({ content }) => content);
    expect(await page(start + 2)).toEqual(['第2句', '第1句', '第0句']);
    expect(await page(start + LOBBY_LINES + 4)).toHaveLength(LOBBY_LINES);
    expect(await page(start - 1)).toEqual([]);
  });

  it.each(['x', '-1', '1.5', '0'])('400 for messages before %s', async (before) => {
    const response = await fetch(`${url}/api/lobby/messages?before=${before}`);
    expect([response.status, await response.json()]).toEqual([400, errorBody('INVALID_INPUT')]);
  });

  it('limits requests for older pages by address, but not for the last page', async () => {
    const pages = Array.from({ length: 125 }, () => as(null).listLobby({ query: { before: 1 } }));
    expect(codes(await Promise.allSettled(pages))).toContain('RATE_LIMITED');
    expect(await list()).toEqual([]);
  });

  it("has the author's message at once, and a message of another process within a second", async () => {
    expect([await list(0), await list(1)]).toEqual([[], []]);
    await say(newUser(), '大家好', 0);
    expect([await list(0), await list(1)]).toEqual([['大家好'], []]);
    clock.now += 999;
    expect(await list(1)).toEqual([]);
    clock.now += 1;
    expect(await list(1)).toEqual(['大家好']);
  });

  it('expires messages, and has an index for its query', async () => {
    const indexes = (await messages.listIndexes()).map(({ key, unique, expireAfterSeconds }) => [
      JSON.stringify(key),
      unique ?? expireAfterSeconds,
    ]);
    expect(indexes).toEqual(
      expect.arrayContaining([
        ['{"userId":1,"n":-1}', true],
        ['{"at":1}', 604_800],
      ]),
    );
  });
});

describe('for the operators', () => {
  const show = (messageId: string) => lobby.internal.call(ROUTES.showLobbyLine, { body: { messageId } });
  const hide = (messageIds: string[]) => lobby.internal.call(ROUTES.hideLobbyLines, { body: { messageIds } });

  it('shows a line with those around it, oldest first, to services only', async () => {
    const said = [];
    for (let n = 0; n < 25; n += 1) {
      clock.now += 20_000;
      said.push(await say(newUser(), `第${n}句`));
    }
    const { line, around } = await show(said[12]!._id);
    expect(line).toEqual(said[12]);
    expect(around).toEqual(said.slice(2, 23));
    expect((await show(said[24]!._id)).around).toEqual(said.slice(14));
    await expect(show('f'.repeat(24))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const body = { messageId: said[12]!._id };
    const refused = await lobby.call('POST', '/internal/lobby/line', { userId: newUser(), body });
    expect(refused.status).toBe(401);
  });

  it('hides lines from the list and its older pages, at once in this process, and still shows them as evidence', async () => {
    const one = await say(newUser(), '加微信');
    clock.now += 20_000;
    const two = await say(newUser(), '你好');
    expect(await list()).toEqual(['你好', '加微信']);
    for (let n = 0; n < 2; n += 1) await hide([one._id, 'f'.repeat(24)]);
    expect(await list()).toEqual(['你好']);
    // From an address with points for older pages.
    const reader = apiFrom(url, '10.0.0.9', null);
    expect(await reader.listLobby({ query: { before: clock.now } })).toEqual([two]);
    expect((await show(one._id)).line).toEqual(one);
    clock.now += 1_000;
    expect(await list(1)).toEqual(['你好']);
  });
});
