import { outcome } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { DAY, NOON, testPuzzle } from './fixtures.ts';

const service = await testPuzzle();
const { clock, context, pool, newGuest, newMember, miss, solve } = service;
const ratingOf = new Map(pool.map(({ id, rating }) => [id, rating]));
const visitor = service.as(null);

describe('the next puzzle', () => {
  it('is near the rating of a member, easier or harder by 200', async () => {
    const { api } = newMember();
    for (const [level, target] of [
      ['right', 1_500],
      ['easier', 1_300],
      ['harder', 1_700],
    ] as const)
      for (let n = 0; n < 5; n += 1) {
        const { id } = await api.nextPuzzle({ query: { level } });
        // The nearest twenty of sixty.
        expect(Math.abs(ratingOf.get(id)! - target)).toBeLessThan(300);
      }
  });

  it('is not the one on the screen, and has the motif that is asked for', async () => {
    const { id: after } = await visitor.nextPuzzle({ query: {} });
    for (let n = 0; n < 20; n += 1) {
      const found = await visitor.nextPuzzle({ query: { after, motif: 'trap' } });
      expect(found.motifs).toContain('trap');
      expect(found.id).not.toBe(after);
    }
    expect(await outcome(visitor.nextPuzzle({ query: { motif: 'leap' } }))).toBe('PUZZLE_NOT_FOUND');
  });

  it('is one that the user has not tried, until all are tried', async () => {
    for (const { api } of [newMember(), newGuest()]) {
      const seen = new Set<string>();
      for (const _ of pool) {
        const { id } = await api.nextPuzzle({ query: {} });
        expect(seen).not.toContain(id);
        seen.add(id);
        await (seen.size % 2 === 0 ? solve(api, id) : miss(api, id));
      }
      const { id } = await api.nextPuzzle({ query: {} });
      expect((await api.startAttempt({ params: { puzzleId: id }, body: {} })).rates).toBe(false);
    }
  });

  it('has in each process the numbers that another one has changed', async () => {
    const { id: puzzleId } = pool[0]!;
    const other = await service.another({ given: { refreshMs: 50 } });
    const playsIn = async (process: Pick<typeof service, 'as'>) =>
      (await process.as(null).getPuzzle({ params: { puzzleId } })).plays;
    const before = await playsIn(service);
    await expect.poll(() => playsIn(other)).toBe(before);
    await solve(newMember().api, puzzleId);
    expect(await playsIn(service)).toBe(before + 1);
    await expect.poll(() => playsIn(other)).toBe(before + 1);
    await other.stop();
  });
});

