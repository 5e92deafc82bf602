import { type CollectionAction, getServiceDef, SERVICE_NAMES } from '@doushouqi/protocol/server';
import type { Connection } from 'mongoose';

type Command = Readonly<Record<string, unknown>>;
type Needed = CollectionAction | 'createIndex';

/**
 * Commands that need no privilege in MongoDB, or none beyond that of the preceding command; and commands that only
 * tests use.
 */
const FREE = new Set([
  'hello',
  'ping',
  'endSessions',
  'getMore',
  'killCursors',
  'commitTransaction',
  'abortTransaction',
  'explain',
  'listIndexes',
]);

function upserts(command: Command): boolean {
  const updates = (command.updates ?? [command]) as readonly { upsert?: boolean }[];
  return updates.some(({ upsert }) => upsert === true);
}

/** Returns whether a command empties a collection, which only tests do. */
function empties(command: Command): boolean {
  const deletes = (command.deletes ?? []) as readonly { q: object }[];
  return deletes.length > 0 && deletes.every(({ q }) => Object.keys(q).length === 0);
}

/**
 * Returns the actions that a command needs on its collection, as in MongoDB's manual; the command itself if it is not
 * listed.
 */
function neededFor(name: string, command: Command): readonly (Needed | string)[] {
  const inserts: Needed[] = upserts(command) ? ['insert'] : [];
  if (['find', 'aggregate', 'count', 'distinct'].includes(name)) return ['find'];
  if (name === 'insert') return ['insert'];
  if (name === 'update') return ['find', 'update', ...inserts];
  if (name === 'delete') return empties(command) ? [] : ['find', 'remove'];
  if (name === 'findAndModify') return ['find', command.remove ? 'remove' : 'update', ...inserts];
  if (name === 'createIndexes') return ['createIndex'];
  return [name];
}

/**
 * Collects the commands of this connection that no service has a privilege for. The embedded store permits everything
 * to every user; MongoDB does not. Each entry: `action of collection`.
 */
export function watchStoreRights(connection: Connection): ReadonlySet<string> {
  const owned = SERVICE_NAMES.flatMap((name) => Object.entries(getServiceDef(name).collections ?? {}));
  const rights = new Set(
    owned.flatMap(([name, actions]) => [...actions, 'createIndex'].map((action) => `${action} of ${name}`)),
  );
  const missing = new Set<string>();
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (FREE.has(commandName)) return;
    const needed = neededFor(commandName, command).map((action) => `${action} of ${command[commandName]}`);
    for (const one of needed) if (!rights.has(one)) missing.add(one);
  });
  return missing;
}
