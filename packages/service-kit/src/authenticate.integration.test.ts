import { HOUSE_BOTS } from '@doushouqi/protocol';
import { SCOPES_OF } from '@doushouqi/protocol/server';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeTestKeys, signTestToken, startTestRedis, type TestRedis } from '../testing/index.ts';
import {
  createTokenVerifier,
  endedAmong,
  endedSessionKey,
  passwordUpdatedAtKey,
  requireMember,
  requireScope,
} from './authenticate.ts';
import { errorOf } from './errors.ts';
import { type PublicKeys, parsePublicKeys } from './public-keys.ts';
import { closeRedis, connectRedis, type RedisClient } from './redis.ts';
import { mirrorSanctions, sanctionsKey } from './sanctions.ts';

const keys = makeTestKeys();
const HOUR = 3_600_000;
/** Tokens have whole seconds. */
const START = Math.floor(Date.now() / 1_000) * 1_000;
let now = START;
let redisServer: TestRedis;
let redis: RedisClient;

beforeAll(async () => {
  redisServer = await startTestRedis();
  redis = connectRedis(redisServer.url, { role: 'command' });
});
afterAll(async () => {
  await closeRedis(redis);
  await redisServer.stop();
});

function tokenOf(userId: string, issuedAt = now) {
  return signTestToken(userId, keys.privateKey, { issuedAt });
}
function verifierOf(remember?: number) {
  now = START;
  return createTokenVerifier({
    publicKey: keys.publicKey,
    redis,
    now: () => now,
    ...(remember === undefined ? {} : { remember }),
  });
}

