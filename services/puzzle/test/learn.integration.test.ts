import {
  beginAttempt,
  bestChoice,
  isReached,
  LEVELS,
  levelOf,
  readSolution,
  tryMove,
  withMove,
} from '@doushouqi/endgames';
import { LESSONS } from '@doushouqi/lessons';
import { ROUTES } from '@doushouqi/protocol/server';
import { formatStepText } from '@doushouqi/rules';
import { outcome } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { testPuzzle } from './fixtures.ts';

const service = await testPuzzle();
const { context, internal, newGuest, newMember, pool, solve } = service;
const STEPS = LESSONS.flatMap(({ steps }) => steps.map(({ id }) => id));

/** Returns the shortest way through a level as `x,y-x,y`. */
function wayThrough(levelId: string): string[] {
  const level = levelOf(levelId)!;
  const solution = readSolution(level);
  const moves: string[] = [];
  let attempt = beginAttempt(level);
  while (!isReached(attempt)) {
    const { move } = bestChoice(solution, attempt.game)!;
    moves.push(formatStepText(move));
    const tried = tryMove(attempt, solution, move);
    if (tried.kind !== 'good') throw new Error(tried.kind);
    attempt = tried.reply ? withMove(tried.attempt, tried.reply) : tried.attempt;
  }
  return moves;
}

describe('lessons', () => {
  it('unite what two devices save, whatever order and number', async () => {
    const { api } = newMember();
    expect(await api.getLearnProgress()).toEqual({ done: [], seconds: 0 });
    const parts = STEPS.slice(0, 8).map((id, n) => ({ done: [id, 'unknown-step'], seconds: n * 10 }));
    await Promise.all(parts.map((body) => api.saveLearnProgress({ body })));
    expect(await api.getLearnProgress()).toEqual({ done: STEPS.slice(0, 8), seconds: 70 });
    const less = await api.saveLearnProgress({ body: { done: [], seconds: 0 } });
    expect(less).toEqual({ done: STEPS.slice(0, 8), seconds: 70 });
    expect(await newMember().api.getLearnProgress()).toEqual({ done: [], seconds: 0 });
  });

  it('are bounded', async () => {
    const { id } = newMember();
    for (const body of [
      { done: Array.from({ length: 101 }, () => 'x'), seconds: 0 },
      { done: ['x'.repeat(41)], seconds: 0 },
      { done: ['$ne'], seconds: 0 },
      { done: [], seconds: 86_401 },
      { done: { $ne: [] }, seconds: 0 },
    ]) {
      const reply = await service.call('PUT', '/api/learn/progress', { userId: id, body });
      expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_INPUT']);
    }
  });
});

describe('endgames', () => {
  const [first] = LEVELS;
  const params = { levelId: first!.id };

  it('are listed for all, with the stars of the caller', async () => {
    const { api } = newMember();
    const { chapters } = await service.as(null).listEndgames();
    expect(chapters.flatMap(({ levels }) => levels)).toHaveLength(LEVELS.length);
    expect(JSON.stringify(chapters)).not.toContain('solution');
    const moves = wayThrough(first!.id);
    const body = { moves, hints: 0, mistakes: 0 };
    expect(await api.saveLevelResult({ params, body: { ...body, hints: 1 } })).toEqual({ stars: 2, best: 2 });
    expect(await api.saveLevelResult({ params, body })).toEqual({ stars: 3, best: 3 });
    expect(await api.saveLevelResult({ params, body: { ...body, hints: 2 } })).toEqual({ stars: 1, best: 3 });
    const own = await api.listEndgames();
    expect(own.chapters[0]!.levels[0]).toMatchObject({ id: first!.id, stars: 3 });
    expect((await newMember().api.listEndgames()).chapters[0]!.levels[0]!.stars).toBe(0);
  });

  it('refuse results that do not replay to the goal, and unknown levels', async () => {
    const { api } = newMember();
    const moves = wayThrough(first!.id);
    const send = (changed: string[], levelId = first!.id) =>
      outcome(api.saveLevelResult({ params: { levelId }, body: { moves: changed, hints: 0, mistakes: 0 } }));
    expect(await send(moves.slice(0, -1))).toBe('LEVEL_NOT_SOLVED');
    expect(await send([...moves, moves[0]!])).toBe('LEVEL_NOT_SOLVED');
    expect(await send(['0,0-0,1', ...moves.slice(1)])).toBe('LEVEL_NOT_SOLVED');
    expect(await send(moves, LEVELS[1]!.id)).toBe('LEVEL_NOT_SOLVED');
    expect(await send(moves, 'unknown-1')).toBe('NOT_FOUND');
    expect(await send(Array.from({ length: 61 }, () => moves[0]!))).toBe('INVALID_INPUT');
    expect(await send([])).toBe('INVALID_INPUT');
    expect((await api.listEndgames()).chapters[0]!.levels[0]!.stars).toBe(0);
  });

  it('can all be saved', async () => {
    const { api } = newGuest();
    for (const { id } of LEVELS) {
      const body = { moves: wayThrough(id), hints: 0, mistakes: 0 };
      expect(await api.saveLevelResult({ params: { levelId: id }, body })).toEqual({ stars: 3, best: 3 });
    }
  });
});

