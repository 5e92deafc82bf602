import { DELETION_GRACE, errorBody } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { passwordUpdatedAtKey, route } from '@doushouqi/service-kit';
import { SERVICE_TOKEN, startPeer } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { deleteAccounts } from '../src/commands/deletion.ts';
import { form, testAuth } from './fixtures.ts';

const DAY = 86_400_000;
const forgotten: string[] = [];
function note(what: string): { success: true } {
  forgotten.push(what);
  return { success: true };
}
const record = await startPeer((app) =>
  route(app, ROUTES.forgetPlayer, {
    handler: ({ body: { userId, nickname } }) => note(`record ${userId} ${nickname}`),
  }),
);
const social = await startPeer((app) =>
  route(app, ROUTES.forgetPerson, { handler: ({ body }) => note(`social ${body.userId}`) }),
);
const rating = await startPeer((app) =>
  route(app, ROUTES.leaveLadder, { handler: ({ body }) => note(`rating ${body.userId}`) }),
);
const puzzle = await startPeer((app) =>
  route(app, ROUTES.forgetSolver, { handler: ({ body }) => note(`puzzle ${body.userId}`) }),
);
const auth = await testAuth({}, { record, social, rating, puzzle });
const { context, get, logIn, newAccount, post, users } = auth;
const { accessChanges, challenges, devices, mailLinks, passkeys, redis } = context;

/** Returns the Redis keys of an account, without the counters of limits, which expire. */
async function keysOf(username: string, id: string): Promise<string[]> {
  const found = await redis.keys('*');
  return found.filter(
    (key) => !key.startsWith('limit:') && (key.includes(username.toLowerCase()) || key.includes(id)),
  );
}

function askFor(token: string | undefined, password: unknown = 'correct horse') {
  return post('/api/users/settings/delete', { password }, token);
}
function restore(username: string) {
  return post('/api/auth/login', { username, password: 'correct horse', restore: true });
}

describe('POST /users/settings/delete', () => {
  it('401 without a token, 400 for a wrong password and for guests', async () => {
    expect((await askFor(undefined)).status).toBe(401);
    const { token } = await newAccount();
    expect((await askFor(token, '')).body.message).toBe('请输入密码');
    expect((await askFor(token, 'wrong horse')).body).toEqual(errorBody('WRONG_PASSWORD'));
    const guest = await post('/api/auth/guest', {});
    expect((await askFor(String(guest.body.access_token))).body).toEqual(errorBody('GUEST_NOT_ALLOWED'));
    expect((await get('/api/users/me', token)).status).toBe(200);
  });

  it('ends all sessions; a login asks first, and keeps the account if the owner agrees', async () => {
    const { id, username, token } = await newAccount();
    const reply = await askFor(token);
    expect(Number(reply.body.deletesAt) - Date.now()).toBeGreaterThan(DELETION_GRACE - 60_000);
    expect((await get('/api/users/me', token)).body).toEqual(errorBody('TOKEN_EXPIRED'));
    const asked = await logIn(username, 'correct horse');
    expect([asked.status, asked.body]).toEqual([
      409,
      { code: 'ACCOUNT_LEAVING', message: '这个账号 7 天后注销' },
    ]);
    expect((await logIn(username, 'wrong horse')).body.code).toBe('LOGIN_FAILED');
    const back = await restore(username);
    expect([back.status, back.body.user]).toMatchObject([200, { _id: id }]);
    expect((await logIn(username, 'correct horse')).status).toBe(200);
    expect(await deleteAccounts(context, Date.now() + DELETION_GRACE + DAY)).toBe(0);
  });

  it('asks before a recovery too, and uses no code for the question', async () => {
    const given = form();
    const { body } = await post('/api/auth/register', given);
    await askFor(String(body.access_token));
    const [code] = body.recoveryCodes as string[];
    const passwords = { password: 'another horse', confirmPassword: 'another horse' };
    const recover = (more: object = {}) =>
      post('/api/auth/recover', { username: given.username, code, ...passwords, ...more });
    expect((await recover()).body.code).toBe('ACCOUNT_LEAVING');
    expect((await recover({ restore: true })).status).toBe(200);
    expect((await logIn(given.username, 'another horse')).status).toBe(200);
  });
});

