import { errorBody, GUEST_LIFE, type ProofChallenge } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { route } from '@doushouqi/service-kit';
import { startPeer } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { expireGuests } from '../src/commands/end-guests.ts';
import { form, solve, testAuth } from './fixtures.ts';

const forgotten: object[] = [];
/** Runs while the history of a guest is deleted. */
let onForget: () => Promise<void> = async () => undefined;
const record = await startPeer((app) =>
  route(app, ROUTES.forgetPlayer, {
    handler: async ({ body }) => {
      await onForget();
      forgotten.push(body);
      return { success: true } as const;
    },
  }),
);
/** Guests whose progress was deleted. */
const unlearned: string[] = [];
const puzzle = await startPeer((app) =>
  route(app, ROUTES.forgetSolver, {
    handler: async ({ body }) => {
      unlearned.push(body.userId);
      return { success: true } as const;
    },
  }),
);
const auth = await testAuth({ GUESTS_PER_ADDRESS: 10_000, GUESTS_WITHOUT_PROOF: 10_000 }, { record, puzzle });
const { context, post, get, users } = auth;

interface Guest {
  id: string;
  nickname: string;
  token: string;
}

let names = 0;
async function newGuest(body: object = {}): Promise<Guest> {
  names += 1;
  const reply = await post('/api/auth/guest', { nickname: `来客${names}`, ...body });
  const { _id: id, nickname } = reply.body.user as { _id: string; nickname: string };
  return { id, nickname, token: String(reply.body.access_token) };
}

describe('POST /auth/guest', () => {
  it.each([
    ['a blank nickname', { nickname: ' ' }, '请输入昵称'],
    ['a long nickname', { nickname: '棋'.repeat(13) }, '昵称最多 12 个字'],
    ['an avatar that is not offered', { avatar: 'evil.png' }, '没有这个头像'],
    ['a short key', { key: 'a' }, '输入内容有误'],
    ['half a proof', { proof: { salt: 'x' } }, '输入内容有误'],
    ['a list', [], '输入内容有误'],
  ])('400 for %s', async (_case, body, message) => {
    const reply = await post('/api/auth/guest', body);
    expect([reply.status, reply.body]).toEqual([400, { code: 'INVALID_INPUT', message }]);
  });

  it('refuses improper, reserved and taken nicknames', async () => {
    await newGuest({ nickname: '松下客' });
    const replies = [];
    for (const nickname of ['外挂', '官方', '松·下 客'])
      replies.push((await post('/api/auth/guest', { nickname })).body.code);
    expect(replies).toEqual(['IMPROPER_NICKNAME', 'NICKNAME_RESERVED', 'NICKNAME_TAKEN']);
  });

  it('returns the same guest when a request is repeated with its key, also at the same time, but not later', async () => {
    const body = { nickname: '白鹭', key: 'a'.repeat(32) };
    const both = await Promise.all([post('/api/auth/guest', body), post('/api/auth/guest', body)]);
    const [first, second] = both.map((reply) => reply.body.user as { _id: string });
    expect(second).toEqual(first);
    expect((await post('/api/auth/guest', body)).body.user).toEqual(first);
    const refused = async (again: object) => (await post('/api/auth/guest', again)).body.code;
    expect(await refused({ ...body, key: 'b'.repeat(32) })).toBe('NICKNAME_TAKEN');
    await users.updateOne({ _id: first!._id }, { createdAt: new Date(Date.now() - 600_001) });
    expect(await refused(body)).toBe('NICKNAME_TAKEN');
    expect((await get('/api/users/me', String(both[0]!.body.access_token))).body).toEqual(first);
  });

  it('creates an account without password, with a generated nickname, and logs it in', async () => {
    const reply = await post('/api/auth/guest', {});
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        access_token: expect.any(String),
        user: {
          _id: expect.stringMatching(/^[0-9a-f]{24}$/),
          username: '',
          nickname: '小鼠 1000',
          avatar: 'rat.png',
          settings: { theme: 'default' },
          isGuest: true,
        },
      },
    ]);
    const token = String(reply.body.access_token);
    const verified = await context.verifier.verify(token);
    expect(verified.role).toBe('guest');
    expect(verified.expiresAt - verified.issuedAt).toBeGreaterThan(GUEST_LIFE - 1_000);
    expect((await get('/api/users/me', token)).body).toEqual(reply.body.user);
  });

  it('generates another nickname if the first one is taken', async () => {
    const nickname = undefined;
    const [one, other] = [await newGuest({ nickname }), await newGuest({ nickname })];
    expect([one.nickname, other.nickname]).toEqual(['小鼠 10000', '小鼠 100000']);
  });

  it('takes the nickname and the avatar of the dialog', async () => {
    const { body } = await post('/api/auth/guest', { nickname: '小豹 2718', avatar: 'leopard.png' });
    expect(body.user).toMatchObject({ nickname: '小豹 2718', avatar: 'leopard.png' });
  });

  it('is not found by a search, and marked for other services', async () => {
    const guest = await newGuest({ nickname: '找不着我' });
    const { token } = await auth.newAccount();
    const search = await get(`/api/users/search?keyword=${encodeURIComponent('找不')}`, token);
    expect(search.body).toEqual([]);
    expect((await get('/api/users/search?keyword=guest:', token)).body).toEqual([]);
    expect((await get(`/api/users/${guest.id}`)).body).toMatchObject({ isGuest: true });
  });

  it('cannot log in, search, or set a password', async () => {
    const { id, token } = await newGuest();
    expect((await auth.logIn(`guest:${id}`, 'correct horse')).body.code).toBe('LOGIN_FAILED');
    expect((await get('/api/users/search?keyword=a', token)).body).toEqual(errorBody('GUEST_NOT_ALLOWED'));
    const passwords = { oldPassword: 'x', newPassword: 'correct horse' };
    const change = await post('/api/users/settings/password', passwords, token);
    expect([change.status, change.body]).toEqual([400, errorBody('GUEST_NOT_ALLOWED')]);
  });
});

