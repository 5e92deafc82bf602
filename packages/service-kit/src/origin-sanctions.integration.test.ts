import { ORIGIN_SANCTIONS_KEY } from '@doushouqi/protocol/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeTestKeys, signTestToken, startTestRedis, type TestRedis } from '../testing/index.ts';
import { createTokenVerifier } from './authenticate.ts';
import { createOriginSanctions, type OriginSanction, type Visit } from './origin-sanctions.ts';
import { closeRedis, connectRedis, type RedisClient } from './redis.ts';
import { refuseSanctioned } from './sanctions.ts';

const HOUR = 3_600_000;
/** 2026-11-23 15:00 in China. */
const START = Date.UTC(2026, 10, 23, 7);
const keys = makeTestKeys();
const DEVICE = 'd'.repeat(16);
const NEAR = '203.0.113.7';
let server: TestRedis;
let redis: RedisClient;
let now = START;

beforeAll(async () => {
  server = await startTestRedis();
  redis = connectRedis(server.url, { role: 'command' });
});
afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});
beforeEach(() => {
  now = START;
});

function sanction(change: Partial<OriginSanction> = {}): OriginSanction {
  return {
    ...{ of: 'network', value: '203.0.113.0/24', kind: 'close', from: START, end: START + HOUR },
    ...{ coversMembers: false, text: '', ...change },
  };
}
async function mirror(...sanctions: OriginSanction[]): Promise<void> {
  await redis.set(ORIGIN_SANCTIONS_KEY, JSON.stringify(sanctions));
}
function readerOf(inner?: string) {
  return createOriginSanctions({ redis, inner, now: () => now });
}
const GUEST = { role: 'guest' } as const;

describe('a sanction of an origin', () => {
  test.each<[string, Visit['account'], boolean, boolean]>([
    ['someone without an account', null, true, true],
    ['a guest', GUEST, true, true],
    ['a newer account', { role: 'player', memberSince: START + 1 }, true, true],
    ['an older account', { role: 'player', memberSince: START - 1 }, false, true],
    ['an account whose token is older than this claim', { role: 'player' }, false, true],
    ['a bot', { role: 'bot' }, false, false],
    ['an operator in the console', { role: 'operator' }, false, false],
  ])('concerns %s', async (_, account, isStopped, withMembers) => {
    for (const coversMembers of [false, true]) {
      const visits = [{ address: NEAR }, { address: '198.51.100.1', device: DEVICE }];
      await mirror(sanction({ coversMembers }), sanction({ of: 'device', value: DEVICE, coversMembers }));
      for (const visit of visits) {
        const { close } = await readerOf().of({ ...visit, account });
        expect(close !== undefined).toBe(coversMembers ? withMembers : isStopped);
      }
    }
  });

  test('concerns no account elsewhere, nor after its end', async () => {
    await mirror(sanction(), sanction({ of: 'device', value: DEVICE }));
    const reader = readerOf();
    for (const visit of [{ address: '203.0.114.1' }, { device: 'e'.repeat(16) }, { address: 'unknown' }, {}])
      expect(await reader.of({ ...visit, account: GUEST })).toEqual({});
    now = START + HOUR;
    expect(await reader.of({ address: NEAR, device: DEVICE, account: GUEST })).toEqual({});
  });

  test('never concerns this machine and the networks of gateways', async () => {
    await mirror(...['127.0.0.0/16', '10.0.0.0/16', '203.0.113.0/24'].map((value) => sanction({ value })));
    const reader = readerOf('203.0.113.0/24');
    for (const address of ['127.0.0.1', '10.0.2.3', NEAR])
      expect(await reader.of({ address, account: GUEST })).toEqual({});
  });

  test('is the one of its kind that lasts longest', async () => {
    const long = sanction({ value: '203.0.0.0/16', end: START + 2 * HOUR });
    const mute = sanction({ of: 'device', value: DEVICE, kind: 'mute' });
    await mirror(sanction(), long, mute);
    const visit = { address: NEAR, device: DEVICE, account: GUEST };
    expect(await readerOf().of(visit)).toEqual({ close: long, mute });
  });
});

describe('the reader', () => {
  test('asks Redis at most once in 2 s, and at once when it is asked to forget', async () => {
    await mirror();
    const get = vi.spyOn(redis, 'get');
    const reader = readerOf();
    const visit = { address: NEAR, account: GUEST };
    await Promise.all(Array.from({ length: 20 }, () => reader.of(visit)));
    await mirror(sanction());
    now += 1_999;
    expect(await reader.of(visit)).toEqual({});
    expect(get).toHaveBeenCalledTimes(1);
    reader.forget();
    expect(await reader.of(visit)).toHaveProperty('close');
    await redis.del(ORIGIN_SANCTIONS_KEY);
    now += 2_000;
    expect(await reader.of(visit)).toEqual({});
    expect(get).toHaveBeenCalledTimes(3);
    get.mockRestore();
  });

  test('keeps the last sanctions while Redis does not answer, and when the mirror is malformed', async () => {
    await mirror(sanction());
    const errors: unknown[] = [];
    const logger = { error: (entry: unknown) => void errors.push(entry) };
    const own = connectRedis(server.url, { role: 'command' });
    await own.ping();
    const reader = createOriginSanctions({ redis: own, logger: logger as never, now: () => now });
    const visit = { address: NEAR, account: GUEST };
    await reader.of(visit);
    await redis.set(ORIGIN_SANCTIONS_KEY, '{');
    now += 2_000;
    expect(await reader.of(visit)).toHaveProperty('close');
    expect(errors).toHaveLength(1);
    await closeRedis(own);
    now += 2_000;
    expect(await reader.of(visit)).toHaveProperty('close');
  });
});

describe('a verified token', () => {
  function verifier() {
    return createTokenVerifier({ publicKey: keys.publicKey, redis, origins: readerOf(), now: () => now });
  }
  const guest = () =>
    signTestToken('u1', keys.privateKey, { issuedAt: START, role: 'guest', device: DEVICE });

  test.each([
    [
      'network',
      '203.0.113.0/24',
      'NETWORK_CLOSED',
      '你所在的网络的新账号和游客暂停使用到 11月23日 16:00。群里说',
    ],
    ['device', DEVICE, 'DEVICE_CLOSED', '这台设备的新账号和游客暂停使用到 11月23日 16:00。群里说'],
  ] as const)('is refused from a closed %s, with the end and the text', async (of, value, code, message) => {
    await mirror(sanction({ of, value, text: '群里说' }));
    await expect(verifier().verify(guest(), NEAR)).rejects.toMatchObject({ code, message, status: 400 });
  });

  test('is muted and without rated games by its network', async () => {
    await mirror(sanction({ kind: 'mute' }), sanction({ kind: 'unrated', coversMembers: true }));
    const user = await verifier().verify(guest(), NEAR);
    expect(() => refuseSanctioned(user, 'mute', now)).toThrow(
      '你所在的网络的新账号和游客已被禁言到 11月23日 16:00',
    );
    expect(() => refuseSanctioned(user, 'unrated', now)).toThrow('你所在的网络已暂停排位到 11月23日 16:00');
    const elsewhere = await verifier().verify(guest(), '198.51.100.1');
    expect(() => refuseSanctioned(elsewhere, 'mute', now)).not.toThrow();
  });

  test('has the device and the time of the membership from its claims', async () => {
    await mirror();
    const own = { issuedAt: START, device: DEVICE, memberSince: START - 5 };
    const user = await verifier().verify(signTestToken('u2', keys.privateKey, own));
    expect(user).toMatchObject({ device: DEVICE, memberSince: START - 5, visit: {} });
  });
});