describe('the end of an account', () => {
  it('deletes everything of the user, again and again, and nothing of others', async () => {
    const [gone, other] = [newMember(), newMember()];
    for (const { api } of [gone, other]) {
      await solve(api, pool[30]!.id);
      await api.startAttempt({ params: { puzzleId: pool[3]!.id }, body: {} });
      await api.startRush({ body: {} });
      await api.saveLearnProgress({ body: { done: [STEPS[0]!], seconds: 5 } });
    }
    const { plays } = await gone.api.getPuzzle({ params: { puzzleId: pool[30]!.id } });
    for (let n = 0; n < 2; n += 1) await internal.call(ROUTES.forgetSolver, { body: { userId: gone.id } });
    const left = async (userId: string) => {
      const { attempts, tries, rushes, learners, solvers } = context;
      return [
        await attempts.countDocuments({ userId }),
        await tries.countDocuments({ userId }),
        await rushes.countDocuments({ userId }),
        await learners.countDocuments({ _id: userId }),
        await solvers.countDocuments({ _id: userId }),
      ];
    };
    expect(await left(gone.id)).toEqual([0, 0, 0, 0, 0]);
    expect(await left(other.id)).toEqual([2, 1, 1, 1, 1]);
    expect((await other.api.getPuzzle({ params: { puzzleId: pool[30]!.id } })).plays).toBe(plays);
    const refused = await service.call('POST', '/internal/forgotten-solvers', {
      userId: other.id,
      body: { userId: other.id },
    });
    expect(refused.status).toBe(401);
  });

  it('moves lessons and stars of a guest to the member who was the guest', async () => {
    const [guest, member] = [newGuest(), newMember()];
    const [first] = LEVELS;
    const body = { moves: wayThrough(first!.id), hints: 0, mistakes: 0 };
    await guest.api.saveLevelResult({ params: { levelId: first!.id }, body });
    await guest.api.saveLearnProgress({ body: { done: STEPS.slice(0, 2), seconds: 40 } });
    await member.api.saveLevelResult({ params: { levelId: first!.id }, body: { ...body, hints: 1 } });
    await member.api.saveLearnProgress({ body: { done: STEPS.slice(2, 3), seconds: 10 } });
    await solve(guest.api, pool[30]!.id);
    for (let n = 0; n < 2; n += 1)
      await internal.call(ROUTES.carrySolver, { body: { userId: guest.id, to: member.id } });
    expect(await member.api.getLearnProgress()).toEqual({ done: STEPS.slice(0, 3), seconds: 40 });
    expect((await member.api.listEndgames()).chapters[0]!.levels[0]!.stars).toBe(3);
    expect(await context.tries.countDocuments({ userId: guest.id })).toBe(0);
    expect((await member.api.getSolver()).streak.best).toBe(0);
  });
});
