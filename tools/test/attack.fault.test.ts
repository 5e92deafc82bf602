import { setTimeout as delay } from 'node:timers/promises';
import { refusedByRedis } from '@doushouqi/scripts';
import { afterAll, describe, expect, test } from 'vitest';
import { ATTACKS } from '../src/attack/rows/index.ts';
import { startTarget } from '../src/attack/target.ts';
import { attempt } from '../src/attack/trial.ts';

const target = await startTarget();
afterAll(() => target.stop());

describe('attacks on a platform with its normal limits (`npm run attack`)', () => {
  test.each(ATTACKS.filter(({ slow, needsBrowser }) => !slow && !needsBrowser))(
    '$name: $aim',
    async (attack) => {
      const { figures, holds } = await attempt(attack, target);
      expect(holds, JSON.stringify(figures)).toBe(true);
    },
  );

  test('loses no move of players on both nodes without an attack', async () => {
    const bystanders = await target.bystanders();
    await delay(1_000);
    const { p50, p99, lost } = await bystanders.stop();
    expect(lost).toBe(0);
    expect(p50).toBeLessThanOrEqual(p99);
  });

  test('exceeds the Redis rights of no service', async () => {
    expect(await refusedByRedis(target.platform.redisUrl)).toEqual([]);
  });
});
