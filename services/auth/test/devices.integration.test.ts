import { type Device, errorBody } from '@doushouqi/protocol';
import { passwordUpdatedAtKey } from '@doushouqi/service-kit';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { openSession } from '../src/commands/devices.ts';
import { testAuth } from './fixtures.ts';

const OVER = errorBody('TOKEN_EXPIRED');
const auth = await testAuth();
const { call, context, get, keys, newAccount, notices, post, users } = auth;
const { devices, redis } = context;
await notices.listen();

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

async function logInFrom(username: string, userAgent = PHONE): Promise<string> {
  const body = { username, password: 'correct horse' };
  const reply = await call('POST', '/api/auth/login', { body, headers: { 'user-agent': userAgent } });
  return String(reply.body.access_token);
}
function sessionOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti;
}
async function list(token: string) {
  return (await get('/api/users/devices', token)).body as unknown as Device[];
}
function me(token: string) {
  return get('/api/users/me', token);
}

describe('GET /users/devices', () => {
  it('401 without a token, 400 for guests', async () => {
    expect((await get('/api/users/devices')).status).toBe(401);
    const guest = await post('/api/auth/guest', {});
    const reply = await get('/api/users/devices', String(guest.body.access_token));
    expect([reply.status, reply.body]).toEqual([400, errorBody('GUEST_NOT_ALLOWED')]);
  });

  it('lists the sessions of the user only, this one first', async () => {
    const { username, token } = await newAccount();
    await newAccount();
    await logInFrom(username);
    const [first, second, ...more] = await list(token);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ isThis: true });
    expect(second).toMatchObject({ isThis: false, name: 'iOS · Safari' });
    expect(second!.seenAt).toBe(second!.since);
  });

  it('shows this session also if it is of an older version', async () => {
    const { id } = await newAccount();
    const token = signTestToken(id, keys.privateKey);
    expect((await list(token)).map(({ isThis }) => isThis)).toEqual([true, false]);
  });

  it('notes the use of a session once in an hour', async () => {
    const { id, token } = await newAccount();
    const [{ since }] = (await list(token)) as [Device];
    await me(token);
    expect((await list(token))[0]!.seenAt).toBe(since);
    await devices.updateMany({ userId: id }, { seenAt: new Date(since - 3_600_001) });
    await me(token);
    await expect.poll(async () => (await list(token))[0]!.seenAt).toBeGreaterThanOrEqual(since);
  });

  it('omits ended sessions: after a logout and after a password change', async () => {
    const { username, token } = await newAccount();
    await post('/api/auth/logout', {}, await logInFrom(username));
    await expect.poll(async () => (await list(token)).length).toBe(1);
    await logInFrom(username);
    const passwords = { oldPassword: 'correct horse', newPassword: 'another horse' };
    const { body } = await post('/api/users/settings/password', passwords, token);
    expect(await list(String(body.access_token))).toMatchObject([{ isThis: true }]);
  });

  it('ends the oldest of more than 50 sessions, so that none is valid and not listed', async () => {
    const { id, username, token } = await newAccount();
    const elsewhere = await logInFrom(username);
    const [{ since }] = (await list(elsewhere)) as [Device];
    const at = new Date(since + 1);
    const known = { userId: id, name: 'x', since: at, seenAt: at, expiresAt: new Date(since + 60_000) };
    await devices.insertMany(Array.from({ length: 48 }, (_, n) => ({ ...known, _id: `${id}-${n}` })));
    const latest = await logInFrom(username);
    expect((await me(token)).body).toEqual(OVER);
    expect((await me(elsewhere)).status).toBe(200);
    expect(await list(latest)).toHaveLength(50);
    await expect
      .poll(() => notices.ended)
      .toContainEqual({ event: 'endSession', payload: { userId: id, sessionId: sessionOf(token) } });
  });

  it('shows all of more than 50 sessions while Redis cannot end them', async () => {
    const { id, token } = await newAccount();
    const at = new Date();
    const known = { userId: id, name: 'x', since: at, seenAt: at, expiresAt: new Date(Date.now() + 60_000) };
    await devices.insertMany(Array.from({ length: 60 }, (_, n) => ({ ...known, _id: `${id}-${n}` })));
    expect(await list(token)).toHaveLength(61);
  });

  it('opens no session that it cannot list', async () => {
    const { id } = await newAccount();
    const failing = { create: { value: () => Promise.reject(new Error('on fire')) } };
    const failed = { ...context, devices: Object.create(devices, failing) };
    const user = { userId: id, role: 'player' } as const;
    const origin = { device: 'x', network: null, address: '', sessionId: 'x' };
    const opening = openSession(failed, user, Date.now(), origin);
    await expect(opening).rejects.toThrow('on fire');
  });
});

describe('DELETE /users/devices/:deviceId', () => {
  const end = (deviceId: string, token?: string) =>
    call('DELETE', `/api/users/devices/${deviceId}`, { token });

  it('401 without a token, 404 for the session of another user', async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    const [{ id }] = (await list(one.token)) as [Device];
    expect((await end(id)).status).toBe(401);
    const refused = await end(id, other.token);
    expect([refused.status, refused.body]).toEqual([404, errorBody('NOT_FOUND')]);
    expect((await me(one.token)).status).toBe(200);
  });

  it('ends the session at once, and its connections', async () => {
    const { id: userId, username, token } = await newAccount();
    const elsewhere = await logInFrom(username);
    const { id } = (await list(token)).find(({ isThis }) => !isThis)!;
    expect((await end(id, token)).body).toEqual({ success: true });
    expect((await me(elsewhere)).body).toEqual(OVER);
    expect((await me(token)).status).toBe(200);
    expect(await list(token)).toHaveLength(1);
    await expect
      .poll(() => notices.ended)
      .toContainEqual({
        event: 'endSession',
        payload: { userId, sessionId: id },
      });
  });
});

describe('POST /users/devices/end-others', () => {
  const endOthers = (token?: string, password: unknown = 'correct horse') =>
    post('/api/users/devices/end-others', { password }, token);

  it('401 without a token; needs the password, so that a stolen token gets no longer life', async () => {
    expect((await endOthers()).status).toBe(401);
    const { username, token } = await newAccount();
    const elsewhere = await logInFrom(username);
    expect((await post('/api/users/devices/end-others', {}, token)).body.message).toBe('请输入密码');
    expect((await endOthers(token, 'wrong horse')).body).toEqual(errorBody('WRONG_PASSWORD'));
    expect((await me(elsewhere)).status).toBe(200);
  });

  it('ends all sessions and their connections, also unlisted ones; this device gets a new one', async () => {
    const { id: userId, username, token } = await newAccount();
    const others = [await logInFrom(username), signTestToken(userId, keys.privateKey)];
    const { body } = await endOthers(token);
    const renewed = String(body.access_token);
    for (const ended of [token, ...others]) expect((await me(ended)).body).toEqual(OVER);
    expect((await me(renewed)).status).toBe(200);
    expect(await list(renewed)).toMatchObject([{ isThis: true }]);
    await expect
      .poll(() => notices.ended)
      .toContainEqual({
        event: 'endSessions',
        payload: { userId, before: expect.any(Number) },
      });
  });

  it('is stored in the account, from which Redis is filled after a loss', async () => {
    const { id, token } = await newAccount();
    await endOthers(token);
    const mirrored = Number(await redis.get(passwordUpdatedAtKey(id)));
    expect((await users.findById(id).lean())!.passwordUpdatedAt.getTime()).toBe(mirrored);
  });
});
