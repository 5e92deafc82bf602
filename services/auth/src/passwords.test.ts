import { hash } from '@node-rs/argon2';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPasswordCheck, createWorkSlots, hashPassword, type WorkSlots } from './passwords.ts';

/** Occupies one slot; further tasks wait until `open`. `begun` lists the tasks in order of their start. */
function occupied(maxWaiting: number) {
  const slots = createWorkSlots({ concurrency: 1, maxWaiting });
  const { promise, resolve: open } = Promise.withResolvers<void>();
  const first = slots.run(['first'], () => promise);
  const begun: string[] = [];
  const ask = (name: string, ...parties: string[]) =>
    slots
      .run(parties, async () => void begun.push(name))
      .then(
        () => name,
        (error: { code: string; retryAfter: number }) => `${name}: ${error.code} ${error.retryAfter}`,
      );
  return { ask, begun, open, first };
}

describe('createWorkSlots', () => {
  it('never runs more tasks than its slots, runs all of them, and those of one key in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.record({ ticks: fc.nat({ max: 3 }), party: fc.constantFrom('a', 'b', 'c') }), {
          maxLength: 30,
        }),
        async (concurrency, turns) => {
          const slots = createWorkSlots({ concurrency, maxWaiting: 100 });
          const begun: number[] = [];
          let running = 0;
          let most = 0;
          await Promise.all(
            turns.map(({ ticks, party }, index) =>
              slots.run([party], async () => {
                begun.push(index);
                running += 1;
                most = Math.max(most, running);
                for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
                running -= 1;
              }),
            ),
          );
          expect(most).toBeLessThanOrEqual(concurrency);
          expect(begun).toHaveLength(turns.length);
          for (const party of ['a', 'b', 'c']) {
            const own = begun.filter((index) => turns[index]!.party === party);
            expect(own).toEqual(own.toSorted((one, other) => one - other));
          }
        },
      ),
    );
  });

  it('limits waiting attempts to one for each address and each account', async () => {
    const { ask, begun, open } = occupied(100);
    const all = [
      ...Array.from({ length: 30 }, (_, n) => ask(`flood ${n}`, 'flooder', `account ${n}`)),
      ...Array.from({ length: 30 }, (_, n) => ask(`swarm ${n}`, `address ${n}`, 'victim')),
      ask('stranger', 'stranger', 'own account'),
    ];
    open();
    await Promise.all(all);
    expect(begun.slice(0, 3)).toEqual(['flood 0', 'swarm 0', 'stranger']);
  });

  it('serves tasks that wait for their first turn before a new one', async () => {
    const { ask, begun, open } = occupied(100);
    const all = [ask('a', 'a'), ask('a again', 'a'), ask('b', 'b'), ask('c', 'c')];
    open();
    await Promise.all(all);
    expect(begun).toEqual(['a', 'b', 'c', 'a again']);
  });

  it('refuses tasks that would wait too long, of the addresses with the most waiting tasks', async () => {
    const { ask, begun, open } = occupied(3);
    const flood = [ask('1', 'flooder'), ask('2', 'flooder'), ask('3', 'flooder')];
    expect(await ask('4', 'flooder')).toBe('4: UNAVAILABLE 1');
    const stranger = ask('stranger', 'stranger');
    expect(await flood[2]).toBe('3: UNAVAILABLE 1');
    open();
    await Promise.all([...flood, stranger]);
    expect(begun).toEqual(['1', 'stranger', '2']);
  });

  it('frees the slot of a failed task', async () => {
    const slots: WorkSlots = createWorkSlots({ concurrency: 1, maxWaiting: 0 });
    await expect(slots.run(['a'], () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await slots.run(['a'], async () => 'next')).toBe('next');
  });
});

describe('passwords', () => {
  const [composed, decomposed] = ['caf\u00e9 horse', 'cafe\u0301 horse'];

  it('a letter in one character or two is the same password', async () => {
    const check = await createPasswordCheck();
    for (const stored of [composed, decomposed])
      for (const typed of [composed, decomposed])
        expect(await check(await hashPassword(stored), typed)).toBe(true);
    expect(await check(await hashPassword(composed), 'cafe horse')).toBe(false);
  });

  it('what older versions hashed as typed still opens the account', async () => {
    const check = await createPasswordCheck();
    expect(await check(await hash(decomposed), decomposed)).toBe(true);
    expect(await check(undefined, decomposed)).toBe(false);
  });
});
