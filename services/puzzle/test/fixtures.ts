import type { ApiClient, PuzzleMoveReply } from '@doushouqi/protocol';
import { idOf, PLENTY, testService } from '@doushouqi/service-kit/testing';
import { service } from '../src/service.ts';
import { movesOf, poolOf } from './pool.ts';

/** A Wednesday noon of China. */
export const NOON = Date.UTC(2026, 10, 18, 4);
export const DAY = 86_400_000;

const LIMITS = {
  reads: PLENTY,
  writes: PLENTY,
  starts: PLENTY,
  visitorStarts: PLENTY,
  moves: PLENTY,
  visitorMoves: PLENTY,
  rushes: PLENTY,
  visitorRushes: PLENTY,
  changes: PLENTY,
  levels: PLENTY,
  levelsOfAddress: PLENTY,
};

/** The service with a pool of its own and users of each test's own. */
export async function testPuzzle(count = 60, limits: Partial<typeof LIMITS> = {}) {
  const pool = poolOf(count);
  const tested = await testService(service, {
    limits: { ...LIMITS, ...limits },
    given: { readData: () => pool },
  });
  const { clock } = tested;
  clock.now = NOON;
  const byId = new Map(pool.puzzles.map((puzzle) => [puzzle.id, puzzle]));
  let users = 0;
  const newId = (): string => {
    users += 1;
    return idOf(users);
  };
  return {
    ...tested,
    pool: pool.puzzles,
    newId,
    newMember: () => {
      const id = newId();
      return { id, api: tested.as(id) };
    },
    newGuest: () => {
      const id = newId();
      return { id, api: tested.asGuest(id) };
    },
    movesOf: (puzzleId: string) => movesOf(byId.get(puzzleId)!),
    /** Starts an attempt and solves it in `tookMs`; resolves to the last reply. */
    async solve(api: ApiClient, puzzleId: string, tookMs = 20_000): Promise<PuzzleMoveReply> {
      const { attemptId } = await api.startAttempt({ params: { puzzleId }, body: {} });
      clock.now += tookMs;
      let last: PuzzleMoveReply | undefined;
      for (const [at, move] of movesOf(byId.get(puzzleId)!).right.entries())
        last = await api.playPuzzleMove({ params: { attemptId }, body: { move, at } });
      return last!;
    },
    /** Starts an attempt and makes a wrong move; resolves to the reply. */
    async miss(api: ApiClient, puzzleId: string): Promise<PuzzleMoveReply> {
      const { attemptId } = await api.startAttempt({ params: { puzzleId }, body: {} });
      clock.now += 5_000;
      const { wrong } = movesOf(byId.get(puzzleId)!);
      return api.playPuzzleMove({ params: { attemptId }, body: { move: wrong, at: 0 } });
    },
  };
}
