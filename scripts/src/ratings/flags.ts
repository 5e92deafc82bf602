/** `npm run flags`: lists flagged accounts for an operator, newest first. Flags have no automatic effect. */
import { parseArgs } from 'node:util';
import { withDocuments } from './with-documents.ts';

interface Flag {
  kind: string;
  users: string[];
  games: string[];
  at: number;
}

const SHOWN = 200;

const { values } = parseArgs({ options: { data: { type: 'string', default: '.data' } } });
await withDocuments(values.data, async (db) => {
  const flags = await db.collection<Flag>('flags').find().sort({ at: -1 }).limit(SHOWN).toArray();
  for (const { kind, users, games, at } of flags)
    console.log(`${new Date(at).toISOString()}  ${kind}  ${users.join(' ')}  games: ${games.join(' ')}`);
  console.log(`${flags.length} flags`);
});
