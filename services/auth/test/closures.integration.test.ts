import { errorBody } from '@doushouqi/protocol';
import { sanctionsKey } from '@doushouqi/service-kit';
import { SERVICE_TOKEN } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { form } from './fixtures.ts';
import { LETTER, PASSWORD, testStaff } from './staff.ts';

const site = await testStaff();
const { appeals, call, close, context, freshCode, get, letters, logIn, moderation, newAccount } = site;
const { newStaff, notices, post, start, tokenOf } = site;
await notices.listen();

const DAY = 86_400_000;
const CLOSED = expect.objectContaining({
  code: 'ACCOUNT_CLOSED',
  message: expect.stringMatching(/^这个账号已被停用到 .+：排位里用了引擎$/),
});

async function newMember() {
  const given = form();
  const { body } = await post('/api/auth/register', given);
  const { _id: id } = body.user as { _id: string };
  const codes = body.recoveryCodes as string[];
  return { id, username: given.username, token: String(body.access_token), codes };
}
async function newGuest() {
  const { body } = await post('/api/auth/guest', {});
  return { id: (body.user as { _id: string })._id, token: String(body.access_token) };
}
/** Closes an account with a letter. */
async function closeFor(id: string, days = 3) {
  letters.set(id, LETTER);
  await close(id, Date.now() + days * DAY);
}
function endSessionsOf(userId: unknown) {
  return call('POST', '/internal/people/end-sessions', { body: { userId }, serviceToken: SERVICE_TOKEN });
}

describe('a closed account', () => {
  it('reads the end and the reason at the login, after the right password only', async () => {
    const one = await newMember();
    await closeFor(one.id);
    const wrong = await logIn(one.username, 'wrong horse');
    expect([wrong.status, wrong.body]).toEqual([400, errorBody('LOGIN_FAILED')]);
    const right = await logIn(one.username, PASSWORD);
    expect([right.status, right.body]).toEqual([401, CLOSED]);
    await context.redis.del(sanctionsKey(one.id));
    expect((await logIn(one.username, PASSWORD)).status).toBe(200);
  });

  it('reads the end alone while the moderation service is away', async () => {
    const one = await newMember();
    await closeFor(one.id);
    await moderation.stop();
    const { body } = await logIn(one.username, PASSWORD);
    await moderation.start();
    expect(body.message).toMatch(/^这个账号已被停用到 \d+月\d+日 \d\d:\d\d$/);
  });

  it('is not opened by a recovery code, which stays unused', async () => {
    const one = await newMember();
    await closeFor(one.id);
    const another = { password: 'another horse', confirmPassword: 'another horse' };
    const recover = (code: string) => post('/api/auth/recover', { username: one.username, code, ...another });
    expect((await recover('0000-0000-0000-0000')).body).toEqual(errorBody('RECOVERY_FAILED'));
    expect((await recover(one.codes[0]!)).body).toEqual(CLOSED);
    expect((await logIn(one.username, PASSWORD)).body).toEqual(CLOSED);
    await context.redis.del(sanctionsKey(one.id));
    expect((await recover(one.codes[0]!)).status).toBe(200);
  });

  it('has no session: not to delete it, to merge a guest, to be renewed or registered as a guest', async () => {
    const [member, guest] = [await newMember(), await newGuest()];
    await closeFor(member.id);
    const merge = (token: string) => post('/api/users/guest', { token: guest.token, bring: true }, token);
    const deleted = await post('/api/users/settings/delete', { password: PASSWORD }, member.token);
    for (const { status, body } of [deleted, await merge(member.token)])
      expect([status, body.code]).toEqual([401, 'ACCOUNT_CLOSED']);
    await closeFor(guest.id);
    for (const path of ['renew', 'register'])
      expect((await post(`/api/auth/guest/${path}`, form(), guest.token)).body.code).toBe('ACCOUNT_CLOSED');
    const other = await newMember();
    expect((await merge(other.token)).status).not.toBe(200);
    expect((await context.users.findById(guest.id).lean())?.mergedInto).toBeUndefined();
  });

  it('opens no session of the console, and ends those that run', async () => {
    const staff = await newStaff('moderator');
    const token = await tokenOf(staff);
    await closeFor(staff.id);
    expect((await get('/api/admin/staff', token)).body.code).toBe('ACCOUNT_CLOSED');
    expect((await start(staff.username, await freshCode(staff))).body).toEqual(CLOSED);
    expect((await start(staff.username, '000000')).body).toEqual(errorBody('CONSOLE_REFUSED'));
  });

  it('does not stay by a login that would keep it from its deletion', async () => {
    const one = await newMember();
    await post('/api/users/settings/delete', { password: PASSWORD }, one.token);
    await closeFor(one.id);
    const body = { username: one.username, password: PASSWORD, restore: true };
    expect((await post('/api/auth/login', body)).body).toEqual(CLOSED);
    expect((await context.users.findById(one.id).lean())?.deletesAt).toBeDefined();
  });
});

