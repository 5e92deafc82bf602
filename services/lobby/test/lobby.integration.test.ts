import { errorBody } from '@doushouqi/protocol';
import { lobbyMessage, ROUTES } from '@doushouqi/protocol/server';
import { describe, expect, it } from 'vitest';
import { codes, testLobby } from './fixtures.ts';

const lobby = await testLobby();
const { as, clock, received, list, logged, messages, newUser, profiles, say, server, url } = lobby;

const USERS_ONLY = [ROUTES.sayInLobby];
async function call({ method, path }: (typeof USERS_ONLY)[number], body: unknown, token?: string) {
  const reply = await lobby.call(method, `/api${path}`, { token, body });
  return [reply.status, reply.body];
}

describe('refused input', () => {
  it.each([
    ['nothing', {}, '请输入内容'],
    ['blanks', { content: ' \n ' }, '请输入内容'],
    ['invisible characters', { content: '\u200b\u2060\u3164' }, '内容含有不可见字符'],
    ['too much', { content: '长'.repeat(201) }, '最多 200 个字'],
    ['an operator', { content: { $ne: '' } }, '请输入内容'],
    ['a turn of the line', { content: 'a\u202eb' }, '内容含有不可见字符'],
  ])('%s as a message is 400', async (_, body, message) => {
    expect(await call(ROUTES.sayInLobby, body, lobby.token(newUser()))).toEqual([
      400,
      errorBody('INVALID_INPUT', message),
    ]);
  });
});

describe('authorization', () => {
  it('visitors read messages and announcement', async () => {
    expect(await as(null).listLobby({ query: {} })).toEqual([]);
    expect(await as(null).getLobbyInfo()).toEqual({ announcement: '欢迎', groupNumber: '123' });
  });

  it("a user cannot post under another user's name", async () => {
    const [self, other] = [newUser('甲'), newUser('乙')];
    const forged = { content: '大家好', userId: other, nickname: '乙', n: 99, timestamp: 1 };
    const [status, said] = await call(ROUTES.sayInLobby, forged, lobby.token(self));
    expect([status, said]).toMatchObject([201, { userId: self, nickname: '甲', timestamp: clock.now }]);
  });
});

describe('a message', () => {
  it("is trimmed, stored with its author's current name and avatar, sent to all clients of the lobby, and listed", async () => {
    const userId = newUser('老虎');
    const said = await say(userId, '  大家好  ');
    expect(said).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      userId,
      nickname: '老虎',
      avatar: 'tiger.png',
      content: '大家好',
      timestamp: clock.now,
    });
    expect(lobbyMessage.parse(said)).toEqual(said);
    await expect.poll(received).toEqual([said]);
    profiles.users.set(userId, { _id: userId, username: 'u', nickname: '改名', avatar: 'rat.png' });
    clock.now += 20_000;
    expect(await say(userId, '改名了')).toMatchObject({ nickname: '改名', avatar: 'rat.png' });
    expect((await as(null).listLobby({ query: {} })).map(({ nickname }) => nickname)).toEqual([
      '改名',
      '老虎',
    ]);
  });

  it('of a deleted account is refused', async () => {
    const gone = newUser();
    profiles.users.delete(gone);
    await expect(say(gone, '大家好')).rejects.toMatchObject({ status: 404, code: 'USER_NOT_FOUND' });
    expect(await messages.countDocuments()).toBe(0);
  });

  it('is 503 while auth is unavailable, stores nothing, and can be repeated later', async () => {
    const userId = newUser();
    await profiles.stop();
    await expect(say(userId, '大家好')).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(await messages.countDocuments()).toBe(0);
    await profiles.start();
    await say(userId, '大家好');
    await expect.poll(received).toHaveLength(1);
  });

  it('is stored and answered without the Redis of notices and limits, under the same rule', async () => {
    const userId = newUser();
    await server.kill();
    for (const content of ['一', '二', '三', '四']) await say(userId, content);
    await expect(say(userId, '五')).rejects.toMatchObject({ code: 'CHAT_FLOOD' });
    expect(await list()).toEqual(['四', '三', '二', '一']);
    await expect.poll(() => logged().filter(({ msg }) => msg === 'lobby not notified').length).toBe(4);
    await server.restart();
    await lobby.notices.forget();
    // The subscriber and the notifier find it again, each in its time.
    const sayAndCount = async () => {
      await say(newUser(), '回来了');
      return received().length;
    };
    await expect.poll(sayAndCount).toBeGreaterThan(0);
    // Nothing is under way any more when the last one is there.
    const last = await say(newUser(), '都在了');
    await expect.poll(() => received().at(-1)).toEqual(last);
  });
});

