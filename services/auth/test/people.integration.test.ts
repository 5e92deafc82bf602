import { errorBody, SEARCH_RESULTS } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { createOnline } from '@doushouqi/room-core/presence';
import { route } from '@doushouqi/service-kit';
import { signTestToken, startPeer, UNREACHABLE_SERVICE } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { type Account, testAuth } from './fixtures.ts';

const UNKNOWN_ID = '65f0c0ffee65f0c0ffee65f0';
const FRIEND = 'f'.repeat(24);

const social = await startPeer((app) =>
  route(app, ROUTES.listFriendIds, {
    handler: ({ params }) => ({ friends: params.userId === me.id ? [FRIEND] : [] }),
  }),
);
const auth = await testAuth({}, { social });
const { get, keys, newAccount, users } = auth;
const me: Account = await newAccount({ nickname: '小棋手' });

describe('GET /users/me', () => {
  const ask = (token?: string) => get('/api/users/me', token);

  it('404 for a deleted account', async () => {
    expect((await ask(signTestToken(UNKNOWN_ID, keys.privateKey))).body.code).toBe('USER_NOT_FOUND');
  });

  it("returns the user's account as the login does", async () => {
    const reply = await ask(me.token);
    const settings = { theme: 'default' };
    const { id: _id, username } = me;
    expect(reply.body).toEqual({ _id, username, nickname: '小棋手', avatar: 'rat.png', settings });
  });
});

describe('a house bot', () => {
  const open = () => auth.internal.call(ROUTES.openBotSession, { body: { level: 5 } });
  const roleIn = async (token: string) => (await auth.context.verifier.verify(token)).role;

  it('has the role bot, and always counts as online', async () => {
    const { access_token, user } = await open();
    expect(await roleIn(access_token)).toBe('bot');
    expect((await get(`/api/users/${user._id}`)).body).toMatchObject({ isBot: true, isOnline: true });
  });

  it('of 1.0 has no stored role, and keeps it', async () => {
    const { user } = await open();
    await users.updateOne({ _id: user._id }, { $unset: { role: 1 } });
    expect(await roleIn((await open()).access_token)).toBe('bot');
    expect((await get(`/api/users/${user._id}`)).body).toMatchObject({ isBot: true });
  });

  it('has no password', async () => {
    const { user } = await open();
    expect(await users.findById(user._id).lean()).not.toHaveProperty('passwordHash');
    expect((await auth.logIn('bot-5', 'correct horse')).status).toBe(400);
  });
});

describe('GET /users/:id', () => {
  const ask = async (id: string, token?: string) => {
    const { status, body } = await get(`/api/users/${encodeURIComponent(id)}`, token);
    return [status, body];
  };

  it.each(['1', 'x'.repeat(24), '[object Object]', `${UNKNOWN_ID}0`])('400 for the id %s', async (id) => {
    expect(await ask(id)).toEqual([400, { code: 'INVALID_INPUT', message: '用户编号有误' }]);
  });

  it('returns 404 for an unknown user', async () => {
    expect(await ask(UNKNOWN_ID)).toEqual([404, errorBody('USER_NOT_FOUND')]);
  });

  it('returns the public fields to all users, and the friends only to the user', async () => {
    const shown = { _id: me.id, nickname: '小棋手', avatar: 'rat.png', isOnline: false, friends: [] };
    const other = await newAccount();
    expect(await ask(me.id)).toEqual([200, shown]);
    expect(await ask(me.id, other.token)).toEqual([200, shown]);
    expect(await ask(me.id, me.token)).toEqual([200, { ...shown, friends: [FRIEND] }]);
  });

  it('returns who is online', async () => {
    const { id } = await newAccount();
    await createOnline(auth.context.redis, { leaseMs: 60_000 }).beat(id, null);
    expect(await ask(id)).toMatchObject([200, { isOnline: true }]);
    const notified = async (presence?: true) => {
      const body = { ids: [me.id, id], ...(presence && { presence }) };
      const { profiles } = await auth.internal.call(ROUTES.listProfiles, { body });
      return new Map(profiles.map(({ _id, isOnline }) => [_id, isOnline]));
    };
    expect(await notified(true)).toEqual(
      new Map([
        [me.id, false],
        [id, true],
      ]),
    );
    expect(await notified()).toEqual(
      new Map([
        [me.id, undefined],
        [id, undefined],
      ]),
    );
  });

  it('returns the name while the social service is unavailable', async () => {
    const alone = await auth.another({ peers: { social: UNREACHABLE_SERVICE } });
    const reply = await alone.call('GET', `/api/users/${me.id}`, { token: me.token });
    await alone.stop();
    expect([reply.status, reply.body.friends]).toEqual([200, []]);
  });
});

