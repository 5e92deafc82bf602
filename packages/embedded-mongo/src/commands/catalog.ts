import type { Document } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import { compileFilter } from '../query/matcher.ts';
import { type Collection, ID_INDEX } from '../storage/collection.ts';
import type { IndexSpec } from '../storage/secondary-index.ts';
import { isPlainObject, toNumber } from '../values/codec.ts';
import { sortKey } from '../values/sort-key.ts';
import type { Command, CommandContext, Handler } from './context.ts';
import { refuseOthers } from './options.ts';

function collectionsOf({ store, db }: CommandContext): Collection[] {
  return [...store.collections()].filter((collection) => collection.db === db);
}

function existing(name: unknown, { store, db }: CommandContext): Collection {
  const collection = store.collection(`${db}.${String(name)}`);
  if (!collection) throw new CommandError('NamespaceNotFound', `ns does not exist: ${db}.${String(name)}`);
  return collection;
}

const create: Handler = (command, context) => {
  const name = String(command.create);
  if (context.store.collection(`${context.db}.${name}`)) {
    throw new CommandError('NamespaceExists', `Collection ${context.db}.${name} already exists.`);
  }
  context.store.ensureCollection(context.db, name);
  return { ok: 1 };
};

const drop: Handler = (command, context) => {
  const collection = context.store.collection(`${context.db}.${String(command.drop)}`);
  if (!collection) return { ok: 1 };
  const nIndexesWas = collection.indexes.length;
  context.store.drop(collection);
  return { nIndexesWas, ns: collection.ns, ok: 1 };
};

const dropDatabase: Handler = (_command, context) => {
  for (const collection of collectionsOf(context)) context.store.drop(collection);
  return { dropped: context.db, ok: 1 };
};

const listCollections: Handler = (command, context) => {
  const matches = compileFilter((command.filter ?? {}) as Document);
  const docs = collectionsOf(context)
    .map(({ name }) => ({
      name,
      type: 'collection',
      options: {},
      info: { readOnly: false },
      idIndex: ID_INDEX,
    }))
    .filter(matches);
  const shown = command.nameOnly ? docs.map(({ name, type }) => ({ name, type })) : docs;
  const now = context.now().getTime();
  return {
    cursor: context.cursors.first(
      `${context.db}.$cmd.listCollections`,
      shown,
      undefined,
      context.session,
      now,
    ),
    ok: 1,
  };
};

const createIndexes: Handler = (command, context) => {
  if (!Array.isArray(command.indexes) || command.indexes.length === 0) {
    throw new CommandError('BadValue', 'Must specify at least one index to create');
  }
  const specs = command.indexes.map((index) => readIndexSpec(index as Document));
  const { store, db } = context;
  const name = String(command.createIndexes);
  const createdCollectionAutomatically = !store.collection(`${db}.${name}`);
  const collection = store.ensureCollection(db, name);
  const numIndexesBefore = collection.indexes.length;
  for (const spec of specs) if (!isPresent(collection, spec)) store.createIndex(collection, spec);
  const numIndexesAfter = collection.indexes.length;
  return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ok: 1 };
};

const INDEX_OPTIONS = ['key', 'name', 'v', 'background', 'unique', 'expireAfterSeconds'];

function readIndexSpec(raw: Document): IndexSpec {
  const { key, name, unique, expireAfterSeconds } = raw;
  refuseOthers('an index', raw, INDEX_OPTIONS);
  if (!isPlainObject(key) || Object.keys(key).length === 0) {
    throw new CommandError('CannotCreateIndex', 'Index keys must be a non-empty object');
  }
  const fields: Record<string, 1 | -1> = {};
  for (const [path, direction] of Object.entries(key)) {
    const number = toNumber(direction, 0);
    if (number === 0) throw unsupported(`an index of kind '${String(direction)}'`);
    if (path.includes('$**')) throw unsupported('a wildcard index');
    fields[path] = number > 0 ? 1 : -1;
  }
  const spec: IndexSpec = { v: 2, key: fields, name: indexName(name, fields) };
  if (unique) spec.unique = true;
  if (expireAfterSeconds !== undefined) spec.expireAfterSeconds = ttlOf(expireAfterSeconds, fields);
  return spec;
}

