import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { startArena, type Table } from '../src/arena.ts';
import { publish } from '../src/publish.ts';

const arena = await startArena();
afterAll(() => arena.stop());

/** Time from the stored deadline until both clients received the flag, ms. */
async function lateness(table: Table, within: number): Promise<number> {
  const late = table.clients.map(async (client) => {
    await client.until(() => client.ending !== null, within, 'flagged');
    const { winner, endReason, receivedAt, deadline } = client.ending!;
    expect({ winner, endReason }).toEqual({ winner: 'blue', endReason: 'TIME_UP' });
    return receivedAt - (deadline ?? Number.NaN);
  });
  return Math.max(...(await Promise.all(late)));
}

function report(what: string, late: readonly number[]): void {
  const sorted = late.toSorted((a, b) => a - b);
  publish(`${what}: ${sorted.length} flags, ms late: ${sorted.join(', ')}`);
}

// Retried because other load on the machine can delay it.
test('ends a game within 150 ms of the stored deadline', { retry: 2 }, async () => {
  const late: number[] = [];
  for (let i = 0; i < 8; i++) {
    const table = await arena.table();
    const { roomId, clients } = table;
    await arena.shorten(roomId, 600);
    late.push(await lateness(table, 60_000));
    for (const client of clients) client.close();
  }
  report('timekeepers alive, no claims', late);
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  // A single delay by other load does not count. Each flag was set by its job: the sweeper allows that two seconds.
  expect(late.toSorted((a, b) => a - b)[6]).toBeLessThan(150);
  expect(Math.max(...late)).toBeLessThan(2_000);
});

test('ends a game by the opponent’s claim when every timekeeper is dead', async () => {
  const tables = [await arena.table(), await arena.table()];
  const keepers = ['timekeeper-1', 'timekeeper-2'];
  for (const keeper of keepers) await arena.platform.kill(keeper, 'SIGSTOP');
  try {
    const late = tables.map(async (table) => {
      await arena.shorten(table.roomId, 500);
      await delay(500 + 1_000);
      const claim = await table.apis[1].claimTimeout({ params: { roomId: table.roomId } });
      expect(claim.status).toBe('player2_win');
      return await lateness(table, 60_000);
    });
    const all = await Promise.all(late);
    report('timekeepers dead, the opponent claims a second later', all);
    expect(Math.max(...all)).toBeLessThan(12_000);
  } finally {
    for (const keeper of keepers) await arena.platform.kill(keeper, 'SIGCONT');
  }
});

test('ends a game by the sweeper within 12 s when jobs are lost and no client claims', async () => {
  const tables = [await arena.table(), await arena.table()];
  for (const { roomId } of tables) await arena.shorten(roomId, 1_000);
  await arena.clocks.obliterate({ force: true });
  const late = await Promise.all(tables.map((table) => lateness(table, 60_000)));
  report('jobs lost, the sweeper alone', late);
  expect(Math.max(...late)).toBeLessThan(12_000);
});
