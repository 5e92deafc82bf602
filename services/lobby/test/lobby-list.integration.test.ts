import { errorBody, LOBBY_LINES } from '@doushouqi/protocol';
import { describe, expect, it } from 'vitest';
import { codes, testLobby } from './fixtures.ts';

const lobby = await testLobby();
const { as, clock, list, logged, messages, newUser, reports, say, url } = lobby;

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
    const indexes = async (model: typeof messages | typeof reports) =>
      (await model.listIndexes()).map(({ key, unique, expireAfterSeconds }) => [
        JSON.stringify(key),
        unique ?? expireAfterSeconds,
      ]);
    expect(await indexes(messages)).toEqual(
      expect.arrayContaining([
        ['{"userId":1,"n":-1}', true],
        ['{"at":1}', 604_800],
      ]),
    );
    expect(await indexes(reports)).toEqual(
      expect.arrayContaining([
        ['{"messageId":1,"reporterId":1}', true],
        ['{"at":1}', 7_776_000],
      ]),
    );
  });
});

describe('a report', () => {
  const report = (userId: string, messageId: string, which: 0 | 1 = 0) =>
    as(userId, which).reportLine({ body: { messageId } });

  it('stores the message once per reporter, also in parallel', async () => {
    const [author, one, two] = [newUser('刷屏者'), newUser(), newUser()];
    const { _id, timestamp } = await say(author, '不好听的话');
    const sent = [0, 1, 0, 1].map((which) => report(one, _id, which as 0 | 1));
    expect(await Promise.all(sent)).toEqual(Array(4).fill({ success: true }));
    await report(two, _id);
    const stored = await reports.find().sort({ reporterId: 1 }).lean();
    expect(stored.map(({ reporterId }) => reporterId)).toEqual([one, two]);
    expect(stored[0]).toMatchObject({
      messageId: _id,
      line: { userId: author, nickname: '刷屏者', content: '不好听的话', at: new Date(timestamp) },
    });
    expect(logged().filter(({ msg }) => msg === 'reported')).toHaveLength(2);
  });

  it("is refused for an unknown message and for the reporter's own", async () => {
    const userId = newUser();
    const { _id } = await say(userId, '我说的');
    await expect(report(userId, 'f'.repeat(24))).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
    await expect(report(userId, _id)).rejects.toMatchObject({ status: 400, code: 'NOT_YOURSELF' });
    expect(await reports.countDocuments()).toBe(0);
  });

  it('is limited by user', async () => {
    const userId = newUser();
    for (let n = 0; n < 10; n += 1) {
      await expect(report(userId, 'f'.repeat(24))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(report(userId, 'f'.repeat(24))).rejects.toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  });
});
