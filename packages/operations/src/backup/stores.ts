import { connectRedis, type RedisClient } from '@doushouqi/service-kit';
import { MongoClient } from 'mongodb';
import { BackupError } from './backup-error.ts';

/** Connections to both stores of an installation. */
export interface Stores {
  redis: RedisClient;
  mongo: MongoClient;
}

export interface StoreAddresses {
  redisUrl: string;
  mongodbUrl: string;
}

/** A store that is down is reported after this time, milliseconds. */
const CONNECT_TIMEOUT = 10_000;

async function reach(name: string, connecting: Promise<unknown>): Promise<void> {
  await connecting.catch((error: Error) => {
    throw new BackupError(`${name} does not answer: ${error.message}`);
  });
}

/** Connects to both stores. Throws a BackupError if one of them does not answer. */
export async function connectStores({
  redisUrl,
  mongodbUrl,
}: StoreAddresses): Promise<Stores & { close(): Promise<void> }> {
  const redis = connectRedis(redisUrl, { role: 'operations' });
  const mongo = new MongoClient(mongodbUrl, { serverSelectionTimeoutMS: CONNECT_TIMEOUT });
  const close = async () => {
    redis.disconnect();
    await mongo.close();
  };
  try {
    await Promise.all([reach('Redis', redis.ping()), reach('MongoDB', mongo.connect())]);
    return { redis, mongo, close };
  } catch (error) {
    await close();
    throw error;
  }
}
