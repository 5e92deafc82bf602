import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pinLoad } from '../bench/pinned.ts';
import { type Figures, measure } from './measure.ts';
import { compare, report } from './report.ts';
import { startSubject } from './subjects.ts';

/**
 * `npm run bench:rooms -- --rooms 200 --seconds 20`: what a move costs, beside a bare Socket.IO relay behind the
 * same gateway. Server processes on the first core, players on the second. `--before DIR` also measures another checkout
 * of the product in the same run, and prints each figure beside it.
 */
const { values } = parseArgs({
  options: {
    rooms: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    before: { type: 'string' },
  },
});
const rooms = Number(values.rooms);
const seconds = Number(values.seconds);
if (!Number.isInteger(rooms) || rooms < 4 || !(seconds >= 1)) {
  console.error(
    'usage: npm run bench:rooms -- --rooms 200 --seconds 20 [--before DIR] (at least 4 rooms, 1 second)',
  );
  process.exit(1);
}

pinLoad();

const subjects = [];
try {
  subjects.push(await startSubject('product'));
  if (values.before !== undefined) subjects.push(await startSubject('before', resolve(values.before)));
  subjects.push(await startSubject('relay'));
  const figures: Record<string, Figures> = await measure(subjects, { rooms, seconds });
  report(figures.product!, figures.relay!, { rooms, seconds });
  if (figures.before) compare(figures.product!, figures.before);
} finally {
  for (const subject of subjects) await subject.stop();
}
process.exit(0);
