import { errorBody, type Notice } from '@doushouqi/protocol';
import { passwordUpdatedAtKey } from '@doushouqi/service-kit';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { changePassword } from '../src/commands/sessions.ts';
import { type Account, testAuth } from './fixtures.ts';

const OLD = 'correct horse';
const NEW = 'battery staple';
const auth = await testAuth({ LOGIN_FAILURES_PER_ACCOUNT: 3 });
const { get, keys, logIn, newAccount, notices, post, server, users } = auth;
const { redis } = auth.context;
await notices.listen();

function change(what: string, body: unknown, token?: string) {
  return post(`/api/users/settings/${what}`, body, token);
}
function askForPassword(token: string, oldPassword = OLD, newPassword = NEW) {
  return change('password', { oldPassword, newPassword }, token);
}
function me(token: string) {
  return get('/api/users/me', token);
}
/** Collects the notices that a user receives from this point on. */
async function noticesOf(userId: string): Promise<() => Notice[]> {
  await notices.listen([userId]);
  return () => notices.of(userId);
}

describe.each([
  ['theme', { theme: 'yszb' }, { theme: 'nowhere' }, '没有这个主题'],
  ['avatar', { avatar: 'lion.png' }, { avatar: '../../etc/passwd' }, '没有这个头像'],
])('POST /users/settings/%s', (what, body, wrong, message) => {
  it('400 for an unknown value', async () => {
    const { token } = await newAccount();
    for (const input of [wrong, {}, { [what]: { $ne: '' } }, { [what]: null }]) {
      const reply = await change(what, input, token);
      expect([reply.status, reply.body]).toEqual([400, { code: 'INVALID_INPUT', message }]);
    }
  });

  it('401 without a token', async () => {
    expect((await change(what, body)).status).toBe(401);
  });

  it("stores it and notifies the user's windows", async () => {
    const { id, token } = await newAccount();
    const bystander = await newAccount();
    const received = await noticesOf(id);
    expect((await change(what, body, token)).body).toEqual({ success: true });
    const chosen = 'theme' in body ? { settings: body } : body;
    expect((await me(token)).body).toMatchObject(chosen);
    expect((await me(bystander.token)).body).not.toMatchObject(chosen);
    await expect.poll(received).toEqual([{ event: 'userChanged', payload: {} }]);
  });

  it('404 for a deleted account', async () => {
    const unknownUser = signTestToken('9'.repeat(24), keys.privateKey);
    expect((await change(what, body, unknownUser)).body.code).toBe('USER_NOT_FOUND');
  });

  it('is limited by user', async () => {
    const { token } = await newAccount();
    const replies = await Promise.all(Array.from({ length: 35 }, () => change(what, body, token)));
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe('POST /users/settings/password', () => {
  it.each([
    [{ newPassword: NEW }, '请输入原密码'],
    [{ oldPassword: OLD }, '请输入密码'],
    [{ oldPassword: OLD, newPassword: '1234567' }, '密码至少 8 位'],
    [{ oldPassword: OLD, newPassword: 'x'.repeat(73) }, '密码最多 72 位'],
    [{ oldPassword: 'x'.repeat(257), newPassword: NEW }, '原密码错误'],
    [{ oldPassword: { $ne: '' }, newPassword: NEW }, '请输入原密码'],
  ])('400 for %j', async (body, message) => {
    const { token } = await newAccount();
    const reply = await change('password', body, token);
    expect([reply.status, reply.body]).toEqual([400, { code: 'INVALID_INPUT', message }]);
  });

  it('401 without a token', async () => {
    expect((await change('password', { oldPassword: OLD, newPassword: NEW })).status).toBe(401);
  });

  it('ends every session but the caller’s at once; only the new password logs in', async () => {
    const { id, username, token } = await newAccount();
    const elsewhere = String((await logIn(username, OLD)).body.access_token);
    const reply = await askForPassword(token);
    expect([reply.status, reply.body.success]).toEqual([200, true]);
    for (const old of [token, elsewhere]) expect((await me(old)).body).toEqual(errorBody('TOKEN_EXPIRED'));
    expect((await me(String(reply.body.access_token))).status).toBe(200);
    expect((await logIn(username, OLD)).body.code).toBe('LOGIN_FAILED');
    const again = String((await logIn(username, NEW)).body.access_token);
    expect((await me(again)).status).toBe(200);
    const before = Number(await redis.get(passwordUpdatedAtKey(id)));
    const ended = () => notices.ended.filter(({ payload }) => payload.userId === id);
    await expect.poll(ended).toEqual([{ event: 'endSessions', payload: { userId: id, before } }]);
    const { passwordUpdatedAt, passwordHash } = (await users.findById(id).lean())!;
    expect(before - passwordUpdatedAt.getTime()).toBeLessThan(1_000);
    expect(passwordHash).toMatch(/^\$argon2id\$/);
  });

  it('a concurrent login with the old password opens no lasting session', async () => {
    const { username, token } = await newAccount();
    const changing = askForPassword(token);
    // They read the old hash at once, and are checked against it while or after it is replaced.
    const logins = Array.from({ length: 12 }, () => logIn(username, OLD));
    const open = (await Promise.all(logins)).flatMap(({ body }) => body.access_token ?? []);
    expect((await changing).status).toBe(200);
    expect(open.length).toBeGreaterThan(0);
    for (const late of open) expect((await me(String(late))).body).toEqual(errorBody('TOKEN_EXPIRED'));
  });

  it.each([1, 2, 3, 4])('one of several parallel changes wins, and its token is valid (%i)', async () => {
    const { username, token } = await newAccount();
    const wanted = ['first new password', 'second new password', 'third new password', 'fourth new password'];
    const replies = await Promise.all(wanted.map((password) => askForPassword(token, OLD, password)));
    const winners = replies.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect((await me(String(winners[0]?.body.access_token))).status).toBe(200);
    for (const { status, body } of replies) {
      if (status !== 200) expect([status, body]).toEqual([409, errorBody('PASSWORD_CHANGED')]);
    }
    expect((await me(token)).body).toEqual(errorBody('TOKEN_EXPIRED'));
    expect((await logIn(username, wanted[replies.indexOf(winners[0]!)]!)).status).toBe(200);
  });

  it('is limited even if it succeeds, because each change costs two hashes', async () => {
    const { id } = await newAccount();
    const { attempts } = auth.context;
    for (let n = 0; n < 10; n += 1) await attempts.countPasswordChange(id, '127.0.0.1');
    const late = signTestToken(id, keys.privateKey);
    expect((await askForPassword(late)).body).toEqual(errorBody('PASSWORD_LOCKED'));
  });

  it('ends older sessions also after Redis has lost its data, and at the next start', async () => {
    const { id, token } = await newAccount();
    const now = String((await askForPassword(token)).body.access_token);
    const restarts = [
      async () => {
        await redis.flushall();
        const other = await auth.another();
        await expect.poll(() => redis.get(passwordUpdatedAtKey(id))).not.toBeNull();
        await other.stop();
      },
      async () => {
        await redis.flushall();
        await server.kill();
        await server.restart();
      },
    ];
    for (const restart of restarts) {
      await restart();
      await expect.poll(() => redis.get(passwordUpdatedAtKey(id)).catch(() => null)).not.toBeNull();
      expect((await me(token)).body).toEqual(errorBody('TOKEN_EXPIRED'));
      expect((await me(now)).status).toBe(200);
    }
    // Accounts that never changed it are left out.
    const { id: fresh } = await newAccount();
    expect(await redis.get(passwordUpdatedAtKey(fresh))).toBeNull();
  });

  describe('with a wrong old password', () => {
    let account: Account;
    it('changes nothing and ends no session', async () => {
      account = await newAccount();
      const reply = await askForPassword(account.token, 'wrong password');
      expect([reply.status, reply.body]).toEqual([400, errorBody('WRONG_PASSWORD')]);
      expect((await me(account.token)).status).toBe(200);
      expect((await logIn(account.username, OLD)).status).toBe(200);
    });

    it('is locked after the allowed failures, for this user only, also for the right password', async () => {
      for (let n = 1; n < 3; n += 1) await askForPassword(account.token, 'wrong password');
      const locked = await askForPassword(account.token);
      expect([locked.status, locked.body]).toEqual([429, errorBody('PASSWORD_LOCKED')]);
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800);
      const other = await newAccount();
      expect((await askForPassword(other.token)).status).toBe(200);
    });

    it('allows in parallel hardly more guesses than one by one', async () => {
      const { token } = await newAccount();
      const replies = await Promise.all(
        Array.from({ length: 30 }, () => askForPassword(token, 'wrong password')),
      );
      const guesses = replies.filter(({ body }) => body.code === 'WRONG_PASSWORD');
      expect(guesses.length).toBeLessThanOrEqual(3 + 1);
    });
  });
});

it('a store that fails at the new password keeps the old one valid and ends the other sessions', async () => {
  const { id, username, token } = await newAccount();
  const onFire = { lean: () => Promise.reject(new Error('on fire')) };
  const changing = changePassword(
    { ...auth.context, users: Object.create(users, { findOneAndUpdate: { value: () => onFire } }) },
    id,
    { oldPassword: OLD, newPassword: NEW, keep: [] },
    '203.0.113.1',
    { device: 'x', network: null, address: '', sessionId: 'x' },
  );
  await expect(changing).rejects.toThrow('on fire');
  expect((await me(token)).body).toEqual(errorBody('TOKEN_EXPIRED'));
  expect((await logIn(username, OLD)).status).toBe(200);
});
