import { type Device, errorBody } from '@doushouqi/protocol';
import { describe, expect, it } from 'vitest';
import { PASSWORD, testStaff } from './staff.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const REFUSED = [400, errorBody('CONSOLE_REFUSED')];

const site = await testStaff();
const { call, clock, codeAt, enrol, factors, freshCode, get, inviteTo, logIn, newAccount } = site;
const { newStaff, notices, post, start, tokenOf, users } = site;
await notices.listen();

function payloadOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
function renew(token: string) {
  return post('/api/admin/session/renew', undefined, token);
}
async function statusOf(token: string) {
  return (await renew(token)).status;
}
async function devicesOf({ username }: { username: string }) {
  const token = String((await logIn(username, PASSWORD)).body.access_token);
  const { body } = await get('/api/users/devices', token);
  return { token, devices: body as unknown as Device[] };
}

describe('POST /admin/factor', () => {
  it.each([
    ['no account', { username: ' ' }, '请输入账号'],
    ['no password', { password: '' }, '请输入密码'],
    ['an operator for an invitation', { invitation: { $ne: null } }, '输入内容有误'],
    ['a code of letters', { code: 'abcdef' }, '验证码是 6 位数字'],
  ])('400 for %s', async (_case, changes, message) => {
    const body = { username: 'shanjun', password: PASSWORD, invitation: 'x', ...changes };
    const reply = await post('/api/admin/factor', body);
    expect([reply.status, reply.body]).toEqual([400, { code: 'INVALID_INPUT', message }]);
  });

  it('offers one secret until a code confirms it, and does not show it again', async () => {
    const account = await newAccount();
    const invitation = await inviteTo('moderator', account);
    const [first, second] = await Promise.all([enrol(account, invitation), enrol(account, invitation)]);
    expect(first.body).toEqual(second.body);
    const { uri, secret, isConfirmed } = first.body;
    expect(isConfirmed).toBe(false);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(decodeURIComponent(uri)).toMatch(
      `otpauth://totp/斗兽棋后台:${account.username}?issuer=斗兽棋后台&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    const code = codeAt(secret);
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await enrol(account, invitation, wrong)).body).toEqual(errorBody('CONSOLE_REFUSED'));
    const confirmed = await enrol(account, invitation, code);
    expect(confirmed.body).toEqual({ uri: '', secret: '', isConfirmed: true });
    // The reply may have been lost.
    expect((await enrol(account, invitation, code)).body).toEqual(confirmed.body);
    expect((await enrol(account, invitation)).body).toEqual(errorBody('CONSOLE_REFUSED'));
    // The code has counted.
    expect((await start(account.username, code)).body).toEqual(errorBody('CONSOLE_REFUSED'));
    expect((await start(account.username, codeAt(secret, 30_000))).status).toBe(200);
  });

  it('refuses a wrong password, and invitations of others, of no office, used and expired ones', async () => {
    const [one, other, former] = [await newAccount(), await newAccount(), await newAccount()];
    const mine = await inviteTo('operator', one);
    const others = await inviteTo('operator', other);
    const without = await inviteTo('operator', former);
    await users.updateOne({ _id: former.id }, { $unset: { role: 1 } });
    const replaced = await inviteTo('operator', other);
    clock.now = Date.now() + 48 * HOUR;
    const expired = await enrol(one, mine);
    clock.now = Date.now();
    const replies = [
      expired,
      await enrol(one, mine, undefined, 'wrong horse'),
      await enrol(one, replaced),
      await enrol(other, others),
      await enrol(former, without),
      await enrol({ ...one, username: 'unknown_one' }, mine),
    ];
    for (const { status, body } of replies) expect([status, body]).toEqual(REFUSED);
    expect((await enrol(one, mine)).status).toBe(200);
  });

  it('stores the invitation as a hash, and shows the owner that a factor was set up', async () => {
    const account = await newAccount();
    const invitation = await inviteTo('operator', account);
    const { secret } = (await enrol(account, invitation)).body;
    await enrol(account, invitation, codeAt(secret));
    expect(JSON.stringify(await factors.findById(account.id).lean())).not.toContain(invitation);
    const { body } = await get('/api/users/access', account.token);
    expect(body.changes).toMatchObject([{ what: 'factor' }]);
    expect((await get('/api/users/me', account.token)).body).not.toHaveProperty('role');
  });
});

describe('POST /admin/session', () => {
  it.each([
    ['no account', { username: ' ' }, '请输入账号'],
    ['no password', { password: '' }, '请输入密码'],
    ['no code', { code: undefined }, '请输入验证码'],
    ['a short code', { code: '12345' }, '验证码是 6 位数字'],
    ['an operator for a code', { code: { $ne: null } }, '请输入验证码'],
  ])('400 for %s', async (_case, changes, message) => {
    const body = { username: 'shanjun', password: PASSWORD, code: '123456', ...changes };
    const reply = await post('/api/admin/session', body);
    expect([reply.status, reply.body]).toEqual([400, { code: 'INVALID_INPUT', message }]);
  });

  it('refuses all parts that are wrong with equal words', async () => {
    const [staff, player] = [await newStaff('operator'), await newAccount()];
    const code = await freshCode(staff);
    const wrong = code === '000000' ? '000001' : '000000';
    const invited = await newAccount();
    await inviteTo('operator', invited);
    const replies = [
      await start('unknown_one', code),
      await start(staff.username, code, { password: 'wrong horse' }),
      await start(staff.username, wrong),
      await start(staff.username, codeAt(staff.secret, -2 * MINUTE)),
      await start(staff.username, codeAt(staff.secret, 2 * MINUTE)),
      await start(player.username, code),
      await start(invited.username, code),
    ];
    for (const { status, body } of replies) expect([status, body]).toEqual(REFUSED);
    expect((await start(staff.username.toUpperCase(), code)).status).toBe(200);
  });

  it('gives a token of 15 minutes with the rights of the console and no others', async () => {
    const staff = await newStaff('moderator');
    const before = Date.now();
    const { body } = await start(staff.username, await freshCode(staff));
    expect(body).toMatchObject({ userId: staff.id, role: 'moderator', avatar: expect.any(String) });
    expect(body.endsAt - before).toBeGreaterThan(8 * HOUR - MINUTE);
    expect(body.expiresAt - before).toBeLessThanOrEqual(15 * MINUTE + 1_000);
    const token = body.access_token;
    expect(payloadOf(token)).toMatchObject({ sub: staff.id, role: 'moderator' });
    expect(payloadOf(token).exp * 1_000).toBe(body.expiresAt);
    expect((await get('/api/admin/staff', token)).status).toBe(200);
    for (const path of ['me', 'devices', 'search?keyword=a', 'account'])
      expect((await get(`/api/users/${path}`, token)).body).toEqual(errorBody('SCOPE_MISSING'));
  });

  it('leaves the sessions of the site those of a player', async () => {
    const staff = await newStaff('operator');
    const token = String((await logIn(staff.username, PASSWORD)).body.access_token);
    expect(payloadOf(token).role).toBe('player');
    for (const own of [token, staff.token]) {
      expect((await get('/api/admin/staff', own)).body).toEqual(errorBody('STAFF_ONLY'));
      const body = { userId: staff.id, role: 'operator', reason: '自己' };
      expect((await post('/api/admin/staff', body, own)).body).toEqual(errorBody('OPERATORS_ONLY'));
    }
    expect(Object.keys((await get(`/api/users/${staff.id}`)).body).toSorted()).toEqual(
      ['_id', 'avatar', 'friends', 'isOnline', 'nickname'].toSorted(),
    );
  });

  it('accepts a code once, also of many uses in parallel', async () => {
    const staff = await newStaff('operator');
    const code = await freshCode(staff);
    const uses = await Promise.all(Array.from({ length: 6 }, () => start(staff.username, code)));
    expect(uses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
    expect((await start(staff.username, code)).body).toEqual(errorBody('CONSOLE_REFUSED'));
    // Nor an earlier one, which was not used.
    expect((await start(staff.username, codeAt(staff.secret, -30_000))).status).toBe(400);
    expect((await start(staff.username, codeAt(staff.secret, 30_000))).status).toBe(200);
  });

  it('bounds guesses of a code from one address, and of all together', async () => {
    const staff = await newStaff('operator');
    const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
    const address = '198.51.100.7';
    const guess = async () => start(staff.username, wrong(codeAt(staff.secret)), { address });
    const guesses: number[] = [];
    for (let n = 0; n < 12; n += 1) guesses.push((await guess()).status);
    expect(guesses).toEqual([...Array(10).fill(400), 429, 429]);
    const locked = await start(staff.username, await freshCode(staff), { address });
    expect([locked.status, locked.body]).toEqual([429, errorBody('LOGIN_LOCKED')]);
    // A right code from elsewhere counts, and the failures begin again.
    expect((await factors.findById(staff.id).lean())?.failures).toBe(10);
    expect((await start(staff.username, await freshCode(staff))).status).toBe(200);
    expect((await factors.findById(staff.id).lean())?.failures).toBe(0);
    await factors.updateOne({ _id: staff.id }, { failures: 99 });
    await start(staff.username, wrong(codeAt(staff.secret)));
    const ended = await start(staff.username, await freshCode(staff));
    expect([ended.status, ended.body]).toEqual(REFUSED);
    // A wrong password is no failure of the factor.
    const other = await newStaff('operator');
    await start(other.username, '000000', { password: 'wrong horse' });
    expect((await factors.findById(other.id).lean())?.failures).toBe(0);
  });

  it('refuses an account that is to be deleted', async () => {
    const staff = await newStaff('moderator');
    const token = await tokenOf(staff);
    const asked = await post('/api/users/settings/delete', { password: PASSWORD }, staff.token);
    expect(asked.status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    expect((await start(staff.username, await freshCode(staff))).body).toEqual(errorBody('CONSOLE_REFUSED'));
  });
});

describe('a session of the console', () => {
  it('is renewed until 8 hours after the code', async () => {
    const staff = await newStaff('operator');
    const { body } = await start(staff.username, await freshCode(staff));
    const begun = Date.now();
    let token = body.access_token;
    for (let at = begun; at < body.endsAt - 14 * MINUTE; at += 14 * MINUTE) {
      clock.now = at;
      const renewed = await renew(token);
      expect(renewed.body).toMatchObject({ role: 'operator', endsAt: body.endsAt });
      expect(Number(renewed.body.expiresAt)).toBeLessThanOrEqual(body.endsAt);
      token = String(renewed.body.access_token);
    }
    expect(payloadOf(token).jti).toBe(payloadOf(body.access_token).jti);
    clock.now = body.endsAt;
    const over = await renew(token);
    expect([over.status, over.body]).toEqual([401, errorBody('TOKEN_EXPIRED')]);
    clock.now = Date.now();
  });

  it('ends at once, with all of its tokens', async () => {
    const staff = await newStaff('operator');
    const [first, other] = [await tokenOf(staff), await tokenOf(staff)];
    const second = String((await renew(first)).body.access_token);
    expect((await call('DELETE', '/api/admin/session', { token: first })).body).toEqual({ success: true });
    expect([await statusOf(first), await statusOf(second), await statusOf(other)]).toEqual([401, 401, 200]);
    expect((await call('DELETE', '/api/admin/session')).status).toBe(401);
    expect((await renew('')).status).toBe(401);
  });

  it('is listed among the devices as what it is, and ends from there', async () => {
    const staff = await newStaff('moderator');
    const token = await tokenOf(staff);
    const { token: own, devices } = await devicesOf(staff);
    const found = devices.find(({ name }) => name.startsWith('后台 · '))!;
    expect(found.id).toBe(payloadOf(token).jti);
    expect((await call('DELETE', `/api/users/devices/${found.id}`, { token: own })).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
  });

  it.each([
    [
      'the password changes',
      (token: string) =>
        post('/api/users/settings/password', { oldPassword: PASSWORD, newPassword: 'another horse' }, token),
    ],
    [
      'other devices are logged out',
      (token: string) => post('/api/users/devices/end-others', { password: PASSWORD }, token),
    ],
  ])('ends when %s', async (_case, act) => {
    const staff = await newStaff('operator');
    const token = await tokenOf(staff);
    expect((await act(staff.token)).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
  });

  it('does not outlive a change of the password beside its begin', async () => {
    const staff = await newStaff('operator');
    const code = await freshCode(staff);
    const change = { oldPassword: PASSWORD, newPassword: 'another horse' };
    const [changed, started] = await Promise.all([
      post('/api/users/settings/password', change, staff.token),
      start(staff.username, code),
    ]);
    expect(changed.status).toBe(200);
    if (started.status === 200) expect(await statusOf(started.body.access_token)).toBe(401);
  });
});
