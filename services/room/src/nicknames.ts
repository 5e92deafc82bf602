import type { PublicUser } from '@doushouqi/protocol';

/** Shown while nobody can say what somebody is called. */
const UNKNOWN = '未知棋手';
/** A changed nickname is seen after this long at most; a failed question is asked again after the other. ms. */
const KNOWN_FOR = 60_000;
const UNKNOWN_FOR = 5_000;
const MOST_KEPT = 10_000;

export interface NicknamesOptions {
  /** Profiles of users by the auth service; rejects while it is away. */
  fetchProfiles: (ids: string[]) => Promise<PublicUser[]>;
  /** Milliseconds. */
  now: () => number;
}

/** What a user is called; a placeholder where that is not known. Never rejects: a room goes on without auth. */
export type Nicknames = (userId: string) => Promise<string>;

/** Nicknames by the auth service, each asked for once in a while however many look at its room. */
export const createNicknames = ({ fetchProfiles, now }: NicknamesOptions): Nicknames => {
  const kept = new Map<string, { nickname: Promise<string>; until: number }>();

  const ask = async (userId: string): Promise<string> => {
    try {
      const [profile] = await fetchProfiles([userId]);
      if (profile) return profile.nickname;
    } catch {
      // Without auth nobody has a name, and that is all; the internal client's owner sees auth's health.
    }
    kept.set(userId, { nickname: Promise.resolve(UNKNOWN), until: now() + UNKNOWN_FOR });
    return UNKNOWN;
  };

  return (userId) => {
    const known = kept.get(userId);
    if (known && known.until > now()) return known.nickname;
    kept.delete(userId);
    const [oldest] = kept.size >= MOST_KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    const entry = { nickname: ask(userId), until: now() + KNOWN_FOR };
    kept.set(userId, entry);
    return entry.nickname;
  };
};
