import type { PublicUser } from '@doushouqi/protocol';
import { LRUCache } from 'lru-cache';

/** Shown while nobody can say what somebody is called. */
const UNKNOWN = '未知棋手';
/** A changed nickname is seen after this long at most; a failed question is asked again after the other. ms. */
const KNOWN_FOR = 60_000;
const UNKNOWN_FOR = 5_000;
const MOST_KEPT = 10_000;

export interface NicknamesOptions {
  /** Profiles of users by the auth service; rejects while it is away. */
  fetchProfiles: (ids: string[]) => Promise<PublicUser[]>;
  /** Epoch ms. */
  now: () => number;
}

/** What a user is called; a placeholder where that is not known. Never rejects: a room goes on without auth. */
export type Nicknames = (userId: string) => Promise<string>;

/** Nicknames by the auth service, each asked for once in a while however many look at its room. */
export function createNicknames({ fetchProfiles, now }: NicknamesOptions): Nicknames {
  // Promises are kept, so that many who ask at the same time ask auth once.
  const kept = new LRUCache<string, Promise<string>>({
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
      // Without auth nobody has a name, and that is all; the internal client's owner sees auth's health.
    }
    kept.set(userId, Promise.resolve(UNKNOWN), { ttl: UNKNOWN_FOR });
    return UNKNOWN;
  }

  return (userId) => {
    const known = kept.get(userId);
    if (known) return known;
    const nickname = ask(userId);
    kept.set(userId, nickname);
    return nickname;
  };
}
