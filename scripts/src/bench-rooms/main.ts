import { parseArgs } from 'node:util';
import { pinLoad } from '../bench/pinned.ts';
import { type Figures, measure } from './measure.ts';
import { report } from './report.ts';
import { startSubject } from './subjects.ts';

/**
 * `npm run bench:rooms -- --rooms 200 --seconds 20`: what a move costs, beside a bare Socket.IO relay behind the
 * same gateway. Server processes on the first core, players on the second.
 */
const { values } = parseArgs({
  options: { rooms: { type: 'string', default: '200' }, seconds: { type: 'string', default: '20' } },
});
const rooms = Number(values.rooms);
const seconds = Number(values.seconds);
if (!Number.isInteger(rooms) || rooms < 4 || !(seconds >= 1)) {
  console.error('usage: npm run bench:rooms -- --rooms 200 --seconds 20 (at least 4 rooms, 1 second)');
  process.exit(1);
}

pinLoad();

const subjects = [];
try {
  for (const name of ['product', 'relay'] as const) subjects.push(await startSubject(name));
  const figures: Record<string, Figures> = await measure(subjects, { rooms, seconds });
  report(figures.product!, figures.relay!, { rooms, seconds });
} finally {
  for (const subject of subjects) await subject.stop();
}
process.exit(0);
