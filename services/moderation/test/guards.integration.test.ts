import { ROUTES } from '@doushouqi/protocol/server';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { order, testModeration } from './fixtures.ts';

const service = await testModeration();
const { call, keys, moderator, newId, operator } = service;

const ID = 'a'.repeat(24);
/** The calls of the console. */
const CONSOLE = Object.entries(ROUTES).filter(
  ([, { service: name, auth }]) => name === 'moderation' && (auth === 'moderate' || auth === 'operate'),
);

function send(method: string, path: string, token?: string, body: unknown = {}) {
  const filled = path.replace(/:\w+/g, ID);
  return call(method, `/api${filled}`, { token, ...(method !== 'GET' && { body }) });
}

describe.each(CONSOLE)('%s', (_, { method, path, auth, ...rest }) => {
  it('401 without a token, and refused for every session but that of the console', async () => {
    expect((await send(method, path)).status).toBe(401);
    // A player, and an operator who logged in to the site: that token has the role of a player.
    for (const role of ['guest', 'player', 'bot'] as const) {
      const token = signTestToken(operator.id, keys.privateKey, { role });
      const code = auth === 'moderate' ? 'STAFF_ONLY' : 'OPERATORS_ONLY';
      expect((await send(method, path, token)).body.code).toBe(code);
    }
    // A token with fewer scopes than its role.
    const token = signTestToken(operator.id, keys.privateKey, { role: 'operator', scope: 'play' });
    expect((await send(method, path, token)).status).toBe(400);
  });

  it('400 for malformed input before anything else', async () => {
    const token = signTestToken(moderator.id, keys.privateKey, { role: 'operator' });
    if ('body' in rest)
      expect((await send(method, path, token, { reason: { $ne: null } })).body.code).toBe('INVALID_INPUT');
    if (path.includes(':'))
      expect((await send(method, path.replace(/:\w+/, 'x'), token)).body.code).toBe('INVALID_INPUT');
  });
});

describe('internal calls', () => {
  it.each(['/internal/appeals', '/internal/log'])('%s is 401 for users', async (path) => {
    expect((await call('POST', path, { userId: newId('甲'), body: {} })).status).toBe(401);
  });
});

it('an operator acts sixty times a minute', async () => {
  const limited = await testLimits();
  expect(limited).toEqual([...Array(60).fill(404), 429]);
});

/** Ends unknown sanctions until the limit refuses. */
async function testLimits(): Promise<number[]> {
  const one = await service.another({ limits: { actions: 60 } });
  const token = signTestToken(newId('忙'), keys.privateKey, { role: 'operator' });
  const statuses: number[] = [];
  for (let n = 0; n < 61; n += 1) {
    const path = `/api/admin/sanctions/${ID}/end`;
    statuses.push((await one.call('POST', path, { token, body: { reason: '试' } })).status);
  }
  await one.stop();
  return statuses;
}

it('letters and reports are those of the token', async () => {
  const [one, two] = [await service.member(), await service.member()];
  await operator.api.impose({ body: order(one.id) });
  expect([await one.api.listLetters(), await two.api.listLetters()].map(({ length }) => length)).toEqual([
    1, 0,
  ]);
  await one.api.report({ body: { kind: 'nickname', id: two.id, reason: 'name' } });
  expect((await two.api.listOwnReports()).length).toBe(0);
  const guest = service.asGuest(newId('游客'));
  expect([await guest.listLetters(), await guest.listOwnReports()]).toEqual([[], []]);
});
