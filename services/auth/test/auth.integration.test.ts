import { errorBody } from '@doushouqi/protocol';
import { SERVICE_TOKEN } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { form, testAuth } from './fixtures.ts';

const UNKNOWN_ID = '65f0c0ffee65f0c0ffee65f0';

const auth = await testAuth();
const { logIn: login, post, users } = auth;

function register(changes?: Record<string, unknown>) {
  return post('/api/auth/register', form(changes));
}
function idOf(body: Record<string, unknown>) {
  return (body.user as { _id: string })._id;
}

describe('POST /auth/register', () => {
  it.each([
    ['no body', '', '请输入账号'],
    ['broken JSON', '{', '输入内容有误'],
    ['a list', [], '输入内容有误'],
    ['no username', form({ username: undefined }), '请输入账号'],
    ['a blank username', form({ username: '  ' }), '请输入账号'],
    ['a short username', form({ username: 'ab' }), '账号须为 3–20 位字母、数字或下划线'],
    ['a long username', form({ username: 'a'.repeat(21) }), '账号须为 3–20 位字母、数字或下划线'],
    ['a username in Chinese', form({ username: '棋手一二三' }), '账号须为 3–20 位字母、数字或下划线'],
    ['an operator for a username', form({ username: { $ne: null } }), '请输入账号'],
    ['a number for a username', form({ username: 12_345 }), '请输入账号'],
    ['no nickname', form({ nickname: ' ' }), '请输入昵称'],
    ['a long nickname', form({ nickname: '棋'.repeat(13) }), '昵称最多 12 个字'],
    ['an invisible nickname', form({ nickname: '\u200b' }), '昵称含有不可见字符'],
    ['a short password', form({ password: '1234567', confirmPassword: '1234567' }), '密码至少 8 位'],
    [
      'a long password',
      form({ password: 'x'.repeat(73), confirmPassword: 'x'.repeat(73) }),
      '密码最多 72 位',
    ],
    ['another confirmation', form({ confirmPassword: 'incorrect horse' }), '两次输入的密码不一致'],
    ['an operator for a password', form({ password: { $gt: '' } }), '请输入密码'],
  ])('400 for %s', async (_case, body, message) => {
    const reply = await post('/api/auth/register', body);
    expect([reply.status, reply.body]).toEqual([400, { code: 'INVALID_INPUT', message }]);
  });

  it.each(['外挂', '卖外 挂', '外·挂王', '外外挂'])('400 for the improper nickname %s', async (nickname) => {
    const reply = await register({ nickname });
    expect([reply.status, reply.body]).toEqual([400, errorBody('IMPROPER_NICKNAME')]);
  });

  it.each(['官方', '管 理 员', 'АDMIN', '红方'])('400 for the reserved nickname %s', async (nickname) => {
    const reply = await register({ nickname });
    expect([reply.status, reply.body]).toEqual([400, errorBody('NICKNAME_RESERVED')]);
  });

  it.each([
    ['Mountain', 'mountain'],
    ['Mountain', 'Моuntаin'],
    ['Mountain', 'ｍｏｕｎｔａｉｎ'],
    ['Lion', '1ion'],
    ['松下客', '松·下 客'],
  ])('409 if %s is taken: %s', async (nickname, likeIt) => {
    await register({ nickname });
    const reply = await register({ nickname: likeIt });
    expect([reply.status, reply.body]).toEqual([409, errorBody('NICKNAME_TAKEN')]);
  });

  it('accepts exactly one of many parallel registrations with similar nicknames', async () => {
    const names = ['Racer', 'racer', 'ＲＡＣＥＲ', 'Rаcer', 'r.a.c.e.r', 'RACER'];
    const replies = await Promise.all(names.map((nickname) => register({ nickname })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('leaves a nickname free if the username was taken', async () => {
    const name = form().username;
    await register({ username: name });
    expect((await register({ username: name, nickname: '后来居上' })).body.code).toBe('USERNAME_TAKEN');
    expect((await register({ nickname: '后来居上' })).status).toBe(201);
  });

  it('keeps old accounts with equal nicknames, and refuses the nickname to new ones', async () => {
    const { body } = await register({ nickname: '老朋友' });
    const stored = (await users.findById(idOf(body)).lean())!;
    const { _id, nameParts, ...old } = stored;
    await users.collection.insertOne({ ...old, username: 'old_friend', usernameLower: 'old_friend' });
    await (await auth.another()).stop();
    expect((await login('old_friend', 'correct horse')).status).toBe(200);
    expect((await register({ nickname: '老朋友' })).body.code).toBe('NICKNAME_TAKEN');
  });

  it('413 for a body that is far too large', async () => {
    const reply = await register({ nickname: 'x'.repeat(70_000) });
    expect([reply.status, reply.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('creates the account and logs it in', async () => {
    const body = form({
      username: ' Mulan ',
      nickname: '  木兰 🐘 ',
      settings: { theme: 'x' },
      avatar: 'evil.png',
    });
    const reply = await post('/api/auth/register', body);
    expect(reply.status).toBe(201);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.body).toEqual({
      access_token: expect.any(String),
      recoveryCodes: expect.any(Array),
      user: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        username: 'Mulan',
        nickname: '木兰 🐘',
        avatar: 'rat.png',
        settings: { theme: 'default' },
      },
    });
  });

  it('signs a token that every service accepts, for seven days', async () => {
    const { body } = await register();
    const token = String(body.access_token);
    expect(await auth.context.verifier.verify(token)).toMatchObject({ userId: idOf(body) });
    const [head, payload] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(head ?? '').alg).toBe('ES256');
    const { iat, exp, iatMs, jti, ...rest } = JSON.parse(payload ?? '');
    expect(exp - iat).toBe(7 * 86_400);
    expect(Math.floor(iatMs / 1_000)).toBe(iat);
    const device = expect.stringMatching(/^[\w-]{16}$/);
    expect(rest).toEqual({ sub: idOf(body), role: 'player', dev: device, mem: expect.any(Number) });
    expect(jti).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('stores an argon2id hash and never the password', async () => {
    const { body } = await register({ password: 'hunter2hunter2', confirmPassword: 'hunter2hunter2' });
    const stored = await users.findById(idOf(body)).lean();
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(stored)).not.toContain('hunter2hunter2');
  });

  it('409 for an existing name in any case', async () => {
    const name = form().username;
    await register({ username: name });
    const reply = await register({ username: name.toUpperCase() });
    expect([reply.status, reply.body]).toEqual([409, errorBody('USERNAME_TAKEN')]);
  });

  it('accepts exactly one of many parallel registrations with one name', async () => {
    const name = form().username;
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => register({ username: n % 2 ? name : name.toUpperCase() })),
    );
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect(await users.countDocuments({ usernameLower: name.toLowerCase() })).toBe(1);
  });
});

describe('POST /auth/login', () => {
  it.each([
    [undefined, 'correct horse', '请输入账号'],
    [' ', 'correct horse', '请输入账号'],
    [{ $ne: '' }, 'correct horse', '请输入账号'],
    ['someone', undefined, '请输入密码'],
    ['someone', { $gt: '' }, '请输入密码'],
    ['x'.repeat(65), 'correct horse', '账号或密码错误'],
    ['someone', 'x'.repeat(257), '账号或密码错误'],
  ])('400 for %j and %j', async (username, password, message) => {
    const reply = await login(username, password);
    expect([reply.status, reply.body]).toEqual([400, { code: 'INVALID_INPUT', message }]);
  });

  it('gives the same reply for a wrong password and for an unknown account', async () => {
    const { username } = (await register()).body.user as { username: string };
    const wrong = await login(username, 'battery staple');
    const unknown = await login('unknown_user', 'battery staple');
    expect([wrong.status, wrong.body]).toEqual([400, errorBody('LOGIN_FAILED')]);
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  it('does the same work for a wrong password and for an unknown account', async () => {
    const { username } = (await register()).body.user as { username: string };
    const time = async (name: string) => {
      const begun = performance.now();
      await login(name, 'battery staple');
      return performance.now() - begun;
    };
    const best = async (name: string) => Math.min(await time(name), await time(name), await time(name));
    const [wrong, unknown] = [await best(username), await best('unknown_user_2')];
    // Without the stand-in an unknown account answers about ten times as fast.
    expect(unknown).toBeGreaterThan(wrong / 4);
  });

  it('accepts the name in any case, and the password only exactly', async () => {
    const { body } = await register();
    const { username } = body.user as { username: string };
    const reply = await login(` ${username.toUpperCase()} `, 'correct horse');
    expect([reply.status, reply.body.user]).toEqual([200, body.user]);
    expect((await login(username, 'Correct horse')).status).toBe(400);
    expect((await login(username, ' correct horse')).status).toBe(400);
  });
});

describe('POST /internal/profiles', () => {
  const profiles = (body: unknown, token?: string) =>
    auth.call('POST', '/internal/profiles', { body, serviceToken: token ?? null });

  it.each([
    [{}],
    [{ ids: [] }],
    [{ ids: ['x'] }],
    [{ ids: { $exists: true } }],
    [{ ids: Array(101).fill(UNKNOWN_ID) }],
  ])('400 for %j', async (body) => {
    expect((await profiles(body, SERVICE_TOKEN)).status).toBe(400);
  });

  it('returns existing profiles and skips others', async () => {
    const { body } = await register({ nickname: '甲' });
    const id = idOf(body);
    const { username } = body.user as { username: string };
    const reply = await profiles({ ids: [UNKNOWN_ID, id, id] }, SERVICE_TOKEN);
    expect(reply.body).toEqual({
      profiles: [{ _id: id, username, nickname: '甲', avatar: 'rat.png' }],
    });
  });
});
