import type { Redis } from 'ioredis';
import type { MemoryMeter } from '../bench-rooms/processes.ts';
import type { Platform } from '../index.ts';

/** Bytes in use by each process: heap and buffers after a forced collection; what Redis counts for Redis. */
export type Usage = Map<string, { used: number; resident: number }>;

const numberIn = (info: string, field: string): number =>
  Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? Number.NaN);

export const readUsage = async (platform: Platform, meter: MemoryMeter, redis: Redis): Promise<Usage> => {
  const usage: Usage = new Map();
  for (const name of platform.processes.keys()) {
    if (name === 'redis') continue;
    const { heap, external, resident } = await meter.readProcess(platform, name);
    usage.set(name, { used: heap + external, resident });
  }
  await redis.memory('PURGE');
  const info = await redis.info('memory');
  usage.set('redis', { used: numberIn(info, 'used_memory'), resident: numberIn(info, 'used_memory_rss') });
  return usage;
};