describe('the puzzle of the day', () => {
  it('is the same for all and for both processes, from midnight of China', async () => {
    await service.clear();
    clock.now = Date.UTC(2026, 10, 18, 15, 59);
    const other = await service.another();
    const [one, two] = await Promise.all([
      visitor.getDailyPuzzle({ query: {} }),
      other.as(null).getDailyPuzzle({ query: {} }),
    ]);
    expect(one.date).toBe('2026-11-18');
    expect([two.date, two.puzzle.id]).toEqual([one.date, one.puzzle.id]);
    clock.now += 60_000;
    const next = await visitor.getDailyPuzzle({ query: {} });
    expect(next.date).toBe('2026-11-19');
    expect(next.puzzle.id).not.toBe(one.puzzle.id);
    expect(await visitor.getDailyPuzzle({ query: { date: '2026-11-18' } })).toMatchObject({
      puzzle: { id: one.puzzle.id },
    });
    await other.stop();
  });

  it('is refused for a day to come, before the first day and for no day', async () => {
    await service.clear();
    clock.now = NOON;
    await visitor.getDailyPuzzle({ query: {} });
    for (const date of ['2026-11-19', '2026-11-17', '2026-11-00', '2026-02-30'])
      expect(await outcome(visitor.getDailyPuzzle({ query: { date } }))).toBe('NO_DAILY_PUZZLE');
  });

  it('counts for the streak of days on its day, later for the archive alone', async () => {
    await service.clear();
    clock.now = NOON;
    const { api } = newMember();
    const solveDaily = async (date?: string) => {
      const { puzzle } = await api.getDailyPuzzle({ query: date === undefined ? {} : { date } });
      await solve(api, puzzle.id);
    };
    await solveDaily();
    clock.now = NOON + DAY;
    await solveDaily();
    // Friday is missed.
    clock.now = NOON + 3 * DAY;
    await visitor.getDailyPuzzle({ query: { date: '2026-11-20' } });
    expect((await api.getSolver()).daily.days).toBe(0);
    await solveDaily();
    await solveDaily('2026-11-20');
    expect((await api.getSolver()).daily).toEqual({
      days: 1,
      week: [
        { date: '2026-11-16', state: 'missed' },
        { date: '2026-11-17', state: 'missed' },
        { date: '2026-11-18', state: 'solved' },
        { date: '2026-11-19', state: 'solved' },
        { date: '2026-11-20', state: 'missed' },
        { date: '2026-11-21', state: 'solved' },
        { date: '2026-11-22', state: 'future' },
      ],
    });
    const days = async (by: typeof api) => {
      const archive = await by.listDailyPuzzles({ query: { month: '2026-11' } });
      expect(archive).toMatchObject({ first: '2026-11-18', today: '2026-11-21' });
      return archive.days.map(({ solved }) => solved);
    };
    expect(await days(api)).toEqual([true, true, true, true]);
    expect(await days(visitor)).toEqual([false, false, false, false]);
    const friday = await api.getDailyPuzzle({ query: { date: '2026-11-20' } });
    const saturday = await api.getDailyPuzzle({ query: {} });
    expect([friday.solved, saturday.solved]).toEqual([false, true]);
    expect(saturday).toMatchObject({ players: 1, solvedAtOnce: 1 });
    expect((await visitor.listDailyPuzzles({ query: { month: '2026-10' } })).days).toEqual([]);
  });

  it('does not count when only the answer was shown', async () => {
    const { api } = newMember();
    const { puzzle } = await api.getDailyPuzzle({ query: {} });
    const { attemptId } = await api.startAttempt({ params: { puzzleId: puzzle.id }, body: {} });
    await api.getPuzzleAnswer({ params: { attemptId }, body: {} });
    expect((await api.getSolver()).daily.days).toBe(0);
    await solve(api, puzzle.id);
    expect((await api.getSolver()).daily.days).toBe(1);
  });
});

describe('mistakes', () => {
  it('come back after 1, 3, 7 and 21 days, and after a wrong repetition from the start', async () => {
    await service.clear();
    clock.now = NOON;
    const { api } = newMember();
    const { id } = pool[30]!;
    const state = async () => (await api.getSolver()).mistakes;
    await miss(api, id);
    expect(await state()).toEqual({ due: 0, total: 1 });
    // Too early to count.
    await solve(api, id);
    const [first] = (await api.listMistakes()).mistakes;
    expect(first).toMatchObject({ puzzle: { id }, dueAt: first!.missedAt + DAY });
    const repeatAfter = async (days: number, again: typeof solve | typeof miss) => {
      clock.now += days * DAY - 60_000;
      expect(await state()).toEqual({ due: 0, total: 1 });
      clock.now += 120_000;
      expect(await state()).toEqual({ due: 1, total: 1 });
      await again(api, id);
    };
    await repeatAfter(1, solve);
    await repeatAfter(3, solve);
    await repeatAfter(7, miss);
    await repeatAfter(1, solve);
    await repeatAfter(3, solve);
    await repeatAfter(7, solve);
    await repeatAfter(21, solve);
    expect(await state()).toEqual({ due: 0, total: 0 });
    expect((await api.getSolver()).rating).toMatchObject({ puzzles: 1 });
    expect(await context.tries.countDocuments()).toBe(1);
  });
});
