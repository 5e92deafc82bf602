import type { Document } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import { compileFilter } from '../query/matcher.ts';
import { type Collection, ID_INDEX } from '../storage/collection.ts';
import type { IndexSpec } from '../storage/secondary-index.ts';
import { isPlainObject, toNumber } from '../values/codec.ts';
import { parseCollation } from '../values/collation.ts';
import { sortKey } from '../values/sort-key.ts';
import { type CommandContext, type Handler, outsideTransaction } from './context.ts';

const UNSUPPORTED_COLLECTION_OPTIONS = [
  'capped',
  'timeseries',
  'viewOn',
  'validator',
  'clusteredIndex',
  'encryptedFields',
];
const UNSUPPORTED_INDEX_OPTIONS = ['hidden', 'weights', 'wildcardProjection', 'clustered'];

function collectionsOf({ store, db }: CommandContext): Collection[] {
  return [...store.collections()].filter((collection) => collection.db === db);
}

function existing(name: unknown, { store, db }: CommandContext): Collection {
  const collection = store.collection(`${db}.${String(name)}`);
  if (!collection) throw new CommandError('NamespaceNotFound', `ns does not exist: ${db}.${String(name)}`);
  return collection;
}

const create: Handler = (command, context) => {
  outsideTransaction('create', context);
  const refused = UNSUPPORTED_COLLECTION_OPTIONS.find((option) => command[option]);
  if (refused) throw unsupported(`a collection with ${refused}`);
  if (parseCollation(command.collation).fold) throw unsupported('a default collation of a collection');
  const name = String(command.create);
  if (context.store.collection(`${context.db}.${name}`)) {
    throw new CommandError('NamespaceExists', `Collection ${context.db}.${name} already exists.`);
  }
  context.store.ensureCollection(context.db, name);
  return { ok: 1 };
};

const drop: Handler = (command, context) => {
  outsideTransaction('drop', context);
  const collection = context.store.collection(`${context.db}.${String(command.drop)}`);
  if (!collection) return { ok: 1 };
  const nIndexesWas = collection.indexes.length;
  context.store.drop(collection);
  return { nIndexesWas, ns: collection.ns, ok: 1 };
};

const dropDatabase: Handler = (_command, context) => {
  outsideTransaction('dropDatabase', context);
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

const listDatabases: Handler = (command, { store }) => {
  const matches = compileFilter((command.filter ?? {}) as Document);
  const names = [...new Set([...store.collections()].map((collection) => collection.db))].sort();
  const databases = names.map((name) => ({ name, sizeOnDisk: 0, empty: false })).filter(matches);
  if (command.nameOnly) return { databases: databases.map(({ name }) => ({ name })), ok: 1 };
  return { databases, totalSize: 0, ok: 1 };
};

const createIndexes: Handler = (command, context) => {
  outsideTransaction('createIndexes', context);
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

function readIndexSpec(raw: Document): IndexSpec {
  const { key, name, v: _v, background: _b, ns: _ns, ...options } = raw;
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
  const refused = UNSUPPORTED_INDEX_OPTIONS.find((option) => options[option]);
  if (refused) throw unsupported(`an index with ${refused}`);
  return { v: 2, key: fields, name: indexName(name, fields), ...readIndexOptions(options, fields) };
}

function indexName(name: unknown, fields: Record<string, 1 | -1>): string {
  if (typeof name === 'string' && name !== '') return name;
  return Object.entries(fields)
    .map(([path, direction]) => `${path}_${direction}`)
    .join('_');
}

function readIndexOptions(options: Document, fields: Document): Partial<IndexSpec> {
  const out: Partial<IndexSpec> = {};
  if (options.unique) out.unique = true;
  if (options.sparse) out.sparse = true;
  if (options.expireAfterSeconds !== undefined) {
    const seconds = toNumber(options.expireAfterSeconds, -1);
    if (seconds < 0 || Object.keys(fields).length !== 1) {
      throw new CommandError(
        'CannotCreateIndex',
        'a TTL index has one field and a non-negative expireAfterSeconds',
      );
    }
    out.expireAfterSeconds = seconds;
  }
  if (options.partialFilterExpression !== undefined) {
    if (!isPlainObject(options.partialFilterExpression) || options.sparse) {
      throw new CommandError(
        'CannotCreateIndex',
        'partialFilterExpression must be an object, and not with sparse',
      );
    }
    out.partialFilterExpression = options.partialFilterExpression;
  }
  if (parseCollation(options.collation).fold) out.collation = options.collation as Document;
  return out;
}

/** Whether the same index is there already. Throws when its name or its keys mean something else. */
function isPresent(collection: Collection, spec: IndexSpec): boolean {
  const { name, key } = spec;
  const sameKey = collection.indexes.find((index) => {
    return (
      sortKey(index.spec.key) === sortKey(key) && index.collation.name === parseCollation(spec.collation).name
    );
  });
  const sameName = collection.indexes.find((index) => index.spec.name === name);
  if (sameName && sameName !== sameKey) {
    throw new CommandError(
      'IndexKeySpecsConflict',
      `An existing index has the same name as the requested index: ${name}`,
    );
  }
  if (!sameKey) return false;
  if (sameKey.spec.name === ID_INDEX.name) return true;
  const { name: _name, expireAfterSeconds: ttl, ...wanted } = spec;
  const { name: presentName, expireAfterSeconds: presentTtl, ...present } = sameKey.spec;
  if (presentName !== name) {
    throw new CommandError(
      'IndexOptionsConflict',
      `Index already exists with a different name: ${presentName}`,
    );
  }
  if (sortKey(normal(wanted)) !== sortKey(normal(present))) {
    throw new CommandError(
      'IndexKeySpecsConflict',
      `An existing index has the same name but other options: ${name}`,
    );
  }
  if (ttl !== presentTtl) {
    throw new CommandError(
      'IndexOptionsConflict',
      `Index ${name} already exists with another expireAfterSeconds`,
    );
  }
  return true;
}

function normal(spec: Document): Document {
  return Object.fromEntries(Object.entries(spec).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const listIndexes: Handler = (command, context) => {
  const collection = existing(command.listIndexes, context);
  const specs = collection.indexes.map((index) => index.spec);
  const now = context.now().getTime();
  return { cursor: context.cursors.first(collection.ns, specs, undefined, context.session, now), ok: 1 };
};

const dropIndexes: Handler = (command, context) => {
  outsideTransaction('dropIndexes', context);
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

export const catalogCommands: Readonly<Record<string, Handler>> = {
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  createIndexes,
  listIndexes,
  dropIndexes,
};
