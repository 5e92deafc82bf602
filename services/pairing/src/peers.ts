import { type PublicUser, timeClassOf, unknownUser } from '@doushouqi/protocol';
import { publicUser, ROUTES } from '@doushouqi/protocol/server';
import type { PairedGame, PoolChoice } from '@doushouqi/room-core/paired-games';
import {
  AppError,
  createFetchProfiles,
  type FetchProfiles,
  type InternalClient,
} from '@doushouqi/service-kit';

/** Transient refusals: they do not describe the room. */
const PASSING = ['UNAVAILABLE', 'RATE_LIMITED', 'ROOM_BUSY'];

/** A user's rating in one time class. */
export interface PlayerRating {
  rating: number;
  provisional: boolean;
}

/** Default for a user without a known rating. */
const UNRATED: PlayerRating = { rating: 1_500, provisional: true };

/** Calls to the other services. */
export interface PeerServices {
  /** Returns profiles, with placeholders if auth is away or does not know the user. Never rejects. */
  profilesOf(userIds: readonly string[]): Promise<Map<string, PublicUser>>;
  areFriends(userId: string, otherId: string): Promise<boolean>;
  /**
   * Returns the rating in the time class of the pool. While the rating service is away, a rated pool is UNAVAILABLE and
   * other pools use a default.
   */
  ratingOf(userId: string, pool: PoolChoice): Promise<PlayerRating>;
  /** Returns the number of the user's finished rated games against bots; 0 while the rating service is away. */
  gamesAgainstBots(userId: string): Promise<number>;
  /**
   * Makes the room with its game. `refused`: it will never exist. `unknown`: no answer, so it may exist now or within
   * seconds.
   */
  makeRoom(game: PairedGame): Promise<'made' | 'refused' | 'unknown'>;
}

function isPassing(error: unknown): boolean {
  return !(error instanceof AppError) || PASSING.includes(error.code);
}

function peopleOf(
  fetchProfiles: FetchProfiles,
  social: InternalClient,
): Pick<PeerServices, 'profilesOf' | 'areFriends'> {
  return {
    async profilesOf(userIds) {
      const found = await fetchProfiles(userIds).catch(() => new Map<string, PublicUser>());
      const shown = (user?: PublicUser) => (user ? publicUser.parse(user) : null);
      return new Map(userIds.map((id) => [id, shown(found.get(id)) ?? unknownUser(id)]));
    },
    async areFriends(userId, otherId) {
      const { friends } = await social.call(ROUTES.listFriendIds, { params: { userId } });
      return friends.includes(otherId);
    },
  };
}

export function createPeerServices(
  client: (service: 'auth' | 'social' | 'room' | 'rating') => InternalClient,
): PeerServices {
  const [room, ratings] = [client('room'), client('rating')];
  return {
    ...peopleOf(createFetchProfiles(client('auth')), client('social')),
    async makeRoom({
      gameId,
      roomId,
      kind,
      timeControl,
      context,
      isRated,
      players: [red, blue],
      isArranged,
    }) {
      const players: [string, string] = [red, blue];
      const body = { roomId, kind, timeControl, context, isRated, players, gameId, isArranged };
      try {
        await room.call(ROUTES.createPairedRoom, { body });
        return 'made';
      } catch (error) {
        return isPassing(error) ? 'unknown' : 'refused';
      }
    },
    async ratingOf(userId, pool) {
      const call = ratings.call(ROUTES.getRatings, { params: { userId } });
      const userRatings = pool.rated ? await call : await call.catch(() => null);
      if (userRatings === null) return UNRATED;
      const { rating, provisional } = userRatings[timeClassOf(pool)];
      return { rating, provisional };
    },
    async gamesAgainstBots(userId) {
      const call = ratings.call(ROUTES.getRatings, { params: { userId } });
      const userRatings = await call.catch(() => null);
      return userRatings?.bot?.games ?? 0;
    },
  };
}
