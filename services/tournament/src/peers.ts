import { type PublicUser, type TimeControl, timeClassOf, unknownUser } from '@doushouqi/protocol';
import { publicUser, ROUTES } from '@doushouqi/protocol/server';
import { createFetchProfiles, type InternalClient } from '@doushouqi/service-kit';

/** Age of a cached profile, and number of them. */
const PROFILE_MS = 60_000;
const PROFILES = 20_000;

/** A user's ratings, as far as tournaments read them. */
export interface Strength {
  /** In the time class of the tournament. */
  rating: number;
  /** The higher level of the time classes. */
  level: number;
  /** Rated games in both. */
  games: number;
}

export interface Peers {
  /** Returns profiles, with placeholders if auth is away or does not know the user. Never rejects. */
  profilesOf(userIds: readonly string[]): Promise<Map<string, PublicUser>>;
  /** Throws UNAVAILABLE without the rating service. */
  strengthOf(userId: string, timeControl: TimeControl): Promise<Strength>;
}

export function createPeers(
  client: (service: 'auth' | 'rating') => InternalClient,
  now: () => number,
): Peers {
  const fetchProfiles = createFetchProfiles(client('auth'));
  const ratings = client('rating');
  const cached = new Map<string, { user: PublicUser; until: number }>();
  const remember = (users: ReadonlyMap<string, unknown>): void => {
    if (cached.size > PROFILES) cached.clear();
    for (const [id, user] of users)
      cached.set(id, { user: publicUser.parse(user), until: now() + PROFILE_MS });
  };
  return {
    async profilesOf(userIds) {
      const missing = userIds.filter((id) => (cached.get(id)?.until ?? 0) <= now());
      if (missing.length > 0) await fetchProfiles(missing).then(remember, () => undefined);
      return new Map(userIds.map((id) => [id, cached.get(id)?.user ?? unknownUser(id)]));
    },
    async strengthOf(userId, timeControl) {
      const { fast, slow, ...others } = await ratings.call(ROUTES.getRatings, { params: { userId } });
      const own = { fast, slow, ...others }[timeClassOf(timeControl)];
      return {
        rating: own.rating,
        level: Math.max(fast.level.order, slow.level.order),
        games: fast.games + slow.games,
      };
    },
  };
}
