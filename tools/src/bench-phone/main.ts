import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { printLog, report, type Visits } from './report.ts';
import { SCENES, type Scene, startSubject } from './scenes.ts';

/**
 * `npm run bench:phone -- --runs 3`: load of home and of a room link on a slow phone (Slow 4G, a quarter of the CPU
 * speed, 390 × 844, empty cache). `--before DIR` also measures another checkout with a built web; `--requests` prints
 * every request of the first visits; `--scene NAME` selects one scene.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    before: { type: 'string' },
    scene: { type: 'string' },
    requests: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const scenes = SCENES.filter((scene) => values.scene === undefined || scene === values.scene);
if (!Number.isInteger(runs) || runs < 1 || scenes.length === 0) {
  console.error(
    `usage: npm run bench:phone -- --runs 3 [--before DIR] [--requests] [--scene "${SCENES.join('" | "')}"]`,
  );
  process.exit(1);
}

function noVisits(): Visits {
  return Object.fromEntries(SCENES.map((scene): [Scene, []] => [scene, []])) as unknown as Visits;
}

const roots = [undefined, ...(values.before === undefined ? [] : [resolve(values.before)])];
const measured = [];
try {
  for (const root of roots) measured.push({ subject: await startSubject(root), visits: noVisits() });
  for (let run = 0; run < runs; run++) {
    for (const scene of scenes) {
      for (const { subject, visits } of measured) visits[scene].push(await subject.visit(scene));
    }
  }
  if (values.requests)
    for (const { visits } of measured)
      for (const scene of scenes) if (visits[scene][0]) printLog(scene, visits[scene][0]);
  const [product, before] = measured;
  if (product) report(product.visits, before?.visits);
} finally {
  for (const { subject } of measured) await subject.stop();
}
process.exit(0);
