import { afterAll, expect, test } from 'vitest';
import { startArena } from '../src/arena.ts';
import { FAULTS } from '../src/faults.ts';
import { publish } from '../src/publish.ts';
import { attempt, type Row, tableOf } from '../src/trial.ts';

const rows: Row[] = [];
const arena = await startArena();
afterAll(async () => {
  publish(tableOf(rows));
  await arena.stop();
});

test.each(FAULTS.map((fault, index) => ({ fault, index, name: fault.name })))(
  'loses no acknowledged move, and ends the game for the right side on time: $name',
  async ({ fault, index }) => {
    const row = await attempt(arena, fault, index);
    rows.push(row);
    const { lost, doubled, wrong } = row;
    expect({ lost, doubled, wrong }).toEqual({ lost: 0, doubled: 0, wrong: [] });
  },
);

test('stores every finished game in the archive once after all faults', async () => {
  for (const { roomId, apis } of arena.tables) {
    expect([roomId, (await arena.records(apis[1])).length]).toEqual([roomId, 1]);
    expect(await arena.store.undelivered(roomId)).toEqual([]);
  }
});
