import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
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

const real = process.env.MONGODB_URL;

/** Always the embedded store; also a real MongoDB (a replica set, for transactions) if MONGODB_URL is set. */
export const targets: readonly (readonly [name: string, start: () => Promise<Target>])[] = [
  ['embedded store', startEmbedded],
  ...(real ? [['MongoDB', () => connect(real, async () => undefined)] as const] : []),
];
