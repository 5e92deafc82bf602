import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorkSlots } from '../src/work-slots.ts';

describe('createWorkSlots', () => {
  it('never runs more than its slots, runs everything, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 30 }),
        async (concurrency, turns) => {
          const slots = createWorkSlots({ concurrency, maxWaiting: 100 });
          const begun: number[] = [];
          let running = 0;
          let most = 0;
          await Promise.all(
            turns.map((ticks, index) =>
              slots.run(async () => {
                begun.push(index);
                running += 1;
                most = Math.max(most, running);
                for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
                running -= 1;
              }),
            ),
          );
          expect(most).toBeLessThanOrEqual(concurrency);
          expect(begun).toEqual(turns.map((_, index) => index));
        },
      ),
    );
  });

  it('turns away what would wait too long', async () => {
    const slots = createWorkSlots({ concurrency: 1, maxWaiting: 1 });
    const { promise, resolve } = Promise.withResolvers<string>();
    const running = slots.run(() => promise);
    const waiting = slots.run(async () => 'second');
    await expect(slots.run(async () => 'third')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfter: 1,
    });
    resolve('first');
    expect(await Promise.all([running, waiting])).toEqual(['first', 'second']);
  });

  it('frees the slot of a task that failed', async () => {
    const slots = createWorkSlots({ concurrency: 1, maxWaiting: 0 });
    await expect(slots.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await slots.run(async () => 'next')).toBe('next');
  });
});
