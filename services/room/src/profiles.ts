import { type PublicUser, unknownUser } from '@doushouqi/protocol';
import { publicUser } from '@doushouqi/protocol/server';
import type { FetchProfiles } from '@doushouqi/service-kit';
import { LRUCache } from 'lru-cache';

/** Cache time of a profile and retry delay of a failed request. Milliseconds. */
const KNOWN_FOR = 60_000;
const UNKNOWN_FOR = 5_000;
const MOST_KEPT = 10_000;

export interface ProfilesOptions {
  fetchProfiles: (ids: readonly string[]) => ReturnType<FetchProfiles>;
  /** Epoch ms. */
  now: () => number;
}

/** Returns the profile of a user, or a placeholder. Never rejects: rooms work without auth. */
export type Profiles = (userId: string) => Promise<PublicUser>;

/** Creates a cache of profiles, so that each is requested once per cache time. */
export function createProfiles({ fetchProfiles, now }: ProfilesOptions): Profiles {
  // Caches promises, so that concurrent callers share a request.
  const cache = new LRUCache<string, Promise<PublicUser>>({
    max: MOST_KEPT,
    ttl: KNOWN_FOR,
    ttlResolution: 0,
    perf: { now },
  });

  async function ask(userId: string): Promise<PublicUser> {
    try {
      const profile = (await fetchProfiles([userId])).get(userId);
      if (profile) return publicUser.parse(profile);
    } catch {
      // Without auth names are placeholders; the internal client reports auth's health.
    }
    const unknown = unknownUser(userId);
    cache.set(userId, Promise.resolve(unknown), { ttl: UNKNOWN_FOR });
    return unknown;
  }

  return (userId) => {
    const known = cache.get(userId);
    if (known) return known;
    const profile = ask(userId);
    cache.set(userId, profile);
    return profile;
  };
}
