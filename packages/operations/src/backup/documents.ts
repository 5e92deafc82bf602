import { BSON, type ClientSession, type Db, type IndexDescription, type MongoClient } from 'mongodb';
import { inBatches } from './lines.ts';

/** A collection and its indexes, without that of `_id`. */
export interface CollectionSummary {
  name: string;
  indexes: IndexDescription[];
}

const INSERT_BATCH = 500;
/** Error of the embedded store for snapshots outside of transactions. */
const NOT_SUPPORTED = 115;

async function collectionsOf(db: Db): Promise<CollectionSummary[]> {
  const listed = await db.listCollections({}, { nameOnly: true }).toArray();
  const names = listed.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
  return Promise.all(
    names.toSorted().map(async (name) => {
      const indexes = await db.collection(name).listIndexes().toArray();
      const own = indexes.filter((index) => index.name !== '_id_') as (IndexDescription & { v?: number })[];
      return { name, indexes: own.map(({ v: _version, ...index }) => index) };
    }),
  );
}

/** Yields documents in canonical extended JSON, which preserves every type. */
async function* linesOf(db: Db, name: string, session: ClientSession): AsyncGenerator<string> {
  for await (const document of db.collection(name).find({}, { session, batchSize: INSERT_BATCH }))
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
      if (error instanceof Error && 'code' in error && error.code === NOT_SUPPORTED) return false;
      throw error;
    }
  });
}

/** Reads every collection at one moment; `write` receives the lines of each. */
export async function dumpDocuments(
  client: MongoClient,
  write: (collection: CollectionSummary, lines: AsyncIterable<string>) => Promise<void>,
): Promise<void> {
  const db = client.db();
  const collections = await collectionsOf(db);
  const snapshot = await hasSnapshots(client, db);
  await client.withSession({ snapshot }, async (session) => {
    if (!snapshot) session.startTransaction();
    for (const collection of collections) await write(collection, linesOf(db, collection.name, session));
    if (!snapshot) await session.abortTransaction();
  });
}

/** Restores a collection, then creates its indexes. */
export async function restoreCollection(
  db: Db,
  { name, indexes }: CollectionSummary,
  lines: AsyncIterable<string>,
): Promise<void> {
  for await (const batch of inBatches(lines, INSERT_BATCH)) {
    const documents = batch.map((line) => BSON.EJSON.parse(line, { relaxed: false }) as BSON.Document);
    await db.collection(name).insertMany(documents, { ordered: false });
  }
  if (indexes.length > 0) await db.collection(name).createIndexes(indexes);
}