describe('a deletion that is due', () => {
  it('leaves the id with another name, removes the rest in every service, and frees the names', async () => {
    const { id, username, token } = await newAccount({ nickname: '挥手告别' });
    await post('/api/users/settings/recovery-codes', { password: 'correct horse' }, token);
    await askFor(token);
    const early = Date.now() + DELETION_GRACE - DAY;
    expect(await deleteAccounts(context, early)).toBe(0);
    expect(await keysOf(username, id)).toContain(`login:known:${username.toLowerCase()}`);
    expect(await deleteAccounts(context, Date.now() + DELETION_GRACE)).toBe(1);
    // Its tokens stay refused; nothing else of it is left in Redis.
    expect(await keysOf(username, id)).toEqual([passwordUpdatedAtKey(id)]);
    for (const model of [devices, passkeys, mailLinks, challenges, accessChanges])
      expect(await model.countDocuments({ userId: id } as never)).toBe(0);
    expect(forgotten).toEqual([`record ${id} 已注销`, `social ${id}`, `rating ${id}`, `puzzle ${id}`]);
    const stored = await users.findById(id).lean();
    expect(Object.keys(stored!).sort()).toEqual(
      [
        '_id',
        'avatar',
        'createdAt',
        'deletedAt',
        'nameParts',
        'nickname',
        'passwordUpdatedAt',
        'settings',
        'username',
        'usernameLower',
      ].sort(),
    );
    expect((await get(`/api/users/${id}`)).body).toMatchObject({ nickname: '已注销', isGone: true });
    const { body } = await auth.call('POST', '/internal/profiles', {
      body: { ids: [id] },
      serviceToken: SERVICE_TOKEN,
    });
    expect(body.profiles).toMatchObject([{ username: '', nickname: '已注销', isGone: true }]);
    const other = await newAccount();
    for (const key of ['gone:', 'guest:'])
      expect((await get(`/api/users/search?keyword=${key}`, other.token)).body).toEqual([]);
    expect((await restore(username)).body.code).toBe('LOGIN_FAILED');
    expect((await post('/api/auth/register', form({ username, nickname: '挥手告别' }))).status).toBe(201);
  });

  it('is no longer withdrawn, even if it has not been carried out', async () => {
    const { id, username, token } = await newAccount();
    await askFor(token);
    await users.updateOne({ _id: id }, { deletesAt: new Date(Date.now() - 1) });
    expect((await restore(username)).body).toEqual(errorBody('LOGIN_FAILED'));
    expect(await deleteAccounts(context, Date.now())).toBe(1);
  });

  it('keeps an account whose owner returns while others are deleted, and all of its data', async () => {
    // Only the accounts of this test are due.
    await deleteAccounts(context, Date.now() + DELETION_GRACE);
    const accounts = [await newAccount(), await newAccount()];
    for (const { token } of accounts) await askFor(token);
    const found = await users.find({ deletesAt: { $ne: null } }).lean();
    const [first, second] = found.map(({ username }) => username);
    forgotten.length = 0;
    const replies: unknown[] = [];
    const returning = {
      ...context,
      forgetPlayer: async (userId: string, nickname: string) => {
        await context.forgetPlayer(userId, nickname);
        for (const username of [first!, second!]) replies.push((await restore(username)).status);
      },
    };
    expect(await deleteAccounts(returning, Date.now() + DELETION_GRACE)).toBe(1);
    expect(replies).toEqual([400, 200]);
    expect(forgotten).toHaveLength(4);
    expect((await logIn(second, 'correct horse')).status).toBe(200);
    expect((await logIn(first, 'correct horse')).body).toEqual(errorBody('LOGIN_FAILED'));
  });

  it('is repeated after a failure of another service', async () => {
    const { id, username, token } = await newAccount();
    await askFor(token);
    const failing = { ...context, forgetPerson: () => Promise.reject(new Error('away')) };
    const later = Date.now() + DELETION_GRACE;
    await expect(deleteAccounts(failing, later)).rejects.toThrow('away');
    // It has begun, so that the owner cannot return to a part of the data.
    expect((await users.findById(id).lean())!.username).toBe(username);
    expect((await restore(username)).body).toEqual(errorBody('LOGIN_FAILED'));
    expect(await deleteAccounts(context, later)).toBe(1);
    expect((await users.findById(id).lean())!.username).toBe('');
  });
});

it('no account takes the name of deleted ones', async () => {
  expect((await post('/api/auth/register', form({ nickname: '已注销' }))).body.code).toBe(
    'NICKNAME_RESERVED',
  );
});
