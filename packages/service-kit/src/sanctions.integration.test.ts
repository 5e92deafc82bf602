import { FOR_EVER } from '@doushouqi/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestRedis, type TestRedis } from '../testing/index.ts';
import { closeRedis, connectRedis, type RedisClient } from './redis.ts';
import {
  mirrorSanctions,
  parseSanctions,
  refuseSanctioned,
  sanctionRefusal,
  sanctionsKey,
  sanctionsOf,
} from './sanctions.ts';
import { untilText } from './until-text.ts';

const HOUR = 3_600_000;
/** 16 o'clock in China. */
const NOW = Date.UTC(2026, 10, 22, 8);

let server: TestRedis;
let redis: RedisClient;
beforeAll(async () => {
  server = await startTestRedis();
  redis = connectRedis(server.url, { role: 'command' });
});
afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});

describe('the mirror', () => {
  test('returns the sanctions that last, and expires with the last of them', async () => {
    const now = Date.now();
    await mirrorSanctions(redis, 'u1', { mute: now + HOUR, unrated: now + 2 * HOUR, shadow: now - 1 }, now);
    expect(await sanctionsOf(redis, 'u1', now)).toEqual({ mute: now + HOUR, unrated: now + 2 * HOUR });
    expect(await sanctionsOf(redis, 'u1', now + HOUR)).toEqual({ unrated: now + 2 * HOUR });
    const left = await redis.pttl(sanctionsKey('u1'));
    expect(left).toBeGreaterThan(2 * HOUR - 60_000);
    expect(left).toBeLessThanOrEqual(2 * HOUR);
  });

  test('holds a sanction for ever', async () => {
    await mirrorSanctions(redis, 'u2', { close: FOR_EVER }, NOW);
    expect(await sanctionsOf(redis, 'u2', NOW + 100 * 365 * 24 * HOUR)).toEqual({ close: FOR_EVER });
  });

  test('ignores kinds of a later version', () => {
    expect(parseSanctions('{"mute":2,"later":2}', 1)).toEqual({ mute: 2 });
  });

  test('replaces earlier sanctions, and is empty without any', async () => {
    expect(await sanctionsOf(redis, 'u3', NOW)).toEqual({});
    await mirrorSanctions(redis, 'u3', { mute: NOW + HOUR }, NOW);
    await mirrorSanctions(redis, 'u3', { unrated: NOW + HOUR }, NOW);
    expect(await sanctionsOf(redis, 'u3', NOW)).toEqual({ unrated: NOW + HOUR });
    await mirrorSanctions(redis, 'u3', {}, NOW);
    expect(await redis.exists(sanctionsKey('u3'))).toBe(0);
  });

  test.each(['{', '[]', '"mute"', '{"mute":"soon"}'])('counts %s as none', (text) => {
    const errors: unknown[] = [];
    expect(parseSanctions(text, 0, (error) => errors.push(error))).toEqual({});
    expect(errors).toHaveLength(1);
  });
});

describe('a refusal', () => {
  test.each([
    [Date.UTC(2026, 10, 23, 11, 30), '到 11月23日 19:30'],
    [Date.UTC(2026, 11, 31, 15, 59), '到 12月31日 23:59'],
    [Date.UTC(2026, 11, 31, 16, 5), '到 2027年1月1日 00:05'],
    [FOR_EVER, '，没有期限'],
  ])('names the end in the time of China', (end, text) => {
    expect(untilText(end, NOW)).toBe(text);
  });

  test.each([
    ['mute', 'MUTED', '你已被禁言到 11月23日 16:00'],
    ['unrated', 'RATED_PAUSED', '你的排位已暂停到 11月23日 16:00，休闲和人机照常'],
    ['close', 'ACCOUNT_CLOSED', '这个账号已被停用到 11月23日 16:00'],
  ] as const)('of %s is %s', (kind, code, message) => {
    expect(sanctionRefusal(kind, NOW + 24 * HOUR, NOW)).toMatchObject({ code, message });
  });

  test('is thrown only while the sanction lasts', () => {
    const user = { sanctions: { mute: NOW + 1 }, visit: {} };
    expect(() => refuseSanctioned(user, 'mute', NOW)).toThrowError('你已被禁言到 11月22日 16:00');
    expect(() => refuseSanctioned(user, 'mute', NOW + 1)).not.toThrow();
    expect(() => refuseSanctioned(user, 'unrated', NOW)).not.toThrow();
  });
});
