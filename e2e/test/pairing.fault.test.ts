import { afterAll, expect, test } from 'vitest';
import { type Fared, killAll, REPLICAS, startPairingArena } from '../src/pairing-arena.ts';
import { publish } from '../src/publish.ts';

/** A full pool, which is paired at once. */
const PEOPLE = 12;

const rows: [name: string, fared: Fared][] = [];
const arena = await startPairingArena();
afterAll(async () => {
  const lines = rows.map(([name, { tried, double, lost }]) => `| ${name} | ${tried} | ${double} | ${lost} |`);
  publish(['| pairing | tried | double | lost |', '| --- | --- | --- | --- |', ...lines].join('\n'));
  await arena.stop();
});

/** Processes killed in the middle of a wave. */
test.each([
  ['one replica', [REPLICAS[0]]],
  ['the other replica', [REPLICAS[1]]],
  ['both replicas', [...REPLICAS]],
  ['Redis', ['redis']],
  ['the room service', ['room']],
])('pairs every user once after a kill of %s in the middle of a wave', async (name, processes) => {
  const fared = await arena.attempt(PEOPLE, async ({ taken }) => {
    await taken();
    await killAll(arena.platform, processes);
  });
  rows.push([`killed in the middle of a wave: ${name}`, fared]);
  expect(fared).toEqual({ tried: PEOPLE, double: 0, lost: 0 });
});

test('pairs every user once when both realtime nodes die at the moment of `paired`', async () => {
  const fared = await arena.attempt(PEOPLE, async ({ notified }) => {
    await notified;
    await killAll(arena.platform, ['realtime-1', 'realtime-2']);
  });
  rows.push(['killed at the moment of `paired`: both realtime nodes', fared]);
  expect(fared).toEqual({ tried: PEOPLE, double: 0, lost: 0 });
});
