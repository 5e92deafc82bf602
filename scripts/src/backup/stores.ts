import { connectRedis, type RedisClient } from '@doushouqi/service-kit';
import { MongoClient } from 'mongodb';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { freePorts } from '../platform/ports.ts';
import { productProcesses } from '../platform/programs.ts';

/** Both stores of a platform, running or not. */
export interface Stores {
  redis: RedisClient;
  mongo: MongoClient;
}

type Addresses = Pick<Platform, 'redisUrl' | 'mongodbUrl'>;

export function connectStores({ redisUrl, mongodbUrl }: Addresses): Stores & { close(): Promise<void> } {
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

/** Starts the stores of a platform whose services do not run; `mongodbUrl` replaces the embedded store. */
export async function startStores(dataDir: string, mongodbUrl?: string): Promise<Platform> {
  const processes = productProcesses({}, { ownRedis: true, ownStore: mongodbUrl === undefined }).filter(
    ({ stage }) => stage === 'redis' || stage === 'store',
  );
  const [port = 0] = await freePorts(1);
  return startPlatform({ dataDir, port, processes, ...(mongodbUrl === undefined ? {} : { mongodbUrl }) });
}
