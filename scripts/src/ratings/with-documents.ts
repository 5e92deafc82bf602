import { resolve } from 'node:path';
import { ENV } from '@doushouqi/service-kit';
import { type Db, MongoClient } from 'mongodb';
import { startStores } from '../backup/stores.ts';
import { PlatformError } from '../platform/platform-error.ts';

/**
 * Runs `work` on the documents of `MONGODB_URL`, or, if that is not set, on those of `npm start` in `dataDir`, which
 * must not be running. Prints one line and exits with 1 if that is not possible.
 */
export async function withDocuments(dataDir: string, work: (db: Db) => Promise<void>): Promise<void> {
  try {
    const { MONGODB_URL } = process.env;
    const own = MONGODB_URL ? null : await startStores(resolve(dataDir));
    const client = new MongoClient(own?.mongodbUrl ?? ENV.MONGODB_URL.parse(MONGODB_URL));
    try {
      await work(client.db());
    } finally {
      await client.close();
      await own?.stop();
    }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
