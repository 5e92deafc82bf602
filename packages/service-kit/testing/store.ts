import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { freePort } from './ports.ts';

export type TestStore = {
  /** Connection string with its own database. */
  url: string;
  stop(): Promise<void>;
};

/**
 * Starts a document store for one test file: the MongoDB at `MONGODB_URL` if that is set, else the embedded store.
 */
export async function startTestStore(): Promise<TestStore> {
  const database = `test-${randomBytes(6).toString('hex')}`;
  const server = process.env.MONGODB_URL;
  if (server) {
    const url = new URL(server);
    url.pathname = `/${database}`;
    return { url: url.href, stop: () => dropDatabase(url.href) };
  }
  const { startEmbeddedStore } = await import('@doushouqi/embedded-mongo');
  const dir = await mkdtemp(join(tmpdir(), 'doushouqi-store-'));
  const store = await startEmbeddedStore({ dir, port: await freePort() });
  const url = new URL(store.url);
  url.pathname = `/${database}`;
  return {
    url: url.href,
    async stop() {
      await store.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function dropDatabase(url: string): Promise<void> {
  const connection = await mongoose.createConnection(url).asPromise();
  await connection.dropDatabase();
  await connection.close();
}
