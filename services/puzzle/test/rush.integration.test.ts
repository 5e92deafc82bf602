import { RUSH_MS } from '@doushouqi/protocol';
import { outcome } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { NOON, testPuzzle } from './fixtures.ts';

const service = await testPuzzle();
const { clock, context, movesOf, newGuest, newMember, pool } = service;
const ratingOf = new Map(pool.map(({ id, rating }) => [id, rating]));
type Api = ReturnType<typeof service.as>;
interface Task {
  attemptId: string;
  puzzle: { id: string };
}

function play(api: Api, { attemptId }: Task, move: string, at?: number) {
  return api.playPuzzleMove({ params: { attemptId }, body: { move, ...(at !== undefined && { at }) } });
}

/** Solves a task in two seconds; resolves to the last reply. */
async function solveTask(api: Api, task: Task) {
  clock.now += 2_000;
  let last: Awaited<ReturnType<typeof play>> | undefined;
  for (const [at, move] of movesOf(task.puzzle.id).right.entries()) last = await play(api, task, move, at);
  return last!;
}

function missTask(api: Api, task: Task) {
  return play(api, task, movesOf(task.puzzle.id).wrong, 0);
}

describe('a rush', () => {
  it('goes on with ever harder puzzles, each new, and stores the best score of a user', async () => {
    for (const { api } of [newMember(), newGuest()]) {
      const { rush, task } = await api.startRush({ body: {} });
      expect(rush).toMatchObject({
        score: 0,
        mistakes: 0,
        isOver: false,
        best: 0,
        endsAt: clock.now + RUSH_MS,
      });
      const seen = [task.puzzle.id];
      let next: Task = task;
      for (let score = 1; score <= 12; score += 1) {
        const reply = await solveTask(api, next);
        expect(reply).toMatchObject({ correct: true, done: true, rush: { score, best: score } });
        expect(reply.ratingChange).toBeUndefined();
        next = reply.next!;
        seen.push(next.puzzle.id);
      }
      expect(new Set(seen).size).toBe(13);
      const [early, late] = [seen.slice(0, 4), seen.slice(-4)].map((ids) =>
        Math.max(...ids.map((id) => ratingOf.get(id)!)),
      );
      expect(late).toBeGreaterThan(early!);
      const state = await api.getSolver();
      expect(state).toMatchObject({ rushBest: 12, streak: { now: 0, best: 0 } });
    }
    expect(await context.tries.countDocuments()).toBe(0);
  });

  it('ends with the third mistake; a wrong move ends its puzzle', async () => {
    const { api } = newMember();
    const { task } = await api.startRush({ body: {} });
    const first = await missTask(api, task);
    expect(first).toMatchObject({ correct: false, done: true, rush: { mistakes: 1, isOver: false } });
    const second = await missTask(api, first.next!);
    const third = await missTask(api, second.next!);
    expect(third).toMatchObject({ correct: false, rush: { mistakes: 3, isOver: true, score: 0 } });
    expect(third.next).toBeUndefined();
    const late = await outcome(missTask(api, second.next!));
    expect(late).toBe('done');
    const shown = await api.getRush({ params: { rushId: third.rush!.rushId } });
    expect(shown).toMatchObject({ rush: { mistakes: 3, isOver: true }, task: null });
  });

  it('ends by the clock of the server: a later move has no effect', async () => {
    const { api } = newMember();
    const { rush, task } = await api.startRush({ body: {} });
    const reply = await solveTask(api, task);
    clock.now = rush.endsAt;
    const late = await play(api, reply.next!, movesOf(reply.next!.puzzle.id).right[0]!, 0);
    expect(late).toMatchObject({ correct: true, done: true, rush: { score: 1, isOver: true } });
    expect(late.next).toBeUndefined();
    expect(await api.getRush({ params: { rushId: rush.rushId } })).toMatchObject({
      rush: { score: 1, isOver: true, best: 1 },
      task: null,
    });
  });

  it('answers a repeated move as before, also that of an ended puzzle', async () => {
    const { api } = newMember();
    const { rush, task } = await api.startRush({ body: {} });
    const { right } = movesOf(task.puzzle.id);
    const last = right.length - 1;
    for (const [at, move] of right.entries()) await play(api, task, move, at);
    const ends = await Promise.all(Array.from({ length: 20 }, () => play(api, task, right[last]!, last)));
    expect(new Set(ends.map((reply) => JSON.stringify(reply))).size).toBe(1);
    const { next } = ends[0]!;
    const missed = await Promise.all(Array.from({ length: 20 }, () => missTask(api, next!)));
    expect(new Set(missed.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(missed[0]!.rush).toMatchObject({ score: 1, mistakes: 1 });
    expect((await api.getRush({ params: { rushId: rush.rushId } })).task).toEqual(missed[0]!.next);
    expect(await outcome(play(api, next!, movesOf(next!.puzzle.id).right[0]!, 0))).toBe('ATTEMPT_OVER');
  });

  it('goes on after a reload with its present puzzle', async () => {
    const { api } = newMember();
    const { rush, task } = await api.startRush({ body: {} });
    const params = { rushId: rush.rushId };
    expect(await api.getRush({ params })).toEqual({ rush, task });
    let present: Task = task;
    while (movesOf(present.puzzle.id).right.length < 2) present = (await solveTask(api, present)).next!;
    const [first] = movesOf(present.puzzle.id).right;
    await play(api, present, first!, 0);
    expect((await api.getRush({ params })).task).toEqual(present);
    const wrong = await missTask(api, present);
    expect(wrong).toMatchObject({ correct: false, done: true, rush: { mistakes: 1 } });
  });

  it('belongs to its user; that of a visitor to those who know its id', async () => {
    const [own, other] = [newMember(), newMember()];
    const { rush, task } = await own.api.startRush({ body: {} });
    for (const api of [other.api, service.as(null)]) {
      expect(await outcome(api.getRush({ params: { rushId: rush.rushId } }))).toBe('ATTEMPT_NOT_FOUND');
      expect(await outcome(missTask(api, task))).toBe('ATTEMPT_NOT_FOUND');
    }
    const visitor = service.as(null);
    const visited = await visitor.startRush({ body: {} });
    expect(visited.rush.best).toBeNull();
    expect((await solveTask(visitor, visited.task)).rush).toMatchObject({ score: 1, best: null });
    const made = `${visited.rush.rushId}-99`;
    expect(await outcome(play(visitor, { ...task, attemptId: made }, '3,2-3,1', 0))).toBe(
      'ATTEMPT_NOT_FOUND',
    );
    const hint = own.api.getPuzzleHint({ params: { attemptId: task.attemptId }, body: {} });
    expect(await outcome(hint)).toBe('ATTEMPT_NOT_FOUND');
    clock.now += 2 * 3_600_000;
    expect(await outcome(visitor.getRush({ params: { rushId: visited.rush.rushId } }))).toBe(
      'ATTEMPT_NOT_FOUND',
    );
  });
});

describe('limits', () => {
  it('bound what a user and what the visitors of an address start', async () => {
    clock.now = NOON;
    const limited = await service.another({
      limits: { starts: 3, visitorStarts: 4, rushes: 2, visitorRushes: 2, moves: 5 },
    });
    const codes = (calls: Promise<unknown>[]) => Promise.all(calls.map(outcome));
    const refusedOf = (found: string[]) => found.filter((code) => code === 'RATE_LIMITED').length;
    const many = (call: () => Promise<unknown>) => codes(Array.from({ length: 10 }, call));
    const params = { puzzleId: pool[0]!.id };
    const api = limited.as(service.newId());
    expect(refusedOf(await many(() => api.startAttempt({ params, body: {} })))).toBe(7);
    expect(refusedOf(await many(() => api.startRush({ body: {} })))).toBe(8);
    const visitor = limited.as(null, '203.0.113.7');
    expect(refusedOf(await many(() => visitor.startAttempt({ params, body: {} })))).toBe(6);
    expect(refusedOf(await many(() => visitor.startRush({ body: {} })))).toBe(8);
    const elsewhere = limited.as(null, '203.0.113.8');
    expect(await outcome(elsewhere.startAttempt({ params, body: {} }))).toBe('done');
    const attempt = { params: { attemptId: 'x'.repeat(22) }, body: {} };
    const guessed = await many(() => api.getPuzzleAnswer(attempt));
    expect(refusedOf(guessed)).toBe(5);
    await limited.stop();
  });
});
