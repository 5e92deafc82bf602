import type { Connection } from 'mongoose';
import { createTokenVerifier, type TokenVerifier } from '../src/authenticate.ts';
import { connectMongo } from '../src/mongo.ts';
import { closeRedis, connectRedis, type RedisClient } from '../src/redis.ts';
import { startTestRedis, type TestRedis } from './redis.ts';
import { startTestStore } from './store.ts';
import { watchStoreRights } from './store-rights.ts';
import { makeTestKeys, signTestToken, type TestKeys } from './tokens.ts';

export type Backing = {
  server: TestRedis;
  /** For commands. */
  redis: RedisClient;
  connection: Connection;
  keys: TestKeys;
  /** Of tokens by these keys, over `redis`. */
  verifier: TokenVerifier;
  /** A token by these keys; `issuedAt` in epoch ms, now by default. */
  token(userId: string, issuedAt?: number): string;
  /** To be called once the services on it are stopped. */
  stop(): Promise<void>;
};

/** What a service stands on, for one test file: a real Redis and document store of its own, and keys. */
export async function startBacking(): Promise<Backing> {
  const [server, store] = await Promise.all([startTestRedis(), startTestStore()]);
  const redis = connectRedis(server.url, { role: 'command' });
  const connection = await connectMongo(store.url);
  const missing = watchStoreRights(connection);
  const keys = makeTestKeys();
  return {
    server,
    redis,
    connection,
    keys,
    verifier: createTokenVerifier({ publicKey: keys.publicKey, redis }),
    token: (userId, issuedAt = Date.now()) => signTestToken(userId, keys.privateKey, { issuedAt }),
    async stop() {
      await Promise.all([connection.close(), closeRedis(redis)]);
      await Promise.all([server.stop(), store.stop()]);
      if (missing.size > 0)
        throw new Error(`no service may, by the list of services: ${[...missing].join(', ')}`);
    },
  };
}