describe('many guests of one address', async () => {
  const few = await testAuth({ GUESTS_PER_ADDRESS: 4, GUESTS_WITHOUT_PROOF: 1 });
  const ask = (body: object = {}) => few.post('/api/auth/guest', body);

  it('demands a proof of work near the limit, accepts it once, and refuses all at the limit', async () => {
    expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([429, 'PROOF_REQUIRED']);
    const challenge = refused.body.challenge as ProofChallenge;
    const proof = { ...challenge, nonce: solve(challenge) };
    for (const changed of [{ difficulty: 1 }, { expires: challenge.expires + 1 }, { nonce: proof.nonce + 1 }])
      expect((await ask({ proof: { ...proof, ...changed } })).body.code).toBe('PROOF_REQUIRED');
    expect((await ask({ proof })).status).toBe(200);
    expect((await ask({ proof })).body.code).toBe('PROOF_REQUIRED');
    const more = [];
    for (let n = 0; n < 3; n += 1) {
      const { body } = await ask();
      const next = body.challenge as ProofChallenge;
      more.push((await ask({ proof: { ...next, nonce: solve(next) } })).body.code);
    }
    expect(more).toEqual([undefined, undefined, 'GUESTS_LOCKED']);
  });
});

describe('POST /auth/guest/renew', () => {
  it('401 without a token, 409 for a member', async () => {
    expect((await post('/api/auth/guest/renew', {})).status).toBe(401);
    const { token } = await auth.newAccount();
    const reply = await post('/api/auth/guest/renew', {}, token);
    expect([reply.status, reply.body]).toEqual([409, errorBody('NOT_A_GUEST')]);
  });

  it('returns a new token and notes the activity', async () => {
    const { id, token } = await newGuest();
    await users.updateOne({ _id: id }, { guestSeenAt: new Date(0) });
    const { body } = await post('/api/auth/guest/renew', {}, token);
    expect(body.user).toMatchObject({ _id: id, isGuest: true });
    expect(body.access_token).not.toBe(token);
    const { guestSeenAt } = (await users.findById(id).lean())!;
    expect(guestSeenAt!.getTime()).toBeGreaterThan(0);
  });
});

