import type { Document } from 'bson';
import { type CodeName, CommandError, unsupported } from '../errors.ts';
import { compileFilter } from '../query.ts';
import { type Collection, ID_INDEX, type IndexSpec } from '../storage/collection.ts';
import { isPlainObject, sortKey, toNumber } from '../values.ts';
import { type Command, type CommandContext, type Handler, refuseOthers } from './context.ts';

function collectionsOf({ store, db }: CommandContext): Collection[] {
  return [...store.collections()].filter((collection) => collection.db === db);
}

function existing(name: unknown, { store, db }: CommandContext): Collection {
  const collection = store.collection(`${db}.${name}`);
  if (!collection) throw new CommandError('NamespaceNotFound', `ns does not exist: ${db}.${name}`);
  return collection;
}

const create: Handler = ({ create: name }, { store, db }) => {
  if (store.collection(`${db}.${name}`))
    throw new CommandError('NamespaceExists', `Collection ${db}.${name} already exists.`);
  store.ensureCollection(db, String(name));
  return { ok: 1 };
};

const drop: Handler = (command, { store, db }) => {
  const collection = store.collection(`${db}.${command.drop}`);
  if (!collection) return { ok: 1 };
  store.drop(collection);
  return { nIndexesWas: collection.indexes.length, ns: collection.ns, ok: 1 };
};

const dropDatabase: Handler = (_command, context) => {
  collectionsOf(context).forEach((collection) => void context.store.drop(collection));
  return { dropped: context.db, ok: 1 };
};

const listCollections: Handler = (command, context) => {
  const matches = compileFilter((command.filter ?? {}) as Document);
  const fields = { type: 'collection', options: {}, info: { readOnly: false }, idIndex: ID_INDEX };
  const docs = collectionsOf(context)
    .map(({ name }) => ({ name, ...fields }))
    .filter(matches);
  const shown = command.nameOnly ? docs.map(({ name, type }) => ({ name, type })) : docs;
  return { cursor: context.cursors.first(`${context.db}.$cmd.listCollections`, shown, context), ok: 1 };
};

const createIndexes: Handler = (command, { store, db }) => {
  if (!Array.isArray(command.indexes) || command.indexes.length === 0)
    throw new CommandError('BadValue', 'Must specify at least one index to create');
  const specs = (command.indexes as Document[]).map(readIndexSpec);
  const name = String(command.createIndexes);
  const createdCollectionAutomatically = !store.collection(`${db}.${name}`);
  const collection = store.ensureCollection(db, name);
  const numIndexesBefore = collection.indexes.length;
  for (const spec of specs) if (!isPresent(collection, spec)) store.createIndex(collection, spec);
  const numIndexesAfter = collection.indexes.length;
  return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ok: 1 };
};

function readIndexSpec(raw: Document): IndexSpec {
  const { key, name, unique, expireAfterSeconds } = raw;
  refuseOthers('an index', raw, ['key', 'name', 'v', 'background', 'unique', 'expireAfterSeconds']);
  if (!isPlainObject(key) || Object.keys(key).length === 0)
    throw new CommandError('CannotCreateIndex', 'Index keys must be a non-empty object');
  const fields = Object.entries(key).map(([path, direction]): [string, 1 | -1] => {
    const number = toNumber(direction, 0);
    if (number === 0) throw unsupported(`an index of kind '${String(direction)}'`);
    if (path.includes('$**')) throw unsupported('a wildcard index');
    return [path, number > 0 ? 1 : -1];
  });
  const defaultName = fields.map(([path, direction]) => `${path}_${direction}`).join('_');
  const spec: IndexSpec = {
    v: 2,
    key: Object.fromEntries(fields),
    name: typeof name === 'string' && name !== '' ? name : defaultName,
  };
  if (unique) spec.unique = true;
  if (expireAfterSeconds === undefined) return spec;
  spec.expireAfterSeconds = toNumber(expireAfterSeconds, -1);
  if (spec.expireAfterSeconds >= 0 && fields.length === 1) return spec;
  const message = 'a TTL index has one field and a non-negative expireAfterSeconds';
  throw new CommandError('CannotCreateIndex', message);
}

/** Returns whether an identical index exists. Throws if the name or the keys belong to another index. */
function isPresent({ indexes }: Collection, { name, key, unique, expireAfterSeconds }: IndexSpec): boolean {
  const present = indexes.find(({ spec }) => sortKey(spec.key) === sortKey(key))?.spec;
  if (indexes.some(({ spec }) => spec.name === name && spec !== present))
    throw indexConflict('IndexKeySpecsConflict', `index ${name} has other keys`);
  if (!present || present.name === ID_INDEX.name) return present !== undefined;
  if (present.name !== name)
    throw indexConflict('IndexOptionsConflict', `the same keys have the name ${present.name}`);
  if (Boolean(present.unique) !== Boolean(unique))
    throw indexConflict('IndexKeySpecsConflict', `index ${name} differs in unique`);
  if (present.expireAfterSeconds !== expireAfterSeconds)
    throw indexConflict('IndexOptionsConflict', `index ${name} differs in expireAfterSeconds`);
  return true;
}

function indexConflict(codeName: CodeName, reason: string): CommandError {
  return new CommandError(codeName, `An existing index stands in the way: ${reason}`);
}

const listIndexes: Handler = (command, context) => {
  const collection = existing(command.listIndexes, context);
  const specs = collection.indexes.map((index) => index.spec);
  return { cursor: context.cursors.first(collection.ns, specs, context), ok: 1 };
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

function indexNames({ indexes }: Collection, wanted: unknown): string[] {
  const names = indexes.map(({ spec }) => spec.name);
  if (wanted === '*') return names.filter((name) => name !== ID_INDEX.name);
  if (Array.isArray(wanted)) return wanted.map(String);
  if (!isPlainObject(wanted)) return [String(wanted)];
  const found = indexes.find(({ spec }) => sortKey(spec.key) === sortKey(wanted));
  if (!found) throw new CommandError('IndexNotFound', `can't find index with key: ${JSON.stringify(wanted)}`);
  return [found.spec.name];
}

/** Returns the part of MongoDB's reply that counts the documents that queries have read. */
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
