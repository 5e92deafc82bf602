import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pinLoad } from '../measure/pinned.ts';
import { WorkMeter } from './count.ts';
import { counted, reportCounts } from './counted.ts';
import { measure, PHASES } from './measure.ts';
import { report } from './report.ts';
import { type Subject, type SubjectName, startSubject } from './subjects.ts';

/**
 * `npm run bench:rooms -- --rooms 200 --seconds 14`: cost of a move, beside two yardsticks behind the same gateway: a
 * bare Socket.IO relay, and the usual design of such a game. Server processes run on the first core, players on the
 * second. `--before DIR` also measures another checkout; `--phase NAME`, repeatable, selects phases; `--count` counts
 * operations at 300 moves per second instead of measuring.
 */
const { values } = parseArgs({
  options: {
    rooms: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '14' },
    before: { type: 'string' },
    count: { type: 'boolean', default: false },
    phase: { type: 'string', multiple: true, default: [...PHASES] },
  },
});
const rooms = Number(values.rooms);
const seconds = Number(values.seconds);
const phases = PHASES.filter((name) => values.phase.includes(name));
if (!Number.isInteger(rooms) || rooms < 4 || !(seconds >= 1) || phases.length < values.phase.length) {
  console.error(
    'usage: npm run bench:rooms -- --rooms 200 --seconds 14 [--before DIR] [--phase NAME] [--count] (at least 4 rooms, 1 second)',
  );
  console.error(`phases: ${PHASES.join(' | ')}`);
  process.exit(1);
}

pinLoad();

const before = values.before === undefined ? undefined : resolve(values.before);
const names: SubjectName[] = [
  'product',
  ...(before === undefined ? [] : ['before' as const]),
  'usual',
  'relay',
];
const load = { rooms, seconds, phases };
const started: { subject: Subject; meter: WorkMeter }[] = [];
try {
  for (const name of names) {
    const meter = new WorkMeter();
    const root = name === 'before' ? before : undefined;
    const subject = await startSubject(name, { root, ...(values.count ? { meter } : {}) });
    started.push({ subject, meter });
  }
  if (values.count) reportCounts(await counted(started, load));
  else
    report(
      await measure(
        started.map(({ subject }) => subject),
        load,
      ),
      load,
    );
} finally {
  for (const { subject } of started) await subject.stop();
}
process.exit(0);
