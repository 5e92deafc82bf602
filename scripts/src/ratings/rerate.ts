/**
 * `npm run rerate`: rates every game again, in the order in which they were rated, and says whether that comes to what is
 * stored; exit code 1 where it does not. `--write` replaces what differs: stop the rating service before, and start it
 * after, which fills the ladder.
 */
import { parseArgs } from 'node:util';
import { recalculateRatings } from './recalculate-ratings.ts';
import { withDocuments } from './with-documents.ts';

const { values } = parseArgs({
  options: { data: { type: 'string', default: '.data' }, write: { type: 'boolean', default: false } },
});
await withDocuments(values.data, async (db) => {
  const { games, accounts, differences } = await recalculateRatings(db, values);
  for (const line of differences) console.log(line);
  const verdict = differences.length === 0 ? 'same' : values.write ? 'replaced' : 'different';
  console.log(`${games} games, ${accounts.size} ratings: ${verdict}`);
  if (verdict === 'different') process.exitCode = 1;
});
