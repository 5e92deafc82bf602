import { ARRIVAL_TIME, FIRST_MOVE_TIME } from '@doushouqi/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BLUE, lostJobs, RATINGS, RED, startTable, type Table } from './fixtures.ts';

const patience = { timeout: 30_000, interval: 20 };
const AWAY = 'UNAVAILABLE';

let table: Table;
beforeEach(async () => {
  table = await startTable();
});
afterEach(() => table.stop());

async function statusOf(roomId: string) {
  return (await table.store.load(roomId))?.header.status;
}
/** Both players move once, then red surrenders: a game that counts. */
async function playOut(roomId: string, at: number): Promise<void> {
  const red = { type: 'move', userId: RED, side: 'red', from: { x: 0, y: 6 }, to: { x: 0, y: 5 } } as const;
  const blue = {
    type: 'move',
    userId: BLUE,
    side: 'blue',
    from: { x: 0, y: 0 },
    to: { x: 0, y: 1 },
  } as const;
  await table.execute(roomId, { ...red, lag: 30 }, at + 1_000);
  await table.execute(roomId, blue, at + 2_000);
  await table.execute(roomId, { type: 'surrender', userId: RED }, at + 3_000);
}
/** Creates a room whose game began so long ago that red's first move is too late. */
function pairLate(roomId: string, kind: 'paired' | 'rated', jobs?: typeof lostJobs): Promise<void> {
  return table.pair(roomId, kind, Date.now() - ARRIVAL_TIME - FIRST_MOVE_TIME - 1, jobs);
}

describe('a missing first move', () => {
  test.each([
    ['its job', undefined, 3_600_000],
    ['the sweeper, where its job was lost', lostJobs, 50],
  ])('aborts the game by %s, and notifies rating and pairing but not the archive', async (_, jobs, every) => {
    await pairLate('late', 'rated', jobs);
    await table.start({ sweepIntervalMs: every });
    await expect.poll(() => statusOf('late'), patience).toBe('aborted');
    await expect
      .poll(() => table.rating.taken, patience)
      .toMatchObject([{ gameId: 'game-late', abortedBy: RED }]);
    await expect.poll(() => table.store.unarchived('late'), patience).toEqual([]);
    expect(table.pairing.taken).toContainEqual(
      expect.objectContaining({ gameId: 'game-late', winner: -1, abortedBy: RED, kind: 'rated' }),
    );
    expect(table.record.calls).toBe(0);
  });

  test('does not notify the rating service for an unrated game', async () => {
    await pairLate('friendly', 'paired');
    await table.start();
    await expect.poll(() => statusOf('friendly'), patience).toBe('aborted');
    await expect.poll(() => table.store.unarchived('friendly'), patience).toEqual([]);
    expect(table.pairing.taken).toMatchObject([{ gameId: 'game-friendly' }]);
    expect([table.rating.calls, table.record.calls]).toEqual([0, 0]);
  });
});

describe('a finished paired game', () => {
  test('goes to the rating service first, and the archive receives the ratings, lags and focus losses', async () => {
    const at = Date.now() - 10_000;
    await table.pair('rated', 'rated', at);
    await table.store.noteArranged('rated');
    for (const now of [0, 400, 1_000])
      await table.store.countFocusLoss('rated', 'game-rated', 'blue', at + now);
    await playOut('rated', at);
    await table.start();
    await expect
      .poll(() => table.record.taken, patience)
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
    expect(table.rating.taken).toMatchObject([rated]);
    await expect.poll(() => table.store.unarchived('rated'), patience).toEqual([]);
    expect(await table.redis.exists('{room:rated}:focus')).toBe(0);
  });

  test('waits while the rating service is unavailable, without delaying other games; pairing delays none', async () => {
    table.rating.refuseWith = AWAY;
    table.pairing.refuseWith = AWAY;
    const at = Date.now() - 10_000;
    await table.pair('stuck', 'rated', at);
    await playOut('stuck', at);
    await table.start();
    await expect.poll(() => table.rating.calls, patience).toBeGreaterThan(1);
    await table.pair('free', 'paired', at);
    await playOut('free', at);
    await table.seat('casual', at);
    await table.execute('casual', { type: 'surrender', userId: RED }, at + 1_000);
    await expect
      .poll(() => table.record.taken.map(({ gameId }) => gameId).toSorted(), patience)
      .toEqual(['game-casual', 'game-free']);
    expect(await table.store.unarchived('stuck')).toHaveLength(1);
    table.rating.refuseWith = null;
    await expect.poll(() => table.store.unarchived('stuck'), patience).toEqual([]);
    expect(table.record.taken.at(-1)).toMatchObject({ gameId: 'game-stuck', ratings: RATINGS });
    expect(table.pairing.taken).toEqual([]);
  });
});