describe('POST /auth/closed/appeal', () => {
  const appeal = (body: object) => post('/api/auth/closed/appeal', body);

  it.each([
    ['no account', { username: ' ' }, '请输入账号'],
    ['no password', { password: '' }, '请输入密码'],
    ['an empty text', { text: ' ' }, '请写下理由'],
    ['a long text', { text: '长'.repeat(301) }, '最多 300 个字'],
  ])('400 for %s', async (_case, changes, message) => {
    const reply = await appeal({ username: 'shanjun', password: PASSWORD, ...changes });
    expect([reply.status, reply.body]).toEqual([400, { code: 'INVALID_INPUT', message }]);
  });

  it('returns the letter, and appeals with a text, after the right password only', async () => {
    const [one, open] = [await newMember(), await newMember()];
    await closeFor(one.id);
    const { username } = one;
    for (const body of [
      { username, password: 'wrong horse', text: '不是我' },
      { username: 'unknown_one', password: PASSWORD },
    ])
      expect((await appeal(body)).body).toEqual(errorBody('LOGIN_FAILED'));
    expect((await appeal({ username, password: PASSWORD })).body).toEqual(LETTER);
    expect(appeals).toEqual([]);
    expect((await appeal({ username, password: PASSWORD, text: '不是我' })).status).toBe(200);
    expect(appeals).toEqual(['不是我']);
    const none = await appeal({ username: open.username, password: PASSWORD });
    expect([none.status, none.body]).toEqual([404, errorBody('NOT_FOUND')]);
  });

  it('is limited as logins are', async () => {
    const one = await newMember();
    const replies = [];
    for (let n = 0; n < 11; n += 1)
      replies.push((await appeal({ username: one.username, password: 'wrong horse' })).status);
    expect(replies).toEqual([...Array(10).fill(400), 429]);
  });
});

describe('POST /internal/people/end-sessions', () => {
  it('401 without the service token, 400 without a user, 404 for an unknown one', async () => {
    const path = '/internal/people/end-sessions';
    expect((await post(path, { userId: 'a'.repeat(24) })).status).toBe(401);
    expect((await endSessionsOf('x')).status).toBe(400);
    expect((await endSessionsOf('a'.repeat(24))).body).toEqual(errorBody('USER_NOT_FOUND'));
  });

  it('ends the sessions and connections of a member, also after the closure', async () => {
    const one = await newAccount();
    expect((await endSessionsOf(one.id)).body).toEqual({ success: true });
    expect((await get('/api/users/me', one.token)).body).toEqual(errorBody('TOKEN_EXPIRED'));
    await expect
      .poll(() => notices.ended)
      .toContainEqual({ event: 'endSessions', payload: { userId: one.id, before: expect.any(Number) } });
    expect((await logIn(one.username, PASSWORD)).status).toBe(200);
  });

  it('ends the connections of a guest, whose only session returns with the end of the closure', async () => {
    const { id, token } = await newGuest();
    await endSessionsOf(id);
    await expect
      .poll(() => notices.ended)
      .toContainEqual({ event: 'endSessions', payload: { userId: id, before: expect.any(Number) } });
    expect((await get('/api/users/me', token)).status).toBe(200);
  });
});