describe('the flood rule', () => {
  it('refuses a fifth message in ten seconds with Retry-After, and a repetition; other authors are not affected', async () => {
    const userId = newUser();
    await say(userId, '一');
    await expect(say(userId, '一！', 1)).rejects.toMatchObject({ status: 400, code: 'CHAT_REPEAT' });
    for (const content of ['二', '三', '四']) await say(userId, content, 1);
    const reply = await lobby.call('POST', '/api/lobby/message', { userId, body: { content: '五' } });
    expect([reply.status, reply.headers.get('retry-after'), reply.body]).toEqual([
      429,
      '10',
      errorBody('CHAT_FLOOD'),
    ]);
    await say(newUser(), '一');
    clock.now += 10_000;
    await say(userId, '五');
  });

  it('applies to messages sent in parallel through two processes', async () => {
    const userId = newUser();
    const words = [...'甲乙丙丁戊己庚辛壬癸子丑'];
    const sent = words.map((word, n) => say(userId, `${word}说`, n % 2 === 0 ? 0 : 1));
    const results = codes(await Promise.allSettled(sent));
    expect(results).toEqual([...Array(8).fill('CHAT_FLOOD'), ...Array(4).fill('SAID')]);
    expect(await messages.countDocuments({ userId })).toBe(4);
  });

  it('accepts one of many equal messages', async () => {
    const userId = newUser();
    const sent = Array.from({ length: 8 }, (_, n) => say(userId, '有人下棋吗', n % 2 === 0 ? 0 : 1));
    const results = codes(await Promise.allSettled(sent));
    expect(results).toEqual([...Array(7).fill('CHAT_REPEAT'), 'SAID']);
    await expect.poll(received).toHaveLength(1);
  });

  it('does not delay one author because of another', async () => {
    const sent = Array.from({ length: 10 }, (_, n) => say(newUser(), '你好', n % 2 === 0 ? 0 : 1));
    expect(codes(await Promise.allSettled(sent))).toEqual(Array(10).fill('SAID'));
  });
});

describe('moderation', () => {
  it('refuses words of the list, and words added to it later', async () => {
    const userId = newUser();
    await expect(say(userId, '卖 外·挂')).rejects.toMatchObject({ status: 400, code: 'IMPROPER_TEXT' });
    await say(userId, '卖西瓜');
    await lobby.writeKeywords('西瓜\n');
    clock.now += 10_000;
    await expect(say(userId, '大西瓜')).rejects.toMatchObject({ code: 'IMPROPER_TEXT' });
    await say(userId, '外挂');
    expect(await list()).toEqual(['外挂', '卖西瓜']);
    await expect.poll(received).toHaveLength(2);
  });

  it('limits the attempts of a user', async () => {
    const userId = newUser();
    for (let n = 0; n < 30; n += 1) {
      await expect(say(userId, '西瓜')).rejects.toMatchObject({ code: 'IMPROPER_TEXT' });
    }
    await expect(say(userId, '大家好', 1)).rejects.toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    await say(newUser(), '大家好');
  });
});

it('is ready by its store alone', async () => {
  const response = await fetch(`${url}/readyz`);
  expect([response.status, await response.json()]).toEqual([
    200,
    { status: 'ready', checks: { store: 'ok' } },
  ]);
});
