import { type PublicUser, type RoomSnapshot, timeClassOf, unknownUser } from '@doushouqi/protocol';
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
  /** Returns whether a game runs in the room; `unknown` while the room service is away. */
  isPlaying(roomId: string): Promise<'yes' | 'no' | 'unknown'>;
  /**
   * Returns whether this game runs in its room; `ended` if it has ended with a result; `no` if it was aborted or the room
   * has no trace of it; `unknown` while the room service is away.
   */
  runs(game: Pick<PairedGame, 'gameId' | 'roomId'>): Promise<'yes' | 'ended' | 'no' | 'unknown'>;
  /** Returns the record of a running game; null if it does not run or that is unknown. */
  recordOf(game: Pick<PairedGame, 'gameId' | 'roomId'>): Promise<string | null>;
  /**
   * Returns the number of the room in which the user plays a running game; null for none and while the room service is
   * away.
   */
  runningRoomOf(userId: string): Promise<string | null>;
}

function isPassing(error: unknown): boolean {
  return !(error instanceof AppError) || PASSING.includes(error.code);
}

/** Returns the reply, null if the service reports that the object does not exist, `unknown` if it does not answer. */
async function asked<T>(call: Promise<T>): Promise<T | null | 'unknown'> {
  try {
    return await call;
  } catch (error) {
    return isPassing(error) ? 'unknown' : null;
  }
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

function isGame(room: RoomSnapshot | null, gameId: string): room is RoomSnapshot {
  return room?.status === 'playing' && room.gameId === gameId;
}

function roomsOf(
  room: InternalClient,
): Pick<PeerServices, 'makeRoom' | 'isPlaying' | 'runs' | 'recordOf' | 'runningRoomOf'> {
  const look = async (roomId: string) => {
    const query = { view: 'compact' } as const;
    const found = await asked(room.call(ROUTES.getRoom, { params: { roomId }, query }));
    return found !== null && found !== 'unknown' && !('gameId' in found) ? null : found;
  };
  return {
    async makeRoom({ gameId, roomId, kind, timeControl, context, players: [red, blue], isArranged }) {
      const players: [string, string] = [red, blue];
      const body = { roomId, kind, timeControl, context, players, gameId, isArranged };
      const made = await asked(room.call(ROUTES.createPairedRoom, { body }));
      if (made === 'unknown') return made;
      return made === null ? 'refused' : 'made';
    },
    async isPlaying(roomId) {
      const found = await look(roomId);
      if (found === 'unknown') return found;
      return found?.status === 'playing' ? 'yes' : 'no';
    },
    async runs({ gameId, roomId }) {
      const found = await look(roomId);
      if (found === 'unknown') return found;
      if (found === null || found.gameId !== gameId || found.status === 'aborted') return 'no';
      return found.status === 'playing' ? 'yes' : 'ended';
    },
    async recordOf({ gameId, roomId }) {
      const found = await look(roomId);
      return found !== 'unknown' && isGame(found, gameId) ? found.record : null;
    },
    async runningRoomOf(userId) {
      const found = await asked(room.call(ROUTES.getRunningRoom, { params: { userId } }));
      return found === 'unknown' ? null : (found?.roomId ?? null);
    },
  };
}

export function createPeerServices(
  client: (service: 'auth' | 'social' | 'room' | 'rating') => InternalClient,
): PeerServices {
  const ratings = client('rating');
  return {
    ...peopleOf(createFetchProfiles(client('auth')), client('social')),
    ...roomsOf(client('room')),
    async ratingOf(userId, pool) {
      const call = ratings.call(ROUTES.getRatings, { params: { userId } });
      const userRatings = pool.rated ? await call : await asked(call);
      if (userRatings === null || userRatings === 'unknown') return UNRATED;
      const { rating, provisional } = userRatings[timeClassOf(pool)];
      return { rating, provisional };
    },
    async gamesAgainstBots(userId) {
      const userRatings = await asked(ratings.call(ROUTES.getRatings, { params: { userId } }));
      return userRatings === null || userRatings === 'unknown' ? 0 : (userRatings.bot?.games ?? 0);
    },
  };
}
