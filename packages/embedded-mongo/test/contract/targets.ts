import { randomBytes } from 'node:crypto';
import { type Document, MongoClient } from 'mongodb';
import { startEmbeddedStore } from '../../src/index.ts';

/** A running server of one kind, with a unique database name. */
export interface Target {
  readonly url: string;
  readonly client: MongoClient;
  readonly dbName: string;
  stop(): Promise<void>;
}

async function connect(url: string, stopServer: () => Promise<void>): Promise<Target> {
  const client = await MongoClient.connect(url, { serverSelectionTimeoutMS: 5000 });
  const dbName = `contract_${randomBytes(6).toString('hex')}`;
  const stop = async () => {
    await client.db(dbName).dropDatabase();
    await client.close();
    await stopServer();
  };
  return { url, client, dbName, stop };
}

async function startEmbedded(): Promise<Target> {
  const store = await startEmbeddedStore({ dir: null, port: 0, ttlIntervalMs: 50 });
  return connect(store.url, () => store.stop());
}

const server = process.env.MONGODB_URL;

/** The server at `MONGODB_URL` (a replica set, for transactions) if that is set, else the embedded store. */
export const targets: readonly (readonly [name: string, start: () => Promise<Target>])[] = [
  server === undefined
    ? ['embedded store', startEmbedded]
    : ['server at MONGODB_URL', () => connect(server, async () => undefined)],
];

/**
 * Whether to test behavior beyond MongoDB's documentation: wording, codes in place of error labels, query plans,
 * `serverStatus`, the moment of a conflict. The product does not depend on it; the embedded store imitates it.
 */
export const isExact: boolean = process.env.STORE_EXACT !== '0';

/** Matches the error of a duplicate key; `details` are the keys that MongoDB adds to it. */
export function duplicateKey(details: { keyPattern?: Document; keyValue?: Document }): Document {
  return { code: 11_000, ...(isExact && details) };
}
