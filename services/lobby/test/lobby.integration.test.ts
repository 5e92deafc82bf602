import { errorBody, LOBBY_LINES } from '@doushouqi/protocol';
import { lobbyMessage, ROUTES } from '@doushouqi/protocol/server';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startLobby } from './harness.ts';

const lobby = await startLobby();
const { as, auth, clock, heard, messages, logged, redis, reports, urls } = lobby;
afterAll(lobby.stop);

/** A user of each test's own, so that neither limits nor floods carry over. */
let users = 0;
function newUser(nickname = '甲'): string {
  users += 1;
  const _id = users.toString(16).padStart(24, '0');
  auth.users.set(_id, { _id, username: `user${users}`, nickname, avatar: 'tiger.png' });
  return _id;
}

function say(userId: string, content: string, which: 0 | 1 = 0) {
  return as(userId, which).sayInLobby({ body: { content } });
}
async function list(which: 0 | 1 = 0) {
  const found = await as(null, which).listLobby({ query: {} });
  return found.map(({ content }) => content);
}
function codes(results: PromiseSettledResult<unknown>[]) {
  return results.map((one) => (one.status === 'fulfilled' ? 'SAID' : one.reason.code)).sort();
}

beforeEach(async () => {
  await Promise.all([messages.deleteMany({}), reports.deleteMany({})]);
  // What was kept and what was said before is old.
  clock.now += 100_000;
  lobby.forgetHeard();
  logged.length = 0;
});

