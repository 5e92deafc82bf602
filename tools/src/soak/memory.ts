import type { Platform } from '@doushouqi/scripts';
import type { Redis } from 'ioredis';
import type { MemoryMeter } from '../measure/processes.ts';

/** Bytes of each process after a forced garbage collection: objects (in Redis: used memory), buffers, resident. */
export type Usage = Map<string, { heap: number; external: number; resident: number }>;

function numberIn(info: string, field: string): number {
  return Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? Number.NaN);
}

export async function readUsage(platform: Platform, meter: MemoryMeter, redis: Redis): Promise<Usage> {
  const usage: Usage = new Map();
  for (const name of platform.processes.keys()) {
    if (name === 'redis') continue;
    usage.set(name, await meter.readProcess(platform, name));
  }
  await redis.memory('PURGE');
  const info = await redis.info('memory');
  usage.set('redis', {
    heap: numberIn(info, 'used_memory'),
    external: 0,
    resident: numberIn(info, 'used_memory_rss'),
  });
  return usage;
}
