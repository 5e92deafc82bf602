import { ARRIVAL_TIME, FIRST_MOVE_TIME } from '@doushouqi/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BLUE, type Kit, lostJobs, RATINGS, RED, startKit } from './kit.ts';

const patience = { timeout: 30_000, interval: 20 };
const AWAY = { status: 503, code: 'UNAVAILABLE' };

let kit: Kit;
beforeEach(async () => {
  kit = await startKit();
});
afterEach(() => kit.stop());

async function statusOf(roomId: string) {
  return (await kit.store.load(roomId))?.header.status;
}
/** Both move once, then red gives up: a game that counts. */
async function playOut(roomId: string, at: number): Promise<void> {
  const red = { type: 'move', userId: RED, side: 'red', from: { x: 0, y: 6 }, to: { x: 0, y: 5 } } as const;
  const blue = {
    type: 'move',
    userId: BLUE,
    side: 'blue',
    from: { x: 0, y: 0 },
    to: { x: 0, y: 1 },
  } as const;
  await kit.execute(roomId, { ...red, lag: 30 }, at + 1_000);
  await kit.execute(roomId, blue, at + 2_000);
  await kit.execute(roomId, { type: 'surrender', userId: RED }, at + 3_000);
}
/** A room whose game has just been begun so long ago that red's first move is too late. */
function pairLate(roomId: string, kind: 'paired' | 'rated', jobs?: typeof lostJobs): Promise<void> {
  return kit.pair(roomId, kind, Date.now() - ARRIVAL_TIME - FIRST_MOVE_TIME - 1, jobs);
}

describe('a first move that does not come', () => {
  test.each([
    ['its job', undefined, 3_600_000],
    ['the sweeper, where its job was lost', lostJobs, 50],
  ])('aborts the game by %s; rating and pairing hear of it, the archive does not', async (_, jobs, every) => {
    await pairLate('late', 'rated', jobs);
    kit.start({ sweepIntervalMs: every });
    await expect.poll(() => statusOf('late'), patience).toBe('aborted');
    await expect
      .poll(() => kit.rating.taken, patience)
      .toMatchObject([{ gameId: 'game-late', abortedBy: RED }]);
    await expect.poll(() => kit.store.unarchived('late'), patience).toEqual([]);
    expect(kit.pairing.taken).toContainEqual(
      expect.objectContaining({ gameId: 'game-late', winner: -1, abortedBy: RED, kind: 'rated' }),
    );
    expect(kit.record.calls).toBe(0);
  });

  test('is no concern of the rating where nothing was at stake', async () => {
    await pairLate('friendly', 'paired');
    kit.start();
    await expect.poll(() => statusOf('friendly'), patience).toBe('aborted');
    await expect.poll(() => kit.store.unarchived('friendly'), patience).toEqual([]);
    expect(kit.pairing.taken).toMatchObject([{ gameId: 'game-friendly' }]);
    expect([kit.rating.calls, kit.record.calls]).toEqual([0, 0]);
  });
});

describe('a game of a pair is handed over', () => {
  test('to the rating first; the archive gets what it did to both, lags and looks elsewhere', async () => {
    const at = Date.now() - 10_000;
    await kit.pair('rated', 'rated', at);
    await kit.store.noteArranged('rated');
    for (const now of [0, 400, 1_000])
      await kit.store.countFocusLoss('rated', 'game-rated', 'blue', at + now);
    await playOut('rated', at);
    kit.start();
    await expect
      .poll(() => kit.record.taken, patience)
      .toMatchObject([
        {
          gameId: 'game-rated',
          kind: 'rated',
          winner: 2,
          ratings: RATINGS,
          lags: [30, 0],
          focusLosses: { player1: 0, player2: 2 },
        },
      ]);
    const rated = { gameId: 'game-rated', kind: 'rated', endReason: 'SURRENDER', isArranged: true };
    expect(kit.rating.taken).toMatchObject([rated]);
    await expect.poll(() => kit.store.unarchived('rated'), patience).toEqual([]);
    expect(await kit.redis.exists('{room:rated}:focus')).toBe(0);
  });

  test('with the rating away it waits, and no other game does; nothing waits for pairing', async () => {
    kit.rating.refuseWith = AWAY;
    kit.pairing.refuseWith = AWAY;
    const at = Date.now() - 10_000;
    await kit.pair('stuck', 'rated', at);
    await playOut('stuck', at);
    kit.start();
    await expect.poll(() => kit.rating.calls, patience).toBeGreaterThan(1);
    await kit.pair('free', 'paired', at);
    await playOut('free', at);
    await kit.seat('casual', at);
    await kit.execute('casual', { type: 'surrender', userId: RED }, at + 1_000);
    await expect
      .poll(() => kit.record.taken.map(({ gameId }) => gameId).toSorted(), patience)
      .toEqual(['game-casual', 'game-free']);
    expect(await kit.store.unarchived('stuck')).toHaveLength(1);
    kit.rating.refuseWith = null;
    await expect.poll(() => kit.store.unarchived('stuck'), patience).toEqual([]);
    expect(kit.record.taken.at(-1)).toMatchObject({ gameId: 'game-stuck', ratings: RATINGS });
    expect(kit.pairing.taken).toEqual([]);
  });
});
