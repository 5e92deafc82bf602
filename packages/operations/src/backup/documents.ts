import { BSON, type ClientSession, type Db, type IndexDescription, type MongoClient } from 'mongodb';
import { inBatches } from './lines.ts';
import { collectionOn, isLiveCollection, type Shelf, shelvedCollection } from './shelves.ts';

/** A collection and its indexes, without that of `_id`. */
export interface CollectionSummary {
  name: string;
  indexes: IndexDescription[];
}

const INSERT_BATCH = 500;
/** Errors of the embedded store: no snapshots outside of transactions, no renaming. */
const [NOT_SUPPORTED, COMMAND_NOT_FOUND] = [115, 59];

function hasCode(error: unknown, code: number): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function namesIn(db: Db): Promise<string[]> {
  const listed = await db.listCollections({}, { nameOnly: true }).toArray();
  return listed.map(({ name }) => name).toSorted();
}

/** Returns the collections of the product. */
export async function liveCollections(db: Db): Promise<string[]> {
  return (await namesIn(db)).filter(isLiveCollection);
}

async function summaryOf(db: Db, name: string): Promise<CollectionSummary> {
  const indexes = await db.collection(name).listIndexes().toArray();
  const own = indexes.filter((index) => index.name !== '_id_') as (IndexDescription & { v?: number })[];
  return { name, indexes: own.map(({ v: _version, ...index }) => index) };
}

/** Yields documents in canonical extended JSON, which preserves every type. */
async function* linesOf(db: Db, name: string, session?: ClientSession): AsyncGenerator<string> {
  for await (const document of db
    .collection(name)
    .find({}, { ...(session && { session }), batchSize: INSERT_BATCH }))
    yield BSON.EJSON.stringify(document, { relaxed: false });
}

/**
 * Returns whether the store supports snapshots without a time limit; the embedded one supports them only in
 * transactions.
 */
async function hasSnapshots(client: MongoClient, db: Db): Promise<boolean> {
  return client.withSession({ snapshot: true }, async (session) => {
    try {
      await db.collection('_').findOne({}, { session });
      return true;
    } catch (error) {
      if (hasCode(error, NOT_SUPPORTED)) return false;
      throw error;
    }
  });
}

/** Reads every collection of the product at one moment; `write` receives the lines of each. */
export async function dumpDocuments(
  client: MongoClient,
  write: (collection: CollectionSummary, lines: AsyncIterable<string>) => Promise<void>,
): Promise<void> {
  const db = client.db();
  const collections = await Promise.all((await liveCollections(db)).map((name) => summaryOf(db, name)));
  const snapshot = await hasSnapshots(client, db);
  await client.withSession({ snapshot }, async (session) => {
    if (!snapshot) session.startTransaction();
    for (const collection of collections) await write(collection, linesOf(db, collection.name, session));
    if (!snapshot) await session.abortTransaction();
  });
}

/** Writes a new collection, then creates its indexes. Returns the number of documents. */
async function writeCollection(
  db: Db,
  { name, indexes }: CollectionSummary,
  lines: AsyncIterable<string>,
): Promise<number> {
  let count = 0;
  await db.createCollection(name);
  for await (const batch of inBatches(lines, INSERT_BATCH)) {
    const documents = batch.map((line) => BSON.EJSON.parse(line, { relaxed: false }) as BSON.Document);
    await db.collection(name).insertMany(documents, { ordered: false });
    count += documents.length;
  }
  if (indexes.length > 0) await db.collection(name).createIndexes(indexes);
  return count;
}

/** Restores a collection to the shelf `staged`, where it must not exist. Returns the number of documents. */
export function stageCollection(
  db: Db,
  { name, indexes }: CollectionSummary,
  lines: AsyncIterable<string>,
): Promise<number> {
  return writeCollection(db, { name: shelvedCollection('staged', name), indexes }, lines);
}

async function dropIfThere(db: Db, name: string): Promise<void> {
  if ((await namesIn(db)).includes(name)) await db.dropCollection(name);
}

/** Returns whether the store renames collections, which is atomic; the embedded one does not. */
async function hasRenaming(db: Db): Promise<boolean> {
  return db.renameCollection(shelvedCollection('staged', ''), shelvedCollection('former', '')).then(
    () => true,
    (error) => !hasCode(error, COMMAND_NOT_FOUND),
  );
}

/** Replaces `to`, which may be an incomplete copy. */
async function copyCollection(db: Db, from: string, to: string): Promise<void> {
  await dropIfThere(db, to);
  const { indexes } = await summaryOf(db, from);
  await writeCollection(db, { name: to, indexes }, linesOf(db, from));
}

/**
 * Sets the collections of the product aside; a repetition moves the rest. Without renaming each is copied and then
 * deleted: `copied` has those whose copy is complete, and `onCopied` adds one durably.
 */
export async function setCollectionsAside(
  db: Db,
  copied: readonly string[],
  onCopied: (name: string) => Promise<void>,
): Promise<void> {
  const renames = await hasRenaming(db);
  const before = await namesIn(db);
  for (const name of before.filter(isLiveCollection)) {
    const former = shelvedCollection('former', name);
    // A service that was started meanwhile has made it again.
    const isAside = renames ? before.includes(former) : copied.includes(name);
    if (renames && !isAside) await db.renameCollection(name, former);
    else {
      if (!isAside) await copyCollection(db, name, former);
      if (!isAside) await onCopied(name);
      await db.dropCollection(name);
    }
  }
}

/** Deletes incomplete copies of an interrupted `setCollectionsAside`, whose originals still exist. */
export async function deleteIncompleteCopies(db: Db, copied: readonly string[]): Promise<void> {
  if (await hasRenaming(db)) return;
  for (const name of await namesIn(db)) {
    const original = collectionOn('former', name);
    if (original !== undefined && !copied.includes(original)) await db.dropCollection(name);
  }
}

/** Makes the collections of a shelf those of the product, in place of others with their names. */
export async function placeCollections(db: Db, shelf: Shelf): Promise<void> {
  const renames = await hasRenaming(db);
  for (const name of await namesIn(db)) {
    const live = collectionOn(shelf, name);
    if (live === undefined) continue;
    if (renames) await db.renameCollection(name, live, { dropTarget: true });
    else {
      await copyCollection(db, name, live);
      await db.dropCollection(name);
    }
  }
}

/** Deletes the collections of a shelf, or those of the product. */
export async function deleteCollections(db: Db, shelf: Shelf | 'live'): Promise<void> {
  for (const name of await namesIn(db)) {
    const isOn = shelf === 'live' ? isLiveCollection(name) : collectionOn(shelf, name) !== undefined;
    if (isOn) await db.dropCollection(name);
  }
}