describe('POST /auth/guest/register', () => {
  const register = (token: string | undefined, changes: object = {}) =>
    post('/api/auth/guest/register', { ...form({ nickname: undefined }), ...changes }, token);

  it('401 without a token, 400 for another confirmation', async () => {
    expect((await register(undefined)).status).toBe(401);
    const { token } = await newGuest();
    const { body } = await register(token, { confirmPassword: 'incorrect horse' });
    expect(body.message).toBe('两次输入的密码不一致');
  });

  it('409 for a member, a taken account and a taken nickname; the guest stays a guest', async () => {
    const member = await auth.newAccount({ nickname: '早有此名' });
    expect((await register(member.token)).body.code).toBe('NOT_A_GUEST');
    const { token } = await newGuest();
    expect((await register(token, { username: member.username })).body.code).toBe('USERNAME_TAKEN');
    expect((await register(token, { nickname: '早有此名' })).body.code).toBe('NICKNAME_TAKEN');
    expect((await get('/api/users/me', token)).body).toMatchObject({ isGuest: true });
  });

  it('lets a guest keep a generated nickname that no member may choose', async () => {
    const [guest, other] = [await newGuest({ nickname: '小狼 4321' }), await newGuest()];
    expect((await register(other.token, { nickname: '小狼 1234' })).body.code).toBe('NICKNAME_RESERVED');
    expect((await register(other.token, { username: 'adm1n' })).body.code).toBe('USERNAME_RESERVED');
    const { body } = await register(guest.token, { nickname: '小狼4321' });
    expect(body.user).toMatchObject({ nickname: '小狼4321' });
  });

  it('keeps id, nickname and settings, ends the guest’s sessions and allows a login', async () => {
    const { id, nickname, token } = await newGuest({ nickname: '留住名字' });
    await post('/api/users/settings/theme', { theme: 'chess' }, token);
    const { username, password } = form();
    const reply = await register(token, { username });
    expect(reply.status).toBe(201);
    const kept = { _id: id, username, nickname, avatar: 'rat.png', settings: { theme: 'chess' } };
    expect(reply.body.user).toEqual(kept);
    expect((await context.verifier.verify(String(reply.body.access_token))).role).toBe('player');
    expect((await get('/api/users/me', token)).body.code).toBe('TOKEN_EXPIRED');
    expect((await auth.logIn(username, password)).body.user).toEqual(kept);
  });

  it('ends a guest token that another process renews, although its clock is ahead', async () => {
    const ahead = await auth.another({ given: { now: () => Date.now() + 5_000 } });
    const { token } = await newGuest();
    const renewed = await ahead.call('POST', '/api/auth/guest/renew', { body: {}, token });
    expect((await register(token)).status).toBe(201);
    const late = String(renewed.body.access_token);
    expect((await get('/api/users/me', late)).body).toEqual(errorBody('TOKEN_EXPIRED'));
    expect((await post('/api/auth/guest/renew', {}, late)).body).toEqual(errorBody('TOKEN_EXPIRED'));
    await ahead.stop();
  });

  it('ends every token of renewals that run beside it', async () => {
    const { token } = await newGuest();
    const renewed: string[] = [];
    let isOver = false;
    const renewals = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const { body } = await post('/api/auth/guest/renew', {}, token);
        if (body.access_token !== undefined) renewed.push(String(body.access_token));
      }
    });
    expect((await register(token)).status).toBe(201);
    isOver = true;
    await Promise.all(renewals);
    expect(renewed.length).toBeGreaterThan(0);
    const codes = await Promise.all(renewed.map(async (one) => (await get('/api/users/me', one)).body.code));
    expect(new Set(codes)).toEqual(new Set(['TOKEN_EXPIRED']));
  });

  it('takes another nickname and releases the old one', async () => {
    const { nickname, token } = await newGuest({ nickname: '旧名字在此' });
    expect((await register(token, { nickname: '新名字在此' })).body.user).toMatchObject({
      nickname: '新名字在此',
    });
    expect((await post('/api/auth/guest', { nickname })).status).toBe(200);
  });
});

