import { randomUUID } from 'node:crypto';
import {
  appendToLog,
  BY_COMMAND,
  connectMongo,
  type NewLogEntry,
  OPERATOR_LOG,
  openCollections,
  type RedisClient,
  Transactions,
} from '@doushouqi/service-kit';
import type { Db } from 'mongodb';
import { connectStores, type StoreAddresses } from '../backup/stores.ts';

/** What a command of operators works with. */
export interface AdminContext {
  db: Db;
  redis: RedisClient;
  /** Adds an entry to the operators' log, by the command line. Call it before the deed has an effect. */
  addToLog(entry: Pick<NewLogEntry, 'what' | 'person' | 'reason'>): Promise<void>;
  /** Epoch ms. */
  now(): number;
}

/** Connects to the stores. Throws a BackupError if one of them does not answer. */
export async function openAdmin(
  addresses: StoreAddresses,
  now: () => number,
): Promise<AdminContext & { close(): Promise<void> }> {
  const { redis, mongo, close } = await connectStores(addresses);
  const connection = await connectMongo(addresses.mongodbUrl);
  const { log } = await openCollections(connection, { log: OPERATOR_LOG });
  const transactions = new Transactions(log);
  return {
    db: mongo.db(),
    redis,
    now,
    async addToLog(entry) {
      const stored = { key: randomUUID(), at: now(), byId: null, by: BY_COMMAND, ...entry };
      await transactions.run('log', (session) => appendToLog(log, stored, session));
    },
    async close() {
      await connection.close();
      await close();
    },
  };
}
