import { setTimeout as delay } from 'node:timers/promises';
import { refusedByRedis } from '@doushouqi/scripts';
import { afterAll, describe, expect, test } from 'vitest';
import { attempt, holdsAll, linesOf } from '../src/attack/attempt.ts';
import { seatBystanders } from '../src/attack/bystanders.ts';
import { ATTACKS } from '../src/attack/cases/index.ts';
import { startTarget } from '../src/attack/target.ts';

const target = await startTarget();
afterAll(() => target.stop());

describe('attacks on a platform with its normal limits (`npm run attack`)', () => {
  test.each(ATTACKS.filter(({ slow, needsBrowser }) => !slow && !needsBrowser))(
    '$name: $aim',
    async (attack) => {
      const checks = await attempt(attack, target);
      expect(holdsAll(checks), linesOf(checks).join('\n')).toBe(true);
    },
  );

  test('loses no move of players on both nodes without an attack', async () => {
    const stop = await seatBystanders(target);
    await delay(1_000);
    expect((await stop())['moves lost']).toEqual([0, true]);
    target.leave();
  });

  test('exceeds the Redis rights of no service', async () => {
    expect(await refusedByRedis(target.platform.redisUrl)).toEqual([]);
  });
});
