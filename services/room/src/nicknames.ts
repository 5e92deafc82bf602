import { type PublicUser, UNKNOWN_NICKNAME } from '@doushouqi/protocol';
import { LRUCache } from 'lru-cache';

/** Cache time of a nickname and retry delay of a failed request. Milliseconds. */
const KNOWN_FOR = 60_000;
const UNKNOWN_FOR = 5_000;
const MOST_KEPT = 10_000;

export interface NicknamesOptions {
  /** Fetches profiles from the auth service; rejects during its outage. */
  fetchProfiles: (ids: string[]) => Promise<PublicUser[]>;
  /** Epoch ms. */
  now: () => number;
}

/** Returns a nickname, or a placeholder. Never rejects: rooms work without auth. */
export type Nicknames = (userId: string) => Promise<string>;

/** Creates a cache of nicknames, so that each is requested once per cache time. */
export function createNicknames({ fetchProfiles, now }: NicknamesOptions): Nicknames {
  // Caches promises, so that concurrent callers share a request.
  const cache = new LRUCache<string, Promise<string>>({
    max: MOST_KEPT,
    ttl: KNOWN_FOR,
    ttlResolution: 0,
    perf: { now },
  });

  async function ask(userId: string): Promise<string> {
    try {
      const [profile] = await fetchProfiles([userId]);
      if (profile) return profile.nickname;
    } catch {
      // Without auth names are placeholders; the internal client reports auth's health.
    }
    cache.set(userId, Promise.resolve(UNKNOWN_NICKNAME), { ttl: UNKNOWN_FOR });
    return UNKNOWN_NICKNAME;
  }

  return (userId) => {
    const known = cache.get(userId);
    if (known) return known;
    const nickname = ask(userId);
    cache.set(userId, nickname);
    return nickname;
  };
}
