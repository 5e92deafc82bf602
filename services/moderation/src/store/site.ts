import { NOTHING_SET, SITE_KEY, type SiteSettings, siteSettings } from '@doushouqi/protocol/server';
import type { ModerationContext } from '../context.ts';

/** Id of the one document. */
export const SITE_ID = 'site';

export interface StoredSite {
  /** 0 before the first change. */
  version: number;
  settings: SiteSettings;
  changed: { at: number; by: string } | null;
}

/** Reads the settings; fields that the document lacks have their defaults. */
export async function readSite({ site }: Pick<ModerationContext, 'site'>): Promise<StoredSite> {
  const stored = await site.findById(SITE_ID).lean();
  if (stored === null) return { version: 0, settings: NOTHING_SET, changed: null };
  const { version, settings, at, by } = stored;
  return { version, settings: siteSettings.parse(settings), changed: { at, by } };
}

/**
 * Mirrors the settings to Redis, where every service reads them. Reads them again after a write, until both agree: of two
 * processes that mirror at once, the later write may be of an earlier read.
 * Returns what is mirrored.
 */
export async function mirrorSite(context: Pick<ModerationContext, 'site' | 'redis'>): Promise<SiteSettings> {
  const { redis } = context;
  for (;;) {
    const { settings } = await readSite(context);
    const text = JSON.stringify(settings);
    if ((await redis.get(SITE_KEY)) === text) return settings;
    await redis.set(SITE_KEY, text);
  }
}