describe('a verified token', () => {
  test('contains the user and the times of issue and expiry', async () => {
    const verifier = verifierOf();
    const token = tokenOf('u1', START + 123);
    const verified = {
      userId: 'u1',
      sessionId: String(START + 123),
      issuedAt: START + 123,
      expiresAt: START + HOUR,
      keyId: [...parsePublicKeys(keys.publicKey).keys()][0],
      role: 'player',
      scopes: SCOPES_OF.player,
      sanctions: {},
      visit: {},
    };
    expect([await verifier.verify(token), await verifier.verify(token)]).toEqual([verified, verified]);
  });

  test.each<[string, string, Parameters<typeof signTestToken>[2], object]>([
    ['a guest', 'u1', { role: 'guest' }, { role: 'guest', scopes: ['play', 'seek', 'self'] }],
    ['a guest of 1.0', 'u1', { guest: true }, { role: 'guest' }],
    ['a bot', 'u1', { role: 'bot' }, { role: 'bot', scopes: ['play'] }],
    ['a house bot of 1.0', HOUSE_BOTS[0]!._id, {}, { role: 'bot' }],
    ['a role of a later version', 'u1', { role: 'umpire' as 'bot' }, { role: 'player' }],
    ['a limited token', 'u1', { scope: 'play later' }, { role: 'player', scopes: ['play'] }],
    ['more scopes than the role has', 'u1', { role: 'bot', scope: 'play account' }, { scopes: ['play'] }],
  ])('has the role and the scopes of %s', async (_, userId, rights, expected) => {
    const token = signTestToken(userId, keys.privateKey, { issuedAt: START, ...rights });
    expect(await verifierOf().verify(token)).toMatchObject(expected);
  });

  test('is refused what its role or its own limit lacks', () => {
    const [play, all] = [['play' as const], SCOPES_OF.player];
    expect(() => requireScope({ role: 'player', scopes: all }, 'account')).not.toThrow();
    expect(() => requireScope({ role: 'player', scopes: play }, 'seek')).toThrowError(
      errorOf('SCOPE_MISSING'),
    );
    expect(() => requireScope({ role: 'guest', scopes: play }, 'seek')).toThrowError(
      errorOf('SCOPE_MISSING'),
    );
    expect(() => requireScope({ role: 'guest', scopes: play }, 'social')).toThrowError(
      errorOf('GUEST_NOT_ALLOWED'),
    );
    expect(() => requireScope({ role: 'bot', scopes: play }, 'seek')).toThrowError(errorOf('NOT_FOR_BOTS'));
    expect(() => requireMember({ role: 'guest' }, 'PHRASES_ONLY')).toThrowError(errorOf('PHRASES_ONLY'));
    expect(() => requireMember({ role: 'player' }, 'PHRASES_ONLY')).not.toThrow();
  });

  test('is cached, so that its signature is verified once', async () => {
    const signatureCheck = vi.spyOn(jwt, 'verify');
    const [caching, uncached, token] = [verifierOf(), verifierOf(0), tokenOf('u1')];
    for (const verifier of [caching, caching, uncached, uncached]) await verifier.verify(token);
    expect(signatureCheck).toHaveBeenCalledTimes(3);
    signatureCheck.mockRestore();
  });

  test('expires on time, cached or not', async () => {
    const verifier = verifierOf();
    const token = tokenOf('u1');
    now = START + HOUR - 1;
    await verifier.verify(token);
    now = START + HOUR;
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  });

  test('is refused after a password change, cached or not', async () => {
    const verifier = verifierOf();
    const token = tokenOf('u4');
    await verifier.verify(token);
    await redis.set(passwordUpdatedAtKey('u4'), START + 1);
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  });

  test('of a guest is refused after the registration, whatever its time of issue', async () => {
    const verifier = verifierOf();
    const issuedAt = START + 60_000;
    const [guest, member] = (['guest', 'player'] as const).map((role) =>
      signTestToken('u7', keys.privateKey, { issuedAt, role }),
    );
    expect(await verifier.verify(guest)).toMatchObject({ role: 'guest' });
    await redis.set(passwordUpdatedAtKey('u7'), START);
    await expect(verifier.verify(guest)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(await verifier.verify(member)).toMatchObject({ role: 'player' });
  });

  test('is refused after its session ends, without effect on other sessions, cached or not', async () => {
    const verifier = verifierOf();
    const [ended, other] = ['s1', 's2'].map((sessionId) =>
      signTestToken('u5', keys.privateKey, { issuedAt: now, sessionId }),
    );
    expect(await verifier.verify(ended)).toMatchObject({ sessionId: 's1' });
    await redis.set(endedSessionKey('u5', 's1'), '1');
    for (const one of [verifier, verifierOf()]) {
      await expect(one.verify(ended)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
      expect(await one.verify(other)).toMatchObject({ userId: 'u5' });
    }
    // A token without a session id is identified by its issue time.
    const nameless = tokenOf('u5', now + 1);
    await redis.set(endedSessionKey('u5', String(now + 1)), '1');
    await expect(verifier.verify(nameless)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  });

  test('has no effect on a token with the same prefix', async () => {
    const verifier = verifierOf();
    const token = tokenOf('u1');
    await verifier.verify(token);
    const [head, , signature] = token.split('.');
    const [, payload] = tokenOf('u2').split('.');
    for (const forged of [`${token.slice(0, -4)}AAAA`, `${head}.${payload}.${signature}`, `${token} `]) {
      await expect(verifier.verify(forged)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
  });
});

describe('the sanctions of a user', () => {
  test('are those of the moment, also with a cached token', async () => {
    const verifier = verifierOf();
    const token = tokenOf('u8');
    expect(await verifier.verify(token)).toMatchObject({ sanctions: {} });
    await mirrorSanctions(redis, 'u8', { mute: START + 500, unrated: START + HOUR }, START);
    expect(await verifier.verify(token)).toMatchObject({
      sanctions: { mute: START + 500, unrated: START + HOUR },
    });
    now = START + 500;
    expect((await verifier.verify(token)).sanctions).toEqual({ unrated: START + HOUR });
  });

  test('refuse all tokens of a closed account until the end', async () => {
    const verifier = verifierOf();
    const token = tokenOf('u9');
    await verifier.verify(token);
    await mirrorSanctions(redis, 'u9', { close: START + 500 }, START);
    for (const one of [verifier, verifierOf()])
      await expect(one.verify(token)).rejects.toMatchObject({
        code: 'ACCOUNT_CLOSED',
        message: expect.stringMatching(/^这个账号已被停用到 /),
      });
    expect(await verifier.read(token)).not.toHaveProperty('sanctions');
    now = START + 500;
    expect(await verifier.verify(token)).toMatchObject({ userId: 'u9', sanctions: {} });
  });

  test('end every session of a closed account, and none otherwise', async () => {
    const sessions = [1, 2].map((n) => ({ sessionId: `s${n}`, issuedAt: START }));
    await mirrorSanctions(redis, 'u10', { mute: START + HOUR }, START);
    expect(await endedAmong(redis, 'u10', sessions, START)).toEqual(new Map());
    await redis.set(endedSessionKey('u10', 's1'), '1');
    const byLogout = await endedAmong(redis, 'u10', sessions, START);
    expect([...byLogout].map(([{ sessionId }, { code }]) => [sessionId, code])).toEqual([
      ['s1', 'TOKEN_EXPIRED'],
    ]);
    await mirrorSanctions(redis, 'u10', { close: START + HOUR }, START);
    const closed = await endedAmong(redis, 'u10', sessions, START);
    expect([...closed].map(([{ sessionId }, { code }]) => [sessionId, code])).toEqual([
      ['s1', 'ACCOUNT_CLOSED'],
      ['s2', 'ACCOUNT_CLOSED'],
    ]);
  });

  test('count as none and are reported if the mirror is malformed', async () => {
    now = START;
    const reported: string[] = [];
    const onMalformed = (_: unknown, userId: string) => void reported.push(userId);
    const verifier = createTokenVerifier({
      publicKey: keys.publicKey,
      redis,
      now: () => now,
      onMalformed,
    });
    await redis.set(sanctionsKey('u11'), '{"close":');
    expect(await verifier.verify(tokenOf('u11'))).toMatchObject({ userId: 'u11', sanctions: {} });
    expect(reported).toEqual(['u11']);
  });

  test('cost no further command of Redis', async () => {
    const [verifier, token] = [verifierOf(), tokenOf('u12')];
    const sent = vi.spyOn(redis, 'sendCommand');
    for (let n = 0; n < 3; n += 1) await verifier.verify(token);
    expect(sent.mock.calls.map(([{ name }]) => name)).toEqual(['mget', 'mget', 'mget']);
    sent.mockRestore();
  });
});

describe('during a key rotation', () => {
  const next = makeTestKeys();
  const [both, alone] = [keys.publicKey + next.publicKey, next.publicKey].map(parsePublicKeys) as [
    PublicKeys,
    PublicKeys,
  ];

  test('tokens by either key are valid, with or without a key id', async () => {
    const verifier = createTokenVerifier({ publicKey: keys.publicKey + next.publicKey, redis });
    for (const { privateKey } of [keys, next])
      for (const named of [true, false]) {
        const token = signTestToken('u6', privateKey, { named });
        expect(await verifier.verify(token)).toMatchObject({ userId: 'u6' });
      }
    const expired = signTestToken('u6', next.privateKey, { lifetimeSeconds: -1 });
    await expect(verifier.verify(expired)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  });

  test('a token with a wrong key id is checked against that key only', async () => {
    const verifier = createTokenVerifier({ publicKey: keys.publicKey + next.publicKey, redis });
    const [header] = signTestToken('u6', next.privateKey, { named: true }).split('.');
    const [, payload, signature] = signTestToken('u6', keys.privateKey).split('.');
    const forged = [header, payload, signature].join('.');
    await expect(verifier.verify(forged)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('tokens by a removed key are refused at once, even if cached', async () => {
    let known = both;
    const verifier = createTokenVerifier({ publicKey: async () => known, redis });
    const [old, young] = [keys, next].map(({ privateKey }) => signTestToken('u6', privateKey));
    for (const token of [old, young]) await verifier.verify(token);
    known = alone;
    await expect(verifier.verify(old)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await verifier.verify(young)).toMatchObject({ userId: 'u6' });
  });
});
