import { idOf, outcome } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { testPuzzle } from './fixtures.ts';

const service = await testPuzzle();
const { clock, context, pool, movesOf, miss, newGuest, newMember, solve } = service;
/** Two moves each. */
const [long, other] = [pool[30]!.id, pool[31]!.id];

function start(api: ReturnType<typeof service.as>, puzzleId: string) {
  return api.startAttempt({ params: { puzzleId }, body: {} });
}

describe('an attempt of a member', () => {
  it('gains rating when solved, and shows line, game and streak with the end', async () => {
    const { api } = newMember();
    const opened = await start(api, long);
    expect(opened.rates).toBe(true);
    expect(await start(api, long)).toEqual(opened);
    const [first, second] = movesOf(long).right as [string, string];
    const params = { attemptId: opened.attemptId };
    clock.now += 8_000;
    const middle = await api.playPuzzleMove({ params, body: { move: first, at: 0 } });
    expect(middle).toEqual({ correct: true, done: false, reply: expect.stringMatching(/^\d,8-\d,7$/) });
    const end = await api.playPuzzleMove({ params, body: { move: second, at: 1 } });
    expect(end).toMatchObject({
      correct: true,
      done: true,
      ratingChange: { before: 1500 },
      result: { atOnce: true, tookMs: 8_000, streak: { now: 1, best: 1 }, game: { ply: 8 } },
    });
    expect(end.solution).toHaveLength(3);
    expect(end.ratingChange!.after).toBeGreaterThan(1_500);
    expect(end.result!.game.record).toMatch(/^\d+$/);
    expect((await api.getSolver()).rating).toMatchObject({
      now: end.ratingChange!.after,
      best: end.ratingChange!.after,
      puzzles: 1,
      provisional: true,
      history: [end.ratingChange!.after],
    });
  });

  it('loses rating at once by a wrong move and becomes practice, which never gains', async () => {
    const { api } = newMember();
    const { attemptId } = await start(api, long);
    const params = { attemptId };
    clock.now += 9_000;
    const { right, wrong } = movesOf(long);
    const missed = await api.playPuzzleMove({ params, body: { move: wrong, at: 0 } });
    expect(missed).toMatchObject({ correct: false, done: false, ratingChange: { before: 1500 } });
    expect(missed.ratingChange!.after).toBeLessThan(1_500);
    // The reply was lost.
    expect(await api.playPuzzleMove({ params, body: { move: wrong, at: 0 } })).toEqual(missed);
    expect(await start(api, long)).toEqual({ attemptId, rates: false, vote: 0 });
    const middle = await api.playPuzzleMove({ params, body: { move: right[0]!, at: 0 } });
    expect(middle.correct).toBe(true);
    const end = await api.playPuzzleMove({ params, body: { move: right[1]!, at: 1 } });
    expect(end).toMatchObject({ done: true, result: { atOnce: false, streak: { now: 0 } } });
    expect(end.ratingChange).toBeUndefined();
    const { rating, mistakes } = await api.getSolver();
    expect(rating).toMatchObject({ now: missed.ratingChange!.after, puzzles: 1 });
    expect(mistakes).toEqual({ due: 0, total: 1 });
    const practice = await start(api, long);
    expect(practice.rates).toBe(false);
    expect((await solve(api, long)).ratingChange).toBeUndefined();
    expect((await api.getSolver()).rating).toMatchObject({ puzzles: 1 });
  });

  it('gains nothing after a hint, also in a later attempt, and still loses by a wrong move', async () => {
    const [solver, loser] = [newMember(), newMember()];
    for (const { api } of [solver, loser]) {
      const { attemptId } = await start(api, long);
      const hint = await api.getPuzzleHint({ params: { attemptId }, body: {} });
      expect(hint).toEqual({ from: '3,2' });
    }
    clock.now += 25 * 3_600_000;
    expect(await solve(solver.api, long)).toMatchObject({
      ratingChange: { before: 1500, after: 1500 },
      result: { atOnce: false, streak: { now: 0 } },
    });
    expect((await miss(loser.api, long)).ratingChange!.after).toBeLessThan(1_500);
  });

  it('counts as missed with the answer', async () => {
    const { api } = newMember();
    const { attemptId } = await start(api, long);
    const params = { attemptId };
    const answer = await api.getPuzzleAnswer({ params, body: {} });
    expect(answer).toMatchObject({ ratingChange: { before: 1500 }, result: { atOnce: false } });
    expect(answer.ratingChange!.after).toBeLessThan(1_500);
    expect(answer.solution).toHaveLength(3);
    expect(await api.getPuzzleAnswer({ params, body: {} })).toEqual(answer);
    const late = api.playPuzzleMove({ params, body: { move: movesOf(long).right[0]!, at: 0 } });
    expect(await outcome(late)).toBe('ATTEMPT_OVER');
    expect((await api.getSolver()).mistakes.total).toBe(1);
  });

  it('gains nothing when it is faster than a person', async () => {
    const { api } = newMember();
    expect(await solve(api, long, 599)).toMatchObject({
      ratingChange: { before: 1500, after: 1500 },
      result: { atOnce: true, streak: { now: 0 } },
    });
    expect((await solve(api, other, 600)).ratingChange!.after).toBeGreaterThan(1_500);
  });

  it('ends with any move that wins at once', async () => {
    const { api } = newMember();
    const short = pool.find(({ line }) => line.length === 1)!;
    const { attemptId } = await start(api, short.id);
    clock.now += 4_000;
    const end = await api.playPuzzleMove({ params: { attemptId }, body: { move: '3,1-3,0' } });
    expect(end).toMatchObject({ correct: true, done: true });
  });

  it('rates once, whatever comes at the same time', async () => {
    const { id, api } = newMember();
    const { attemptId } = await start(api, long);
    const [first, second] = movesOf(long).right as [string, string];
    const params = { attemptId };
    clock.now += 7_000;
    const twenty = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, call));
    const firsts = await twenty(() => api.playPuzzleMove({ params, body: { move: first, at: 0 } }));
    expect(new Set(firsts.map((reply) => JSON.stringify(reply))).size).toBe(1);
    const before = (await api.getPuzzle({ params: { puzzleId: long } })).plays;
    const ends = await twenty(() => api.playPuzzleMove({ params, body: { move: second, at: 1 } }));
    expect(new Set(ends.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(ends[0]!.ratingChange!.after).toBeGreaterThan(1_500);
    expect((await api.getSolver()).rating).toMatchObject({
      puzzles: 1,
      now: ends[0]!.ratingChange!.after,
    });
    expect((await api.getPuzzle({ params: { puzzleId: long } })).plays).toBe(before + 1);
    expect(await context.tries.countDocuments({ userId: id })).toBe(1);
  });

  it('is one for twenty starts at once, and loses once for twenty wrong moves', async () => {
    const { id, api } = newMember();
    const starts = await Promise.all(Array.from({ length: 20 }, () => start(api, other)));
    expect(new Set(starts.map(({ attemptId }) => attemptId)).size).toBe(1);
    const params = { attemptId: starts[0]!.attemptId };
    const body = { move: movesOf(other).wrong, at: 0 };
    const replies = await Promise.all(Array.from({ length: 20 }, () => api.playPuzzleMove({ params, body })));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect((await api.getSolver()).rating).toMatchObject({ puzzles: 1 });
    expect(await context.tries.countDocuments({ userId: id })).toBe(1);
  });
});

