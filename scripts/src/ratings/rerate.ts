/**
 * `npm run rerate`: rates every game in the original order and compares with the stored values; exits with 1 if they
 * differ. `--write` replaces differing values: stop the rating service first, and start it afterwards, which fills
 * the ladder.
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
