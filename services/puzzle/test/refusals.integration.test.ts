import { outcome } from '@doushouqi/service-kit/testing';
import { describe, expect, it, test } from 'vitest';
import { testPuzzle } from './fixtures.ts';

const service = await testPuzzle();
const { clock, pool, movesOf, newMember } = service;
/** Two moves each. */
const [long, other] = [pool[30]!.id, pool[31]!.id];

function start(api: ReturnType<typeof service.as>, puzzleId: string) {
  return api.startAttempt({ params: { puzzleId }, body: {} });
}

describe('refusals', () => {
  const unknown = 'x'.repeat(22);
  test.each([
    ['GET', '/puzzles/next?motif=checkmate'],
    ['GET', '/puzzles/next?level=9'],
    ['GET', '/puzzles/next?after=AB'],
    ['GET', '/puzzles/AB'],
    ['POST', `/puzzles/attempts/short/moves`],
    ['POST', `/puzzles/attempts/${unknown}/moves`],
    ['GET', '/puzzles/daily?date=today'],
    ['GET', '/puzzles/daily/archive'],
    ['GET', '/puzzles/solvers/1'],
  ])('%s %s has wrong input', async (method, path) => {
    const { status, body } = await service.call(method, `/api${path}`, method === 'POST' ? { body: {} } : {});
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  test.each([
    ['GET', '/puzzles/mine'],
    ['GET', '/puzzles/mine/mistakes'],
    ['POST', `/puzzles/${long}/vote`],
    ['GET', '/learn/progress'],
    ['PUT', '/learn/progress'],
    ['POST', '/endgames/river-1/result'],
  ])('%s %s needs a user', async (method, path) => {
    const { status } = await service.call(method, `/api${path}`, method === 'GET' ? {} : { body: {} });
    expect(status).toBe(401);
  });

  it('answers 404 for what does not exist', async () => {
    const { api } = newMember();
    expect(await outcome(api.getPuzzle({ params: { puzzleId: 'zzzz' } }))).toBe('PUZZLE_NOT_FOUND');
    expect(await outcome(start(api, 'zzzz'))).toBe('PUZZLE_NOT_FOUND');
    const params = { attemptId: unknown };
    expect(await outcome(api.playPuzzleMove({ params, body: { move: '3,2-3,1' } }))).toBe(
      'ATTEMPT_NOT_FOUND',
    );
    expect(await outcome(api.getPuzzleHint({ params, body: {} }))).toBe('ATTEMPT_NOT_FOUND');
    expect(await outcome(api.getPuzzleAnswer({ params, body: {} }))).toBe('ATTEMPT_NOT_FOUND');
  });

  it('hides the attempt of a user from others, and never shows a solution before the end', async () => {
    const [one, two] = [newMember(), newMember()];
    const { attemptId } = await start(one.api, long);
    const params = { attemptId };
    for (const api of [two.api, service.as(null)]) {
      expect(await outcome(api.playPuzzleMove({ params, body: { move: '3,2-3,1' } }))).toBe(
        'ATTEMPT_NOT_FOUND',
      );
      expect(await outcome(api.getPuzzleAnswer({ params, body: {} }))).toBe('ATTEMPT_NOT_FOUND');
    }
    const { body } = await service.call('GET', `/api/puzzles/${long}`, { userId: one.id });
    expect(Object.keys(body).sort()).toEqual(['fen', 'id', 'last', 'motifs', 'plays', 'side']);
  });

  it('refuses moves out of order, after the end and against the rules, and loses nothing', async () => {
    const { api } = newMember();
    const { attemptId } = await start(api, long);
    const [first, second] = movesOf(long).right as [string, string];
    const play = (move: string, at?: number) =>
      outcome(api.playPuzzleMove({ params: { attemptId }, body: { move, ...(at !== undefined && { at }) } }));
    clock.now += 10_000;
    expect(await play(second, 1)).toBe('MOVE_OUT_OF_ORDER');
    expect(await play('0,0-0,1', 0)).toBe('NO_PIECE');
    expect(await play('3,2-3,5', 0)).toBe('ILLEGAL_MOVE');
    expect(await play(first, 0)).toBe('done');
    expect(await play(second, 1)).toBe('done');
    expect(await play(second, 2)).toBe('ATTEMPT_OVER');
    expect(await play(second)).toBe('ATTEMPT_OVER');
    expect(await outcome(api.getPuzzleHint({ params: { attemptId }, body: {} }))).toBe('ATTEMPT_OVER');
    expect((await api.getSolver()).streak).toEqual({ now: 1, best: 1 });
  });

  it('forgets an attempt after a day, that of a visitor after an hour', async () => {
    const { api } = newMember();
    const visitor = service.as(null);
    const [own, visited] = [await start(api, other), await start(visitor, other)];
    const play = (by: typeof api, attemptId: string) =>
      outcome(by.playPuzzleMove({ params: { attemptId }, body: { move: movesOf(other).right[0]! } }));
    clock.now += 2 * 3_600_000;
    expect(await play(visitor, visited.attemptId)).toBe('ATTEMPT_NOT_FOUND');
    expect(await play(api, own.attemptId)).toBe('done');
    clock.now += 24 * 3_600_000;
    expect(await play(api, own.attemptId)).toBe('ATTEMPT_NOT_FOUND');
    const again = await start(api, other);
    expect(again.attemptId).not.toBe(own.attemptId);
    expect(again.rates).toBe(true);
  });
});