it('counts every one of fifty members who end the same puzzle at once', async () => {
  const { id: puzzleId } = pool[33]!;
  const last = movesOf(puzzleId).right.length - 1;
  const members = Array.from({ length: 50 }, newMember);
  const attempts = await Promise.all(members.map(({ api }) => start(api, puzzleId)));
  clock.now += 30_000;
  const play = (at: number) =>
    Promise.all(
      members.map(({ api }, n) =>
        api.playPuzzleMove({
          params: { attemptId: attempts[n]!.attemptId },
          body: { move: movesOf(puzzleId).right[at]!, at },
        }),
      ),
    );
  for (let at = 0; at < last; at += 1) await play(at);
  const ends = await play(last);
  expect(ends.map(({ result }) => result!.plays).toSorted((a, b) => a - b)).toEqual(
    members.map((_, n) => n + 1),
  );
  expect(await context.puzzles.findById(puzzleId).lean()).toMatchObject({ plays: 50, solvedAtOnce: 50 });
});

describe('others', () => {
  it('guests solve with a streak and without rating, also after they register', async () => {
    const { id, api } = newGuest();
    expect((await start(api, long)).rates).toBe(false);
    const end = await solve(api, long);
    expect(end.ratingChange).toBeUndefined();
    expect(end.result!.streak).toEqual({ now: 1, best: 1 });
    expect((await api.getSolver()).rating).toBeNull();
    const member = service.as(id);
    expect((await member.startAttempt({ params: { puzzleId: long }, body: {} })).rates).toBe(false);
    expect((await member.getSolver()).rating).toMatchObject({ now: 1500, puzzles: 0 });
  });

  it('visitors solve by the id of their attempt alone', async () => {
    const visitor = service.as(null);
    const [one, two] = [await start(visitor, long), await start(visitor, long)];
    expect(one.attemptId).not.toBe(two.attemptId);
    const end = await solve(visitor, long);
    expect(end.ratingChange).toBeUndefined();
    expect(end.result).toMatchObject({ atOnce: true, streak: null });
    expect(await outcome(visitor.getSolver())).toBe('UNAUTHORIZED');
  });

  it('a rating is shown to everybody once there is one', async () => {
    const { id, api } = newMember();
    const params = { userId: id };
    expect(await service.as(null).getSolverRating({ params })).toEqual({ rating: null, bestStreak: 0 });
    await solve(api, long);
    const shown = await service.as(null).getSolverRating({ params });
    expect(shown).toMatchObject({ rating: { puzzles: 1, provisional: true }, bestStreak: 1 });
    expect(await service.as(null).getSolverRating({ params: { userId: idOf(99_999) } })).toMatchObject({
      rating: null,
    });
  });

  it('a vote needs a try, counts once and can be taken back', async () => {
    const { api } = newMember();
    const send = (vote: -1 | 0 | 1) => api.votePuzzle({ params: { puzzleId: other }, body: { vote } });
    const votes = async () => {
      const { likes, dislikes } = (await context.puzzles.findById(other).lean())!;
      return [likes, dislikes];
    };
    expect(await outcome(send(1))).toBe('PUZZLE_NOT_TRIED');
    await solve(api, other);
    await Promise.all([send(1), send(1), send(1)]);
    expect(await votes()).toEqual([1, 0]);
    await send(-1);
    expect(await votes()).toEqual([0, 1]);
    await send(0);
    expect(await votes()).toEqual([0, 0]);
  });

  it('a vote comes back with the next attempt of its user, and to no other', async () => {
    const [voter, member] = [newMember(), newMember()];
    expect(await start(voter.api, other)).not.toHaveProperty('vote');
    await solve(voter.api, other);
    await voter.api.votePuzzle({ params: { puzzleId: other }, body: { vote: -1 } });
    const again = await start(voter.api, other);
    expect(again.vote).toBe(-1);
    expect(await start(voter.api, other)).toEqual(again);
    expect((await start(voter.api, long)).vote).toBeUndefined();
    await solve(member.api, other);
    expect((await start(member.api, other)).vote).toBe(0);
    expect(await start(service.as(null), other)).not.toHaveProperty('vote');
  });
});
