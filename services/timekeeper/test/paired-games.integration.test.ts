import { ARRIVAL_TIME, FIRST_MOVE_TIME } from '@doushouqi/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BLUE, lostJobs, RED, startTable, type Table } from './fixtures.ts';

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
    await expect.poll(() => table.store.undelivered('late'), patience).toEqual([]);
    expect(table.pairing.taken).toContainEqual(
      expect.objectContaining({ gameId: 'game-late', winner: -1, abortedBy: RED, kind: 'rated' }),
    );
    expect(table.record.calls).toBe(0);
  });

  test('does not notify the rating service for an unrated game', async () => {
    await pairLate('friendly', 'paired');
    await table.start();
    await expect.poll(() => statusOf('friendly'), patience).toBe('aborted');
    await expect.poll(() => table.store.undelivered('friendly'), patience).toEqual([]);
    expect(table.pairing.taken).toMatchObject([{ gameId: 'game-friendly' }]);
    expect([table.rating.calls, table.record.calls]).toEqual([0, 0]);
  });
});

describe('a finished paired game', () => {
  test('goes to each receiver, with lags and focus losses', async () => {
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
          lags: [30, 0],
          focusLosses: { player1: 0, player2: 2 },
        },
      ]);
    const rated = { gameId: 'game-rated', kind: 'rated', endReason: 'SURRENDER', isArranged: true };
    await expect.poll(() => table.store.undelivered('rated'), patience).toEqual([]);
    expect(table.rating.taken).toMatchObject([rated]);
    expect(await table.redis.exists('{room:rated}:focus', '{room:rated}:delivered')).toBe(0);
  });

  test.each([
    ['rating', ['pairing', 'record']],
    ['record', ['pairing', 'rating']],
    ['pairing', ['rating', 'record']],
  ] as const)('waits for %s alone, while the others have it at once', async (down, up) => {
    table[down].refuseWith = AWAY;
    const at = Date.now() - 10_000;
    await table.pair('rated', 'rated', at);
    await playOut('rated', at);
    await table.start();
    await expect.poll(() => table[down].calls, patience).toBeGreaterThan(1);
    for (const name of up)
      await expect.poll(() => table[name].taken, patience).toMatchObject([{ gameId: 'game-rated' }]);
    expect(await table.store.undelivered('rated')).toMatchObject([{ receivers: [down] }]);
    table[down].refuseWith = null;
    await expect.poll(() => table.store.undelivered('rated'), patience).toEqual([]);
    for (const name of [...up, down]) expect(table[name].taken).toHaveLength(1);
  });
});
