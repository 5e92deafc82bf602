import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  freePorts,
  gameScripts,
  type Platform,
  ROOM_FOR_ONE_ADDRESS,
  startPlatform,
} from '@doushouqi/scripts';
import { closeRedis, connectMongo, connectRedis } from '@doushouqi/service-kit';
import { signTestToken } from '@doushouqi/service-kit/testing';
import type { Redis } from 'ioredis';
import { MemoryMeter } from '../measure/processes.ts';
import { census, expireAll, type KeyCensus } from './keys.ts';
import { readUsage, type Usage } from './memory.ts';
import { lifeOfARoom, type Venue } from './players.ts';
import { untilQuiet } from './time.ts';

/** Data that remains after all rooms are closed. */
export interface Soak {
  rooms: number;
  seconds: number;
  before: Usage;
  after: Usage;
  keys: KeyCensus;
  archived: number;
}

const AT_ONCE = 24;
const PLIES = 8;
const SCRIPTS = gameScripts(16, PLIES);

interface Stage {
  platform: Platform;
  redis: Redis;
  meter: MemoryMeter;
  venue: Venue;
}

async function play({ venue }: Stage, rooms: number): Promise<void> {
  const numbers = Array.from({ length: rooms }, (_, index) => index).values();
  const host = async (): Promise<void> => {
    for (const index of numbers) await lifeOfARoom(venue, SCRIPTS[index % SCRIPTS.length]!, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, host));
}

/** Deletes the archived games. Resolves to their number. */
async function emptyArchive({ platform }: Stage): Promise<number> {
  const connection = await connectMongo(platform.mongodbUrl);
  const { deletedCount } = await connection.collection('gamerecords').deleteMany({});
  await connection.close();
  return deletedCount;
}

/** Opens and closes rooms, then runs all scheduled work and expires all keys. */
async function round(stage: Stage, rooms: number) {
  await play(stage, rooms);
  await untilQuiet(stage.redis);
  const keys = await census(stage.redis);
  await expireAll(stage.redis);
  const archived = await emptyArchive(stage);
  return { keys, archived, usage: await readUsage(stage.platform, stage.meter, stage.redis) };
}

/** Starts the platform with forced garbage collection, and runs `work` on it. */
async function onStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-soak-'));
  writeFileSync(join(dataDir, 'index.html'), '');
  const [port = 0] = await freePorts(1);
  const meter = new MemoryMeter();
  const platform = await startPlatform({
    dataDir,
    port,
    webDist: dataDir,
    log: meter.log,
    env: {
      ...ROOM_FOR_ONE_ADDRESS,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, '..', 'bench-rooms', 'report-memory.ts')}`,
    },
  });
  const redis = connectRedis(platform.redisUrl, { role: 'queue' }) as Redis;
  const privateKey = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
  const venue = { url: platform.url, tokenOf: (userId: string) => signTestToken(userId, privateKey) };
  try {
    return await work({ platform, redis, meter, venue });
  } finally {
    await closeRedis(redis);
    await platform.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Creates, plays and closes `rooms` rooms, after a first round of `warmUp` that does not count. */
export function soak(rooms: number, warmUp: number): Promise<Soak> {
  return onStage(async (stage) => {
    const { usage: before } = await round(stage, warmUp);
    const begun = Date.now();
    const { keys, archived, usage: after } = await round(stage, rooms);
    return { rooms, seconds: (Date.now() - begun) / 1_000, before, after, keys, archived };
  });
}