function indexName(name: unknown, fields: Record<string, 1 | -1>): string {
  if (typeof name === 'string' && name !== '') return name;
  return Object.entries(fields)
    .map(([path, direction]) => `${path}_${direction}`)
    .join('_');
}

function ttlOf(expireAfterSeconds: unknown, fields: Document): number {
  const seconds = toNumber(expireAfterSeconds, -1);
  if (seconds < 0 || Object.keys(fields).length !== 1) {
    const message = 'a TTL index has one field and a non-negative expireAfterSeconds';
    throw new CommandError('CannotCreateIndex', message);
  }
  return seconds;
}

/** Whether the same index is there already. Throws when its name or its keys mean something else. */
function isPresent(collection: Collection, spec: IndexSpec): boolean {
  const { name, key } = spec;
  const sameKey = collection.indexes.find((index) => sortKey(index.spec.key) === sortKey(key));
  const sameName = collection.indexes.find((index) => index.spec.name === name);
  if (sameName && sameName !== sameKey) {
    throw indexConflict('IndexKeySpecsConflict', `index ${name} has other keys`);
  }
  if (!sameKey) return false;
  const present = sameKey.spec;
  if (present.name === ID_INDEX.name) return true;
  if (present.name !== name) {
    throw indexConflict('IndexOptionsConflict', `the same keys have the name ${present.name}`);
  }
  if (Boolean(present.unique) !== Boolean(spec.unique)) {
    throw indexConflict('IndexKeySpecsConflict', `index ${name} differs in unique`);
  }
  if (present.expireAfterSeconds !== spec.expireAfterSeconds) {
    throw indexConflict('IndexOptionsConflict', `index ${name} differs in expireAfterSeconds`);
  }
  return true;
}

function indexConflict(
  codeName: 'IndexKeySpecsConflict' | 'IndexOptionsConflict',
  reason: string,
): CommandError {
  return new CommandError(codeName, `An existing index stands in the way: ${reason}`);
}

const listIndexes: Handler = (command, context) => {
  const collection = existing(command.listIndexes, context);
  const specs = collection.indexes.map((index) => index.spec);
  const now = context.now().getTime();
  return { cursor: context.cursors.first(collection.ns, specs, undefined, context.session, now), ok: 1 };
};

const dropIndexes: Handler = (command, context) => {
  const collection = existing(command.dropIndexes, context);
  const nIndexesWas = collection.indexes.length;
  for (const name of indexNames(collection, command.index)) {
    if (name === ID_INDEX.name) throw new CommandError('InvalidOptions', 'cannot drop _id index');
    context.store.dropIndex(collection, name);
  }
  return { nIndexesWas, ok: 1 };
};

function indexNames(collection: Collection, wanted: unknown): string[] {
  const names = collection.indexes.map((index) => index.spec.name);
  if (wanted === '*') return names.filter((name) => name !== ID_INDEX.name);
  if (Array.isArray(wanted)) return wanted.map(String);
  if (!isPlainObject(wanted)) return [String(wanted)];
  const found = collection.indexes.find((index) => sortKey(index.spec.key) === sortKey(wanted));
  if (!found) throw new CommandError('IndexNotFound', `can't find index with key: ${JSON.stringify(wanted)}`);
  return [found.spec.name];
}

/** As much of MongoDB's reply as tells how many documents queries have read. */
const serverStatus: Handler = (_command, { store }) => {
  let scannedObjects = 0;
  for (const { examined } of store.collections()) scannedObjects += examined;
  return { metrics: { queryExecutor: { scannedObjects } }, ok: 1 };
};

export const catalogCommands: Readonly<Record<string, Command>> = {
  create: { run: create, isOutsideTransactions: true },
  drop: { run: drop, isOutsideTransactions: true },
  dropDatabase: { run: dropDatabase, isOutsideTransactions: true },
  listCollections: { run: listCollections, options: ['filter', 'nameOnly', 'cursor'] },
  createIndexes: { run: createIndexes, options: ['indexes'], isOutsideTransactions: true },
  listIndexes: { run: listIndexes, options: ['cursor'] },
  serverStatus: { run: serverStatus },
  dropIndexes: { run: dropIndexes, options: ['index'], isOutsideTransactions: true },
};
