import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startWorld } from '@doushouqi/e2e';
import { type Extent, SCENES, type Watch } from './scenes.ts';
import { CATEGORIES, MARK, PROFILING, type Task, type TraceEvent, tasksOf } from './trace.ts';

/**
 * `npm run bench:tasks -- --rounds 5 --steps 50`: durations of main-thread tasks during analysis, review and engine
 * moves. Tasks of more than 50 ms are counted by wall time, as the browser does, and by processor time. `--scene NAME`
 * selects one scene; `--traces DIR` stores the traces, with the functions that ran, for Chromium's performance panel.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    steps: { type: 'string', default: '50' },
    scene: { type: 'string' },
    traces: { type: 'string' },
  },
});
const extent: Extent = { rounds: Number(values.rounds), steps: Number(values.steps) };
const names = Object.keys(SCENES).filter((name) => values.scene === undefined || name === values.scene);
const isBad = [extent.rounds, extent.steps].some((count) => !Number.isInteger(count) || count < 1);
if (isBad || names.length === 0) {
  console.error(
    `usage: npm run bench:tasks -- --rounds 5 --steps 50 [--traces DIR] [--scene ${Object.keys(SCENES).join('|')}]`,
  );
  process.exit(1);
}

/** Chromium's threshold of a long task. Milliseconds. */
const LONG = 50;
/** Time after which the effects of a scene are complete, ms. */
const REST = 600;

function summary(name: string, tasks: readonly Task[]): string {
  const wall = tasks.map((task) => task.wall);
  const busy = tasks.map((task) => task.busy);
  const over = (times: readonly number[]): number => times.filter((time) => time > LONG).length;
  const most = (times: readonly number[]): string => Math.max(0, ...times).toFixed(0);
  return [
    name.padEnd(40),
    `${over(wall)} over ${LONG} ms (longest ${most(wall)})`.padEnd(34),
    `${over(busy)} by processor time (longest ${most(busy)})`,
  ].join('');
}

/** Formats the larger sums, the largest first. */
function sumText(sums: ReadonlyMap<string, number>): string {
  const larger = [...sums].filter(([, time]) => time >= 1).sort(([, one], [, other]) => other - one);
  return larger.map(([name, time]) => `${name} ${time.toFixed(0)}`).join(', ');
}

function detail({ wall, busy, parts, waits }: Task): string {
  const waited = (wall - busy).toFixed(0);
  return `    ${wall.toFixed(0)} ms: ${busy.toFixed(0)} busy (${sumText(parts)}), ${waited} waiting (${sumText(waits)})`;
}

const world = await startWorld();
let count = 0;
const watch: Watch = async ({ page }, name, work) => {
  const categories = [...CATEGORIES, ...(values.traces === undefined ? [] : PROFILING)];
  await world.browser.startTracing(undefined, { categories });
  await page.evaluate((mark) => console.timeStamp(mark), MARK);
  await work();
  await new Promise((done) => setTimeout(done, REST));
  const trace = await world.browser.stopTracing();
  if (values.traces !== undefined) await writeFile(join(values.traces, `${count++}.json`), trace);
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const tasks = tasksOf(traceEvents);
  console.log(summary(name, tasks));
  for (const task of tasks.filter(({ wall }) => wall > LONG)) console.log(detail(task));
};
if (values.traces !== undefined) await mkdir(values.traces, { recursive: true });
for (const name of names) await SCENES[name]!(world, watch, extent);
await world.stop();
process.exit(0);
