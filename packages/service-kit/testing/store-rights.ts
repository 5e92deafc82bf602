import { type CollectionAction, getServiceDef, SERVICE_NAMES } from '@doushouqi/protocol/server';
import type { Connection } from 'mongoose';

type Command = Readonly<Record<string, unknown>>;
type Needed = CollectionAction | 'createIndex';

/** What MongoDB asks no privilege for, or no more than for the command before; and what tests alone ask. */
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

/** Tests empty whole collections, services never do. */
function empties(command: Command): boolean {
  const deletes = (command.deletes ?? []) as readonly { q: object }[];
  return deletes.length > 0 && deletes.every(({ q }) => Object.keys(q).length === 0);
}

/** Which actions a command needs on its collection, as MongoDB's manual has it; the command itself where it is not known. */
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
 * Collects what is done over this connection that no service has the right to, by the list of services: the embedded
 * store lets everybody do everything, MongoDB does not. Each as `action of collection`.
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
