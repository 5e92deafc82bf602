import { afterAll, expect, test } from 'vitest';
import { killAll } from '../src/pairing-arena.ts';
import { publish } from '../src/publish.ts';
import { REPLICAS, startTournamentArena } from '../src/tournament-arena.ts';
import { rowsOf, soundOf } from '../src/tournament-trial.ts';

const arena = await startTournamentArena();
afterAll(() => arena.stop());

test('an arena and a Swiss lose and double no game when their processes and Redis are killed', {
  timeout: 240_000,
}, async () => {
  const audits = await arena.attempt(async ({ wave, round, end }) => {
    await wave();
    await killAll(arena.platform, REPLICAS);
    await round();
    await killAll(arena.platform, ['redis', REPLICAS[0]]);
    await end();
    await killAll(arena.platform, REPLICAS);
  });
  publish(rowsOf([['both processes, and Redis', audits]]));
  expect(soundOf(audits)).toEqual([]);
  const events = await arena.seriesEvents();
  expect(new Set(events).size).toBe(2);
});
