import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, Mongoose, mongo } from 'mongoose';
import { errorOf } from './errors.ts';
import type { Logger } from './logger.ts';

type MongoOptions = {
  logger?: Logger;
  /** Ends the wait for the first connection; from then on a disconnection is no news. */
  signal?: AbortSignal;
  /** How long a call looks for the store before it fails, in ms. */
  serverSelectionTimeoutMs?: number;
};

const DEFAULT_SELECTION_MS = 2_000;
const RETRY_MS = 500;
/** How often a pool looks whether it has its least number of connections, where that is none. Milliseconds. */
const POOL_LOOK_MS = 60_000;

/**
 * A client whose pool lets the process sleep: by default it wakes ten times a second to look for what it never has to do,
 * most of what an idle service costs. The driver reads this option but takes it from no caller; should it be
 * gone in a later version, nothing else changes.
 */
function createClient(
  { mongo: { MongoClient } }: Mongoose,
  url: string,
  options: mongo.MongoClientOptions,
): mongo.MongoClient {
  const client = new MongoClient(url, options);
  const { minPoolSize } = client.options;
  if (minPoolSize === 0) Object.assign(client.options, { minPoolSizeCheckFrequencyMS: POOL_LOOK_MS });
  return client;
}

/**
 * Connects mongoose to the document store; waits for it at the start with a log line for each attempt. Later
 * outages are not buffered: calls reject within `serverSelectionTimeoutMs`, which the HTTP app answers with 503.
 */
export async function connectMongo(url: string, options: MongoOptions = {}): Promise<Connection> {
  const { logger, signal, serverSelectionTimeoutMs = DEFAULT_SELECTION_MS } = options;
  // Loaded here because half of the services have no document store, and it is the slowest import of all.
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

/** The readiness check of a document-store connection: rejects when the store does not answer. */
export async function pingMongo(connection: Connection): Promise<void> {
  if (connection.db === undefined) throw errorOf('UNAVAILABLE');
  await connection.db.command({ ping: 1 });
}

const DUPLICATE_KEY = 11_000;

/** Whether a write was refused because a unique index has its key already: somebody else was faster. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY;
}
