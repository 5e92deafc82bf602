import { parseArgs } from 'node:util';
import { startWorld } from '@doushouqi/e2e';
import { percentile } from '../numbers.ts';
import { createSubject, LIMITS, limitOf, SCENES } from './scenes.ts';
import type { Visit } from './slow-phone.ts';

/**
 * `npm run bench:phone -- --runs 3`: load of home, of a room link, of lessons, a puzzle and the endgame school on a slow
 * phone (Slow 4G, a quarter of the CPU speed, 390 × 844, empty cache). `--scene NAME` selects one scene. Exits with 1 if
 * a median exceeds its limit.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, scene: { type: 'string', default: '' } },
});
const runs = Number(values.runs);
const scenes = SCENES.filter((scene) => scene.startsWith(values.scene));
if (!Number.isInteger(runs) || runs < 1 || scenes.length === 0) {
  console.error(`usage: npm run bench:phone -- --runs 3 [--scene "${SCENES.join('" | "')}"]`);
  process.exit(1);
}
const world = await startWorld();
const subject = await createSubject(world);
let isHeld = true;
for (const scene of scenes) {
  const visits: Visit[] = [];
  for (let run = 0; run < runs; run++) visits.push(await subject.visit(scene));
  console.log(`${scene}: median (best) of ${runs}`);
  for (const one of LIMITS) {
    const figures = visits.map(one[1]).filter((value) => value !== null);
    if (figures.length === 0) continue;
    const [median, limit] = [percentile(figures, 0.49), limitOf(one, scene)];
    const verdict = limit === undefined ? '' : `${median <= limit ? 'holds' : 'FAILS'} (limit ${limit})`;
    isHeld &&= limit === undefined || median <= limit;
    const shown = `${median.toFixed(3)} (${Math.min(...figures).toFixed(3)})`;
    console.log(`  ${one[0].padEnd(30)}${shown.padStart(22)}  ${verdict}`);
  }
}
await world.stop();
process.exit(isHeld ? 0 : 1);
