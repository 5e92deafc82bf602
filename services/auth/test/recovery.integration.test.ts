import { errorBody } from '@doushouqi/protocol';
import { describe, expect, it } from 'vitest';
import { form, testAuth } from './fixtures.ts';

const auth = await testAuth();
const strict = await testAuth();
const { get, logIn, notices, post, users } = auth;
await notices.listen();

/** Registers an account with its recovery codes. */
async function newMember() {
  const given = form();
  const { body } = await post('/api/auth/register', given);
  const { _id: id } = body.user as { _id: string };
  return {
    id,
    username: given.username,
    token: String(body.access_token),
    codes: body.recoveryCodes as string[],
  };
}
function keepCodes(token: string) {
  return post('/api/users/settings/recovery-codes/kept', undefined, token);
}
function recover(username: unknown, code: unknown, changes: object = {}, at = auth) {
  const body = { username, code, password: 'another horse', confirmPassword: 'another horse', ...changes };
  return at.post('/api/auth/recover', body);
}
async function codesLeft(token: string) {
  return (await get('/api/users/account', token)).body.recoveryCodesLeft;
}

describe('POST /auth/recover', () => {
  it.each([
    ['no account', { username: ' ' }, '请输入账号'],
    ['no code', { code: '' }, '请输入恢复码'],
    ['a short code', { code: 'ABCD-EFGH' }, '恢复码是 16 位字母和数字'],
    ['an operator for a code', { code: { $ne: null } }, '请输入恢复码'],
    ['a short password', { password: 'short', confirmPassword: 'short' }, '密码至少 8 位'],
    ['another confirmation', { confirmPassword: 'incorrect horse' }, '两次输入的密码不一致'],
  ])('400 for %s', async (_case, changes, message) => {
    const reply = await recover('shanjun', '0000-0000-0000-0000', changes);
    expect([reply.status, reply.body]).toEqual([400, { code: 'INVALID_INPUT', message }]);
  });

  it('refuses wrong codes, codes of others and unknown accounts equally', async () => {
    const [one, other] = [await newMember(), await newMember()];
    await keepCodes(one.token);
    for (const [username, code] of [
      [one.username, '0000-0000-0000-0000'],
      [one.username, other.codes[0]],
      ['unknown_one', one.codes[0]],
    ]) {
      const reply = await recover(username, code);
      expect([reply.status, reply.body]).toEqual([400, errorBody('RECOVERY_FAILED')]);
    }
    expect(await codesLeft(one.token)).toBe(10);
  });

  it('sets the password, logs in, and ends all other sessions and their connections', async () => {
    const { id, username, token, codes } = await newMember();
    const reply = await recover(username.toUpperCase(), ` ${codes[3]!.toLowerCase().replaceAll('-', ' ')} `);
    expect(reply.status).toBe(200);
    expect(reply.body.user).toMatchObject({ _id: id, username });
    expect((await get('/api/users/me', token)).body).toEqual(errorBody('TOKEN_EXPIRED'));
    expect((await get('/api/users/me', String(reply.body.access_token))).status).toBe(200);
    await expect
      .poll(() => notices.ended)
      .toContainEqual({
        event: 'endSessions',
        payload: { userId: id, before: expect.any(Number) },
      });
    expect((await logIn(username, 'correct horse')).body.code).toBe('LOGIN_FAILED');
    expect((await logIn(username, 'another horse')).status).toBe(200);
    expect(await codesLeft(String(reply.body.access_token))).toBe(9);
  });

  it('accepts a code once, also of many uses in parallel', async () => {
    const { username, codes } = await newMember();
    const uses = await Promise.all(Array.from({ length: 6 }, () => recover(username, codes[0])));
    expect(uses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
    expect((await recover(username, codes[0])).body).toEqual(errorBody('RECOVERY_FAILED'));
    expect((await recover(username, codes[1])).status).toBe(200);
  });

  it('bounds guesses of an address; logins of the owner are not affected', async () => {
    const given = form();
    const { body } = await strict.post('/api/auth/register', given);
    const [code] = body.recoveryCodes as string[];
    const replies = [];
    for (let n = 0; n < 20; n += 1) replies.push((await recover(given.username, code, {}, strict)).status);
    expect(replies).toEqual([200, ...Array(19).fill(400)]);
    const refused = await recover(given.username, (body.recoveryCodes as string[])[1], {}, strict);
    expect([refused.status, refused.body]).toEqual([429, errorBody('PASSWORD_LOCKED')]);
    expect((await strict.logIn(given.username, 'another horse')).status).toBe(200);
  });

  it('stores no code', async () => {
    const { id, codes } = await newMember();
    const stored = JSON.stringify(await users.findById(id).lean());
    for (const code of codes) expect(stored).not.toContain(code);
    expect((await get(`/api/users/${id}`)).body).not.toHaveProperty('recoveryHashes');
  });
});

describe('POST /users/settings/recovery-codes', () => {
  const renew = (token: string | undefined, password: unknown = 'correct horse') =>
    post('/api/users/settings/recovery-codes', { password }, token);

  it('401 without a token, 400 without a password and for guests', async () => {
    expect((await renew(undefined)).status).toBe(401);
    expect((await get('/api/users/account')).status).toBe(401);
    const { token } = await newMember();
    expect((await renew(token, '')).body.message).toBe('请输入密码');
    expect((await renew(token, 'wrong horse')).body).toEqual(errorBody('WRONG_PASSWORD'));
    const guest = await post('/api/auth/guest', {});
    expect((await renew(String(guest.body.access_token))).body).toEqual(errorBody('GUEST_NOT_ALLOWED'));
  });

  it('replaces the codes', async () => {
    const { username, token, codes } = await newMember();
    const { body } = await renew(token);
    const fresh = body.recoveryCodes as string[];
    expect(new Set([...codes, ...fresh]).size).toBe(20);
    expect((await recover(username, codes[0])).body.code).toBe('RECOVERY_FAILED');
    expect((await recover(username, fresh[0])).status).toBe(200);
  });

  it('counts codes only after the owner has stored them; they work before', async () => {
    const { token } = await newMember();
    expect(await codesLeft(token)).toBe(0);
    expect((await keepCodes(token)).body).toEqual({ success: true });
    expect(await codesLeft(token)).toBe(10);
    await renew(token);
    expect(await codesLeft(token)).toBe(0);
    const other = await newMember();
    const reply = await recover(other.username, other.codes[0]);
    expect(await codesLeft(String(reply.body.access_token))).toBe(9);
  });

  it('a guest who registers gets codes too', async () => {
    const guest = await post('/api/auth/guest', {});
    const given = form({ nickname: undefined });
    const { body } = await post('/api/auth/guest/register', given, String(guest.body.access_token));
    expect((await recover(given.username, (body.recoveryCodes as string[])[9])).status).toBe(200);
  });
});