describe('GET /users/search', () => {
  const search = (keyword: string, token: string | undefined = me.token) =>
    get(`/api/users/search?keyword=${encodeURIComponent(keyword)}`, token);
  const found = async (keyword: string, token?: string) =>
    ((await search(keyword, token)).body as unknown as { username: string }[]).map((user) => user.username);

  it.each([
    ['?keyword=%20', '请输入昵称或账号'],
    ['', '输入内容有误'],
    [`?keyword=${'a'.repeat(21)}`, '最多 20 个字'],
    ['?keyword[$ne]=a', '输入内容有误'],
    ['?keyword=a&keyword=b', '输入内容有误'],
  ])('400 for %s', async (query, message) => {
    const { status, body } = await get(`/api/users/search${query}`, me.token);
    expect([status, body]).toEqual([400, { code: 'INVALID_INPUT', message }]);
  });

  it('finds users by a part of a username or nickname, regardless of case and width', async () => {
    await newAccount({ username: 'Zebra_One', nickname: 'ÉLAN 木兰' });
    await newAccount({ username: 'other_one', nickname: 'zebra' });
    expect(await found('zEBR')).toEqual(expect.arrayContaining(['Zebra_One', 'other_one']));
    expect(await found('élan 木')).toEqual(['Zebra_One']);
    expect(await found('木兰')).toEqual(['Zebra_One']);
    expect(await found('ＥＢＲＡ')).toEqual(expect.arrayContaining(['Zebra_One', 'other_one']));
    expect(await found('ra_o')).toEqual(['Zebra_One']);
    expect(await found('兰木')).toEqual([]);
  });

  it('returns the public fields', async () => {
    const { id } = await newAccount({ username: 'shown_here', nickname: '看我' });
    const seen = { _id: id, username: 'shown_here', nickname: '看我', avatar: 'rat.png' };
    expect((await search('看我')).body).toEqual([seen]);
  });

  it('treats every character literally', async () => {
    await newAccount({ username: 'plain_text', nickname: '.*[a](b)$^\\' });
    await newAccount({ username: 'plain_emoji', nickname: '象🐘🐘' });
    expect(await found('.*')).toEqual(['plain_text']);
    expect(await found('.*[A](b)$^\\')).toEqual(['plain_text']);
    for (const pattern of ['.', '象🐘🐘']) expect(await found(pattern)).toHaveLength(1);
    for (const pattern of ['p.*', '^p', '$ne', '象.', '%']) expect(await found(pattern)).toEqual([]);
  });

  it('excludes the caller', async () => {
    const searcher = await newAccount({ username: 'Looks_for_himself' });
    expect(await found('looks_for', searcher.token)).toEqual([]);
    expect(await found('looks_for')).toEqual(['Looks_for_himself']);
  });

  it('returns a bounded list that includes the user with exactly that name', async () => {
    const { id } = await newAccount({ username: 'crowd', nickname: '独一人' });
    const { passwordHash, passwordUpdatedAt, createdAt } = (await users.findById(id).lean())!;
    const crowd = Array.from({ length: 2 * SEARCH_RESULTS }, (_, n) => ({
      username: `crowd${n}`,
      usernameLower: `crowd${n}`,
      nickname: n === 30 ? 'Crowd' : `crowded ${n}`,
      nicknameLower: n === 30 ? 'crowd' : `crowded ${n}`,
      ...{ passwordHash, passwordUpdatedAt, createdAt },
    }));
    await users.insertMany(crowd);
    const names = await found('crowd');
    expect(names).toHaveLength(SEARCH_RESULTS);
    expect(new Set(names)).toHaveLength(SEARCH_RESULTS);
    expect(names.slice(0, 2).toSorted()).toEqual(['crowd', 'crowd30']);
  });

  it('reads no guest and no deleted account, whose unique keys begin like usernames', async () => {
    const { username } = await newAccount({ username: 'guess', nickname: '猜猜看' });
    const at = new Date();
    const nameless = Array.from({ length: 50 }, (_, n) => ({
      ...{ usernameLower: `${n % 2 ? 'guest' : 'gone'}:${n}`, nickname: `无名${n}`, nameParts: [] },
      ...{ passwordUpdatedAt: at, createdAt: at, ...(n % 2 && { guestSeenAt: at }) },
    }));
    await users.insertMany(nameless);
    const asked: Record<string, unknown>[] = [];
    const note = ({ command }: { command: Record<string, unknown> }) => {
      if (command.find === 'users') asked.push(command);
    };
    const client = auth.context.connection.getClient();
    client.on('commandStarted', note);
    const names = [];
    for (const keyword of ['g', 'go', 'gue', 'guest', 'guest:', 'gone:1']) names.push(await found(keyword));
    client.off('commandStarted', note);
    expect(names).toEqual([[username], [], [username], [], [], []]);
    let examined = 0;
    for (const { find, filter, sort, limit } of asked) {
      const explain = { find, filter, ...(sort ? { sort } : {}), limit };
      const { executionStats } = await auth.context.connection.db!.command({ explain });
      examined += executionStats.totalDocsExamined;
    }
    // `guess` by its key and by its parts, for the keywords `g` and `gue`.
    expect(examined).toBe(4);
  });

  it('finds accounts from before the search existed', async () => {
    const { id } = await newAccount({ username: 'veteran', nickname: '老将 ABC' });
    await users.collection.updateOne(
      { usernameLower: 'veteran' },
      { $unset: { nicknameLower: '', nameParts: '' } },
    );
    expect(await found('老将')).toEqual([]);
    const restarted = await auth.another();
    await restarted.stop();
    expect(await found('将 abc')).toEqual(['veteran']);
    expect((await users.findById(id).lean())?.nickname).toBe('老将 ABC');
  });

  it('is limited by user', async () => {
    const { token } = await newAccount();
    const replies = await Promise.all(Array.from({ length: 70 }, () => search('no_such_user', token)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.headers.get('retry-after')).not.toBeNull();
    expect((await search('no_such_user')).status).toBe(200);
  });
});
