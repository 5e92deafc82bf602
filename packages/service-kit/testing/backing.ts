import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { createTokenVerifier, type TokenVerifier } from '../src/authenticate.ts';
import { connectMongo } from '../src/mongo.ts';
import { closeRedis, connectRedis, type RedisClient } from '../src/redis.ts';
import { startTestRedis, type TestRedis } from './redis.ts';
import { startTestStore } from './store.ts';
import { watchStoreRights } from './store-rights.ts';
import { makeTestKeys, signTestToken, type TestKeys } from './tokens.ts';

export const SERVICE_TOKEN = 'test-service-token';

export type RedisBacking = {
  server: TestRedis;
  /** For commands. */
  redis: RedisClient;
  keys: TestKeys;
  /** Of tokens by these keys, over `redis`. */
  verifier: TokenVerifier;
  /** A token by these keys; `issuedAt` in epoch ms, now by default. */
  token(userId: string, issuedAt?: number): string;
  /** Addresses and files of all this, as a service reads them. */
  env: Record<string, string>;
  /** To be called once the services on it are stopped. */
  stop(): Promise<void>;
};
export type Backing = RedisBacking & { connection: Connection };

/** What a service without documents needs, for one test file: a real Redis and keys. */
export async function startRedisBacking(): Promise<RedisBacking> {
  const [server, folder] = await Promise.all([startTestRedis(), mkdtemp(join(tmpdir(), 'doushouqi-keys-'))]);
  const redis = connectRedis(server.url, { role: 'command' });
  const keys = makeTestKeys();
  const files = {
    JWT_PUBLIC_KEY_FILE: keys.publicKey,
    JWT_PRIVATE_KEY_FILE: keys.privateKey,
    SERVICE_TOKEN_FILE: SERVICE_TOKEN,
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  return {
    server,
    redis,
    keys,
    verifier: createTokenVerifier({ publicKey: keys.publicKey, redis }),
    token: (userId, issuedAt = Date.now()) => signTestToken(userId, keys.privateKey, { issuedAt }),
    env: {
      REDIS_URL: server.url,
      ...Object.fromEntries(Object.keys(files).map((name) => [name, join(folder, name)])),
    },
    async stop() {
      await closeRedis(redis);
      await Promise.all([server.stop(), rm(folder, { recursive: true })]);
    },
  };
}

/** What a service needs, for one test file: a real Redis and document store of its own, and keys. */
export async function startBacking(): Promise<Backing> {
  const [backing, store] = await Promise.all([startRedisBacking(), startTestStore()]);
  const connection = await connectMongo(store.url);
  const missing = watchStoreRights(connection);
  return {
    ...backing,
    connection,
    env: { ...backing.env, MONGODB_URL: store.url },
    async stop() {
      await connection.close();
      await Promise.all([backing.stop(), store.stop()]);
      if (missing.size > 0)
        throw new Error(`no service may, by the list of services: ${[...missing].join(', ')}`);
    },
  };
}
