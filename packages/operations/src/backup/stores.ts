import { connectRedis, type RedisClient } from '@doushouqi/service-kit';
import { MongoClient } from 'mongodb';

/** Connections to both stores of an installation. */
export interface Stores {
  redis: RedisClient;
  mongo: MongoClient;
}

export interface StoreAddresses {
  redisUrl: string;
  mongodbUrl: string;
}

export function connectStores({ redisUrl, mongodbUrl }: StoreAddresses): Stores & { close(): Promise<void> } {
  const redis = connectRedis(redisUrl, { role: 'command' });
  const mongo = new MongoClient(mongodbUrl);
  return {
    redis,
    mongo,
    async close() {
      redis.disconnect();
      await mongo.close();
    },
  };
}