describe('expiry', () => {
  it('deletes guests without activity for 30 days with their data, and no other accounts', async () => {
    const [idle, active] = [
      await newGuest({ nickname: '久未露面' }),
      await newGuest({ nickname: '常来常往' }),
    ];
    const member = await auth.newAccount();
    const now = Date.now();
    await users.updateOne({ _id: idle.id }, { guestSeenAt: new Date(now - GUEST_LIFE - 1) });
    await users.updateOne({ _id: active.id }, { guestSeenAt: new Date(now - GUEST_LIFE + 60_000) });
    expect(await expireGuests(context, now)).toBe(1);
    expect(forgotten).toEqual([{ userId: idle.id, nickname: '游客' }]);
    expect(unlearned).toEqual([idle.id]);
    const left = await users.find({ _id: { $in: [idle.id, active.id, member.id] } }).lean();
    expect(left.map(({ _id }) => _id.toString()).sort()).toEqual([active.id, member.id].sort());
    expect((await get('/api/users/me', idle.token)).body.code).toBe('TOKEN_EXPIRED');
    expect((await post('/api/auth/guest', { nickname: '久未露面' })).status).toBe(200);
  });

  it('refuses a guest who returns while the history is deleted', async () => {
    const idle = await newGuest({ nickname: '来迟一步' });
    const now = Date.now();
    await users.updateOne({ _id: idle.id }, { guestSeenAt: new Date(now - GUEST_LIFE - 1) });
    const replies: unknown[] = [];
    onForget = async () => {
      replies.push((await post('/api/auth/guest/renew', {}, idle.token)).body);
      replies.push((await post('/api/auth/guest/register', form({ nickname: undefined }), idle.token)).body);
    };
    expect(await expireGuests(context, now)).toBe(1);
    onForget = async () => undefined;
    expect(replies).toEqual([errorBody('TOKEN_EXPIRED'), errorBody('TOKEN_EXPIRED')]);
    expect(await users.exists({ _id: idle.id })).toBeNull();
  });

  it('keeps data and sessions of a guest who returns before it', async () => {
    const [idle, other] = [await newGuest(), await newGuest()];
    const now = Date.now();
    const old = { guestSeenAt: new Date(now - GUEST_LIFE - 1) };
    await users.updateMany({ _id: { $in: [idle.id, other.id] } }, old);
    const found = await users.find({ _id: { $in: [idle.id, other.id] } }).lean();
    const [first, second] = found.map(({ _id }) => (_id.toString() === idle.id ? idle : other));
    forgotten.length = 0;
    // The run has found both when the second returns.
    onForget = async () => {
      expect((await post('/api/auth/guest/renew', {}, second!.token)).status).toBe(200);
    };
    expect(await expireGuests(context, now)).toBe(1);
    onForget = async () => undefined;
    expect(forgotten).toEqual([{ userId: first!.id, nickname: '游客' }]);
    expect((await get('/api/users/me', second!.token)).body).toMatchObject({ _id: second!.id });
  });

  it('continues a run that failed, and refuses the guest meanwhile', async () => {
    const idle = await newGuest({ nickname: '去而复返' });
    const now = Date.now();
    await users.updateOne({ _id: idle.id }, { guestSeenAt: new Date(now - GUEST_LIFE - 1) });
    onForget = () => Promise.reject(new Error('no answer'));
    await expect(expireGuests(context, now)).rejects.toThrow();
    onForget = async () => undefined;
    expect((await post('/api/auth/guest/renew', {}, idle.token)).body).toEqual(errorBody('TOKEN_EXPIRED'));
    expect(await expireGuests(context, now)).toBe(1);
    expect(await users.exists({ _id: idle.id })).toBeNull();
  });
});
