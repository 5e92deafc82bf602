import type { ErrorCode, SiteSettings } from '@doushouqi/protocol';
import { isReadOnly, NOTHING_SET, SITE_KEY, siteSettings } from '@doushouqi/protocol/server';
import type { AccessRules } from './access-rules.ts';
import { createCached } from './cached.ts';
import { errorOf } from './errors.ts';
import type { LiveFile } from './live-file.ts';
import type { Logger } from './logger.ts';
import type { RedisClient } from './redis.ts';

/** Age up to which the settings are used without another look at Redis. Milliseconds. */
const FRESH_MS = 1_000;

/** Returns what operators set for the site, at most two seconds old. Never rejects. */
export type Site = () => Promise<SiteSettings>;

interface SiteOptions {
  redis: Pick<RedisClient, 'status' | 'get'>;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/**
 * Creates the reader of the settings, which the moderation service mirrors in Redis. While Redis is unavailable or has lost
 * them, the last value stays; before the first one nothing is set, so the files decide.
 */
export function createSite({ redis, logger, now }: SiteOptions): Site {
  let last = NOTHING_SET;
  let text: string | null = null;
  return createCached({
    async ask() {
      // Requests do not wait for an unavailable Redis.
      if (redis.status !== 'ready') return last;
      try {
        const read = await redis.get(SITE_KEY);
        if (read === null || read === text) return last;
        text = read;
        last = siteSettings.parse(JSON.parse(read));
      } catch (error) {
        logger.warn({ err: error }, 'the settings of the site could not be read; the last ones stay');
      }
      return last;
    },
    ttlMs: FRESH_MS,
    now,
  }).get;
}

/** Returns the rules of the file with what operators set in their place. */
export function withSite(file: LiveFile<AccessRules>, site: Site): LiveFile<AccessRules> {
  return async () => {
    const [rules, { registration, guests }] = await Promise.all([file(), site()]);
    return { ...rules, registration: registration ?? rules.registration, guests: guests ?? rules.guests };
  };
}

/** Returns why no game of a kind may begin at `now`, or null. Pure. */
export function gameRefusal(
  settings: SiteSettings,
  { rated, now }: { rated: boolean; now: number },
): Extract<ErrorCode, 'READ_ONLY' | 'RATED_OFF'> | null {
  if (isReadOnly(settings, now)) return 'READ_ONLY';
  return rated && !settings.features.rated ? 'RATED_OFF' : null;
}

/** Returns whether house bots take new games at `now`. Pure. */
export function mayBotsPlay(settings: SiteSettings, now: number): boolean {
  return settings.bots && !isReadOnly(settings, now);
}

/** Throws READ_ONLY and, for a rated game, RATED_OFF while the operators let none begin. */
export async function refuseGame(site: Site, game: { rated: boolean; now: number }): Promise<void> {
  const refusal = gameRefusal(await site(), game);
  if (refusal !== null) throw errorOf(refusal);
}
