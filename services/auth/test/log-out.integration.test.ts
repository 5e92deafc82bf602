import { errorBody } from '@doushouqi/protocol';
import { endedSessionKey } from '@doushouqi/service-kit';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { expect, it } from 'vitest';
import { testAuth } from './fixtures.ts';

const DAY_MS = 86_400_000;
const OVER = errorBody('TOKEN_EXPIRED');
const auth = await testAuth();
const { get, keys, newAccount, notices, post } = auth;
const { redis, verifier } = auth.context;
await notices.listen();

function logOut(token?: string) {
  return post('/api/auth/logout', {}, token);
}
function me(token: string) {
  return get('/api/users/me', token);
}
async function logIn(username: string): Promise<string> {
  return String((await auth.logIn(username, 'correct horse')).body.access_token);
}
function sessionOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti;
}

it('ends the session of the token at once, for every service and connection, and no other session', async () => {
  const { id, username, token } = await newAccount();
  const elsewhere = await logIn(username);
  expect((await me(token)).status).toBe(200);
  expect((await logOut(token)).body).toEqual({ success: true });
  expect([(await me(token)).status, (await me(token)).body]).toEqual([401, OVER]);
  await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  expect((await me(elsewhere)).status).toBe(200);
  expect((await me(await logIn(username))).status).toBe(200);
  const payload = { userId: id, sessionId: sessionOf(token) };
  await expect.poll(() => notices.ended).toEqual([{ event: 'endSession', payload }]);
});

it('is stored until the token would expire', async () => {
  const { id, token } = await newAccount();
  await logOut(token);
  const left = await redis.pttl(endedSessionKey(id, sessionOf(token)));
  expect(left).toBeGreaterThan(6.9 * DAY_MS);
  expect(left).toBeLessThanOrEqual(7 * DAY_MS);
});

it('works for a token without a session id', async () => {
  const { id } = await newAccount();
  const now = Date.now();
  const [old, other] = [1, 2].map((n) => signTestToken(id, keys.privateKey, { issuedAt: now - n }));
  expect((await logOut(old)).status).toBe(200);
  expect((await me(old!)).body).toEqual(OVER);
  expect((await me(other!)).status).toBe(200);
});

it('returns 401 the second time and without a token', async () => {
  const { token } = await newAccount();
  await logOut(token);
  expect((await logOut(token)).body).toEqual(OVER);
  expect((await logOut()).body).toEqual(errorBody('UNAUTHORIZED'));
});
