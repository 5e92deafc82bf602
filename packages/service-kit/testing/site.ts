import { NOTHING_SET, SITE_KEY, type SiteSettings } from '@doushouqi/protocol/server';
import type { RedisClient } from '../src/redis.ts';

/** Sets what operators set, as the moderation service mirrors it; fields that are left out keep the state of a site on which nothing is set. */
export async function setSite(redis: RedisClient, change: Partial<SiteSettings>): Promise<void> {
  await redis.set(SITE_KEY, JSON.stringify({ ...NOTHING_SET, ...change }));
}