const USERS_ONLY = [ROUTES.sayInLobby, ROUTES.reportLine, ROUTES.listTournaments];
async function call({ method, path }: (typeof USERS_ONLY)[number], body: unknown, token?: string) {
  const response = await fetch(`${urls[0]}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  return [response.status, await response.json()];
}

describe('refused input', () => {
  it.each([
    ['nothing', {}, '请输入内容'],
    ['blanks', { content: ' \n ' }, '请输入内容'],
    ['what nobody sees', { content: '\u200b\u2060\u3164' }, '内容含有不可见字符'],
    ['too much', { content: '长'.repeat(201) }, '最多 200 个字'],
    ['an operator', { content: { $ne: '' } }, '请输入内容'],
    ['a turn of the line', { content: 'a\u202eb' }, '内容含有不可见字符'],
  ])('saying %s is 400', async (_, body, message) => {
    expect(await call(ROUTES.sayInLobby, body, lobby.token(newUser()))).toEqual([
      400,
      errorBody('INVALID_INPUT', message),
    ]);
  });

  it.each([
    ['nothing', {}],
    ['no id', { messageId: 'x' }],
    ['an operator', { messageId: { $ne: null } }],
    ['an id in capitals', { messageId: 'A'.repeat(24) }],
  ])('reporting %s is 400', async (_, body) => {
    expect(await call(ROUTES.reportLine, body, lobby.token(newUser()))).toEqual([
      400,
      errorBody('INVALID_INPUT'),
    ]);
  });
});

describe('who may', () => {
  it.each(USERS_ONLY)(
    '$method $path is 401 without a token, with a bad one and an old one',
    async (route) => {
      const old = lobby.token(newUser(), Date.now() - 8 * 86_400_000);
      const body = { content: '你好', messageId: 'a'.repeat(24) };
      expect(await call(route, body)).toEqual([401, errorBody('UNAUTHORIZED')]);
      expect(await call(route, body, 'x.y.z')).toEqual([401, errorBody('UNAUTHORIZED')]);
      expect(await call(route, body, old)).toEqual([401, errorBody('TOKEN_EXPIRED')]);
      expect(await messages.countDocuments()).toBe(0);
    },
  );

  it('visitors read messages and announcement', async () => {
    expect(await as(null).listLobby({ query: {} })).toEqual([]);
    expect(await as(null).getLobbyInfo()).toEqual({ announcement: '欢迎', groupNumber: '123' });
  });

  it('nobody speaks as somebody else', async () => {
    const [self, other] = [newUser('甲'), newUser('乙')];
    const forged = { content: '大家好', userId: other, nickname: '乙', n: 99, timestamp: 1 };
    const [status, said] = await call(ROUTES.sayInLobby, forged, lobby.token(self));
    expect([status, said]).toMatchObject([201, { userId: self, nickname: '甲', timestamp: clock.now }]);
  });
});

describe('a message', () => {
  it('is trimmed, stored with its author’s name and face of now, told to all who watch, and listed', async () => {
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
    await expect.poll(heard).toEqual([said]);
    auth.users.set(userId, { _id: userId, username: 'u', nickname: '改名', avatar: 'rat.png' });
    clock.now += 20_000;
    expect(await say(userId, '改名了')).toMatchObject({ nickname: '改名', avatar: 'rat.png' });
    expect((await as(null).listLobby({ query: {} })).map(({ nickname }) => nickname)).toEqual([
      '改名',
      '老虎',
    ]);
  });

  it('of an account that is gone is refused', async () => {
    const gone = newUser();
    auth.users.delete(gone);
    await expect(say(gone, '大家好')).rejects.toMatchObject({ status: 404, code: 'USER_NOT_FOUND' });
    expect(await messages.countDocuments()).toBe(0);
  });

  it('is 503 while auth is away, stores nothing, and may be said afterwards', async () => {
    const userId = newUser();
    await auth.stop();
    await expect(say(userId, '大家好')).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(await messages.countDocuments()).toBe(0);
    await auth.start();
    await say(userId, '大家好');
    await expect.poll(heard).toHaveLength(1);
  });

  it('is stored and answered without the Redis of notices and limits, under the same rule', async () => {
    const userId = newUser();
    await redis.kill();
    for (const content of ['一', '二', '三', '四']) await say(userId, content);
    await expect(say(userId, '五')).rejects.toMatchObject({ code: 'CHAT_FLOOD' });
    expect(await list()).toEqual(['四', '三', '二', '一']);
    await expect.poll(() => logged.filter(({ msg }) => msg === 'lobby not told').length).toBe(4);
    await redis.restart();
    lobby.forgetHeard();
    // The subscriber and the notifier find it again, each in its time.
    const sayAndCount = async () => {
      await say(newUser(), '回来了');
      return heard().length;
    };
    await expect.poll(sayAndCount).toBeGreaterThan(0);
    // Nothing is under way any more when the last one is there.
    const last = await say(newUser(), '都在了');
    await expect.poll(() => heard().at(-1)).toEqual(last);
  });
});

describe('the flood rule', () => {
  it('refuses a fifth message in ten seconds with Retry-After, and a repetition; others are free', async () => {
    const userId = newUser();
    await say(userId, '一');
    await expect(say(userId, '一！', 1)).rejects.toMatchObject({ status: 400, code: 'CHAT_REPEAT' });
    for (const content of ['二', '三', '四']) await say(userId, content, 1);
    const response = await fetch(`${urls[0]}/api/lobby/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${lobby.token(userId)}` },
      body: JSON.stringify({ content: '五' }),
    });
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
      429,
      '10',
      errorBody('CHAT_FLOOD'),
    ]);
    await say(newUser(), '一');
    clock.now += 10_000;
    await say(userId, '五');
  });

  it('holds for many messages sent at once through two processes', async () => {
    const userId = newUser();
    const words = [...'甲乙丙丁戊己庚辛壬癸子丑'];
    const sent = words.map((word, n) => say(userId, `${word}说`, n % 2 === 0 ? 0 : 1));
    const results = codes(await Promise.allSettled(sent));
    expect(results).toEqual([...Array(8).fill('CHAT_FLOOD'), ...Array(4).fill('SAID')]);
    expect(await messages.countDocuments({ userId })).toBe(4);
  });

  it('lets one of many equal messages through', async () => {
    const userId = newUser();
    const sent = Array.from({ length: 8 }, (_, n) => say(userId, '有人下棋吗', n % 2 === 0 ? 0 : 1));
    const results = codes(await Promise.allSettled(sent));
    expect(results).toEqual([...Array(7).fill('CHAT_REPEAT'), 'SAID']);
    await expect.poll(heard).toHaveLength(1);
  });

  it('does not let one author hold up another', async () => {
    const sent = Array.from({ length: 10 }, (_, n) => say(newUser(), '你好', n % 2 === 0 ? 0 : 1));
    expect(codes(await Promise.allSettled(sent))).toEqual(Array(10).fill('SAID'));
  });
});

describe('moderation', () => {
  it('refuses words of the list, and those written into it later', async () => {
    const userId = newUser();
    await expect(say(userId, '卖 外·挂')).rejects.toMatchObject({ status: 400, code: 'IMPROPER_TEXT' });
    await say(userId, '卖西瓜');
    await lobby.writeKeywords('西瓜\n');
    clock.now += 10_000;
    await expect(say(userId, '大西瓜')).rejects.toMatchObject({ code: 'IMPROPER_TEXT' });
    await say(userId, '外挂');
    expect(await list()).toEqual(['外挂', '卖西瓜']);
    await expect.poll(heard).toHaveLength(2);
  });

  it('limits the attempts of one user', async () => {
    const userId = newUser();
    for (let n = 0; n < 30; n += 1) {
      await expect(say(userId, '西瓜')).rejects.toMatchObject({ code: 'IMPROPER_TEXT' });
    }
    await expect(say(userId, '大家好', 1)).rejects.toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    await say(newUser(), '大家好');
  });
});

describe('the list', () => {
  it('is kept where it always was', () => {
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

  it('pages back to messages said until a moment, that moment included', async () => {
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
    const response = await fetch(`${urls[0]}/api/lobby/messages?before=${before}`);
    expect([response.status, await response.json()]).toEqual([400, errorBody('INVALID_INPUT')]);
  });

  it('limits the pages of older messages by address, and never the last page', async () => {
    const pages = Array.from({ length: 125 }, () => as(null).listLobby({ query: { before: 1 } }));
    expect(codes(await Promise.allSettled(pages))).toContain('RATE_LIMITED');
    expect(await list()).toEqual([]);
  });

  it('has one’s own message at once, and the message of another process within a second', async () => {
    expect([await list(0), await list(1)]).toEqual([[], []]);
    await say(newUser(), '大家好', 0);
    expect([await list(0), await list(1)]).toEqual([['大家好'], []]);
    clock.now += 999;
    expect(await list(1)).toEqual([]);
    clock.now += 1;
    expect(await list(1)).toEqual(['大家好']);
  });

  it('forgets messages by itself, and finds what it needs by an index', async () => {
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

  it('keeps the message once for each reporter, however often and however fast he reports', async () => {
    const [author, one, two] = [newUser('刷屏者'), newUser(), newUser()];
    const { _id, timestamp } = await say(author, '不好听的话');
    const sent = [0, 1, 0, 1].map((which) => report(one, _id, which as 0 | 1));
    expect(await Promise.all(sent)).toEqual(Array(4).fill({ success: true }));
    await report(two, _id);
    const kept = await reports.find().sort({ reporterId: 1 }).lean();
    expect(kept.map(({ reporterId }) => reporterId)).toEqual([one, two]);
    expect(kept[0]).toMatchObject({
      messageId: _id,
      line: { userId: author, nickname: '刷屏者', content: '不好听的话', at: new Date(timestamp) },
    });
    expect(logged.filter(({ msg }) => msg === 'lobby message reported')).toHaveLength(2);
  });

  it('is refused for an unknown message and for one’s own', async () => {
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

describe('the operators’ file', () => {
  const config = (changes: object = {}) =>
    JSON.stringify({ announcement: '欢迎', groupNumber: '123', tournaments: [], ...changes });
  const cup = (_id: string, from: number, to: number) => ({
    _id,
    name: '新春杯',
    startTime: clock.now + from,
    endTime: clock.now + to,
    timeControl: { initial: 5, increment: 3 },
  });
  const announced = async (which: 0 | 1 = 0) => (await as(null, which).getLobbyInfo()).announcement;

  it('is read anew by every process when it changed', async () => {
    await lobby.writeConfig(config({ announcement: '今晚八点比赛' }));
    clock.now += 1_000;
    expect([await announced(0), await announced(1)]).toEqual(['今晚八点比赛', '今晚八点比赛']);
  });

  it('stays as it was while the change is wrong or the file is gone, with one line in the log each', async () => {
    await lobby.writeConfig(config({ announcement: '好的' }));
    expect(await announced()).toBe('好的');
    const complaints = () => logged.filter(({ level }) => level === 'error');
    for (const change of [() => lobby.writeConfig(config({ announcement: 5 })), lobby.removeConfig]) {
      await change();
      for (let n = 0; n < 3; n += 1) {
        clock.now += 1_000;
        expect(await announced()).toBe('好的');
      }
    }
    expect(complaints().map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^announcement: /),
      expect.stringMatching(/^ENOENT/),
    ]);
    await lobby.writeConfig(config({ announcement: '又好了' }));
    clock.now += 1_000;
    expect(await announced()).toBe('又好了');
  });

  it('has the tournaments, the next one first, then the last one', async () => {
    const tournaments = [cup('past', -9_000, -8_000), cup('next', 60_000, 90_000), cup('now', -5_000, 9_000)];
    await lobby.writeConfig(config({ tournaments: [...tournaments, cup('last', -7_000, -6_000)] }));
    clock.now += 1_000;
    const found = await as(newUser()).listTournaments();
    expect(found.map(({ _id }) => _id)).toEqual(['now', 'next', 'last', 'past']);
    expect(found[0]).toEqual({ ...tournaments[2], description: '', champion: null });
  });
});

it('is ready by its store alone', async () => {
  const response = await fetch(`${urls[0]}/readyz`);
  expect([response.status, await response.json()]).toEqual([
    200,
    { status: 'ready', checks: { store: 'ok' } },
  ]);
});
