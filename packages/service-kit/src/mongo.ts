import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, Mongoose, mongo } from 'mongoose';
import { errorOf } from './errors.ts';
import type { Logger } from './logger.ts';

type MongoOptions = {
  logger?: Logger;
  /** Aborts the wait for the first connection, and silences the log of disconnections. */
  signal?: AbortSignal;
  /** Longest server selection of a call before it fails, in ms. */
  serverSelectionTimeoutMs?: number;
};

const DEFAULT_SELECTION_MS = 2_000;
const RETRY_MS = 500;
/** Interval at which a pool checks its minimum number of connections, if the minimum is 0. Milliseconds. */
const POOL_CHECK_MS = 60_000;

/**
 * Creates a client whose idle pool does not use the CPU. By default the pool checks its minimum size ten times a
 * second, even for a minimum of 0: most of the CPU time of an idle service. The driver reads this option from its own
 * defaults only. A later version without it merely ignores it.
 */
function createClient(
  { mongo: { MongoClient } }: Mongoose,
  url: string,
  options: mongo.MongoClientOptions,
): mongo.MongoClient {
  const client = new MongoClient(url, options);
  const { minPoolSize } = client.options;
  if (minPoolSize === 0) Object.assign(client.options, { minPoolSizeCheckFrequencyMS: POOL_CHECK_MS });
  return client;
}

/**
 * Connects mongoose to the document store. Waits for it at the start, with a log line for each attempt. Calls during
 * later outages are not buffered: they reject within `serverSelectionTimeoutMs`, and the HTTP app answers 503.
 */
export async function connectMongo(url: string, options: MongoOptions = {}): Promise<Connection> {
  const { logger, signal, serverSelectionTimeoutMs = DEFAULT_SELECTION_MS } = options;
  // Imported here because half of the services have no document store and it is the slowest import.
  const { default: mongoose } = await import('mongoose');
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const client = createClient(mongoose, url, {
      serverSelectionTimeoutMS: serverSelectionTimeoutMs,
      connectTimeoutMS: serverSelectionTimeoutMs,
      monitorCommands: true,
    });
    try {
      await client.connect();
      const connection = mongoose.createConnection().setClient(client);
      connection.config.bufferCommands = false;
      connection.on('disconnected', () => {
        if (signal?.aborted !== true) logger?.warn('document store is away');
      });
      connection.on('reconnected', () => logger?.info('document store is back'));
      connection.on('error', (error: Error) =>
        logger?.warn({ reason: error.message }, 'document store error'),
      );
      return connection;
    } catch (error) {
      await client.close().catch(() => undefined);
      const reason = error instanceof Error ? error.message : String(error);
      logger?.warn({ attempt, reason }, 'waiting for the document store');
      await delay(RETRY_MS, undefined, { signal });
    }
  }
}

/** Readiness check of a document-store connection: rejects if the store does not answer. */
export async function pingMongo(connection: Connection): Promise<void> {
  if (connection.db === undefined) throw errorOf('UNAVAILABLE');
  await connection.db.command({ ping: 1 });
}

const DUPLICATE_KEY = 11_000;

/** Returns whether a write was refused because a unique index already has its key, as after a concurrent write. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY;
}

/** Attempts of an upsert. A collision leaves the document in place, so a second attempt normally updates it. */
const UPSERT_ATTEMPTS = 5;

/**
 * Runs an upsert, or a transaction with one, and repeats it after a duplicate key: two upserts of a new document may
 * collide, and only some servers repeat the second one themselves (MongoDB manual, "Upsert with Duplicate Values").
 * Rejects with the error of the last attempt.
 */
export async function retryUpsert<T>(upsert: () => PromiseLike<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await upsert();
    } catch (error) {
      if (!isDuplicate(error) || attempt === UPSERT_ATTEMPTS) throw error;
    }
  }
}
