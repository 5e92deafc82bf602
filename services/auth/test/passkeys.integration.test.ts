import { errorBody } from '@doushouqi/protocol';
import { mirrorSanctions } from '@doushouqi/service-kit';
import { createAuthenticator } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { testAuth } from './fixtures.ts';

const HOST = 'qi.example.test';
const ORIGIN = `https://${HOST}`;
const HOUR = 3_600_000;
const FAILED = errorBody('PASSKEY_FAILED');
const auth = await testAuth({ PUBLIC_URL: `${ORIGIN}/` });
const without = await testAuth();
const { call, context, get, newAccount, post } = auth;
const { challenges, passkeys, users } = context;

async function askNew(token: string | undefined, password: unknown = 'correct horse') {
  return post('/api/users/passkeys/options', { password }, token);
}
function add(token: string | undefined, response: object) {
  return post('/api/users/passkeys', { response }, token);
}
async function challengeOf(token?: string): Promise<string> {
  const { body } = token === undefined ? await post('/api/auth/passkey/options', {}) : await askNew(token);
  return String(body.challenge);
}
function logIn(response: object, more: object = {}) {
  return post('/api/auth/passkey', { response, ...more });
}
async function memberWithPasskey() {
  const member = await newAccount();
  const authenticator = createAuthenticator(HOST, ORIGIN);
  expect((await add(member.token, authenticator.make(await challengeOf(member.token)))).status).toBe(200);
  return { ...member, authenticator };
}

describe('a new passkey', () => {
  it('401 without a token, 400 for a wrong password, guests, and a broken answer', async () => {
    expect((await askNew(undefined)).status).toBe(401);
    expect((await add(undefined, {})).status).toBe(401);
    const { token } = await newAccount();
    expect((await askNew(token, 'wrong horse')).body).toEqual(errorBody('WRONG_PASSWORD'));
    expect((await askNew(token, '')).body.message).toBe('请输入密码');
    expect((await add(token, {})).body.code).toBe('INVALID_INPUT');
    expect((await add(token, { id: { $ne: '' } })).body.code).toBe('INVALID_INPUT');
    const guest = await post('/api/auth/guest', {});
    expect((await askNew(String(guest.body.access_token))).body.code).toBe('GUEST_NOT_ALLOWED');
  });

  it('is stored and listed for its owner, and removed by its owner only', async () => {
    const { token, authenticator } = await memberWithPasskey();
    const { body } = await get('/api/users/account', token);
    expect(body).toMatchObject({ hasPasskeys: true, passkeys: [{ id: authenticator.id }] });
    const remove = (by: string) => call('DELETE', `/api/users/passkeys/${authenticator.id}`, { token: by });
    const other = await newAccount();
    expect((await remove(other.token)).body).toEqual(errorBody('NOT_FOUND'));
    expect((await remove(token)).status).toBe(200);
    expect((await logIn(authenticator.answer(await challengeOf()))).body).toEqual(FAILED);
  });

  it('is refused for another site, another user’s or a used question, and without verification of the user', async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    const asked = () => challengeOf(one.token);
    const phished = createAuthenticator(HOST, 'https://evil.example');
    expect((await add(one.token, phished.make(await asked()))).body).toEqual(FAILED);
    const foreign = createAuthenticator('evil.example', ORIGIN);
    expect((await add(one.token, foreign.make(await asked()))).body).toEqual(FAILED);
    const own = createAuthenticator(HOST, ORIGIN);
    expect((await add(other.token, own.make(await asked()))).body).toEqual(FAILED);
    expect((await add(one.token, own.make(await asked(), 0x01))).body).toEqual(FAILED);
    const answer = own.make(await asked());
    expect((await add(one.token, answer)).status).toBe(200);
    expect((await add(one.token, answer)).body).toEqual(FAILED);
    // A credential belongs to one account.
    expect((await add(other.token, own.make(await challengeOf(other.token)))).body).toEqual(FAILED);
    expect(await passkeys.countDocuments({ userId: { $in: [one.id, other.id] } })).toBe(1);
  });

  it('ten at most, also of twelve at once', async () => {
    const { id, token } = await newAccount();
    const questions: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      questions.push(`question-${id}-${n}`);
      await challenges.create({ _id: questions[n]!, userId: id, expiresAt: new Date(Date.now() + 299_000) });
    }
    await users.updateOne({ _id: id }, { passwordUpdatedAt: new Date(0) });
    const made = questions.map((question) => createAuthenticator(HOST, ORIGIN).make(question));
    const replies = await Promise.all(made.map((response) => add(token, response)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(replies.filter(({ body }) => body.code === 'PASSKEYS_FULL')).toHaveLength(2);
    expect(await passkeys.countDocuments({ userId: id })).toBe(10);
  });

  it('counts those of older versions', async () => {
    const { id, token } = await memberWithPasskey();
    const known = { userId: id, publicKey: Buffer.from([1]), counter: 0, name: 'x', since: new Date() };
    await passkeys.insertMany(Array.from({ length: 9 }, (_, n) => ({ ...known, _id: `${id}-${n}` })));
    const one = createAuthenticator(HOST, ORIGIN);
    expect((await add(token, one.make(await challengeOf(token)))).body).toEqual(errorBody('PASSKEYS_FULL'));
  });
});

describe('a login by passkey', () => {
  it('logs in, once for each question', async () => {
    const { id, authenticator } = await memberWithPasskey();
    const answer = authenticator.answer(await challengeOf());
    const uses = await Promise.all([logIn(answer), logIn(answer), logIn(answer)]);
    expect(uses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const { body } = uses.find(({ status }) => status === 200)!;
    expect(body.user).toMatchObject({ _id: id });
    expect((await get('/api/users/devices', String(body.access_token))).body).toMatchObject([
      { isThis: true },
      { isThis: false },
    ]);
    expect((await logIn(answer)).body).toEqual(FAILED);
    expect((await logIn(authenticator.answer(await challengeOf()))).status).toBe(200);
  });

  it('refuses unknown passkeys, other sites, old or made-up questions, another key, and no verification', async () => {
    const { id, token, authenticator } = await memberWithPasskey();
    const stranger = createAuthenticator(HOST, ORIGIN);
    expect((await logIn(stranger.answer(await challengeOf()))).body).toEqual(FAILED);
    expect((await logIn({ ...stranger.answer(await challengeOf()), id: authenticator.id })).body).toEqual(
      FAILED,
    );
    expect((await logIn(authenticator.answer('bWFkZS11cA'))).body).toEqual(FAILED);
    expect((await logIn(authenticator.answer(await challengeOf(token)))).body).toEqual(FAILED);
    expect((await logIn(authenticator.answer(await challengeOf(), 0x01))).body).toEqual(FAILED);
    const old = await challengeOf();
    await challenges.updateOne({ _id: old }, { expiresAt: new Date(Date.now() - 1) });
    expect((await logIn(authenticator.answer(old))).body).toEqual(FAILED);
    await passkeys.updateOne({ userId: id }, { counter: 1_000 });
    expect((await logIn(authenticator.answer(await challengeOf()))).body).toEqual(FAILED);
  });

  it('asks before it keeps a leaving account; the same answer may follow', async () => {
    const { token, authenticator } = await memberWithPasskey();
    await post('/api/users/settings/delete', { password: 'correct horse' }, token);
    const answer = authenticator.answer(await challengeOf());
    expect((await logIn(answer)).body.code).toBe('ACCOUNT_LEAVING');
    expect((await logIn(answer, { restore: true })).status).toBe(200);
  });

  it('opens no closed account, whose owner alone reads that it is closed', async () => {
    const { id, authenticator } = await memberWithPasskey();
    await mirrorSanctions(context.redis, id, { close: Date.now() + HOUR }, Date.now());
    const forged = createAuthenticator(HOST, ORIGIN).answer(await challengeOf());
    expect((await logIn({ ...forged, id: authenticator.id, rawId: authenticator.id })).body).toEqual(FAILED);
    expect((await logIn(authenticator.answer(await challengeOf()))).body.code).toBe('ACCOUNT_CLOSED');
  });

  it('is off without the address of the product', async () => {
    expect((await without.get('/api/auth/ways')).body).toMatchObject({ mail: false, passkey: false });
    expect((await without.post('/api/auth/passkey/options', {})).body).toEqual(errorBody('PASSKEYS_OFF'));
  });
});
