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

/** A service's answer: `refused` if it reports that the object does not exist, `unknown` without an answer. */
type Answer<T> = { kind: 'reply'; reply: T } | { kind: 'refused' } | { kind: 'unknown' };

async function answerTo<T>(call: Promise<T>): Promise<Answer<T>> {
  try {
    return { kind: 'reply', reply: await call };
  } catch (error) {
    return { kind: isPassing(error) ? 'unknown' : 'refused' };
  }
}

/** Returns the reply, or null without one. */
async function replyTo<T>(call: Promise<T>): Promise<T | null> {
  const answer = await answerTo(call);
  return answer.kind === 'reply' ? answer.reply : null;
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

function roomsOf(
  room: InternalClient,
): Pick<PeerServices, 'makeRoom' | 'isPlaying' | 'runs' | 'recordOf' | 'runningRoomOf'> {
  /** Answers with the room if it has a game, else with null. */
  const roomAt = async (roomId: string): Promise<Answer<RoomSnapshot | null>> => {
    const query = { view: 'compact' } as const;
    const answer = await answerTo(room.call(ROUTES.getRoom, { params: { roomId }, query }));
    if (answer.kind !== 'reply') return answer;
    return { kind: 'reply', reply: 'gameId' in answer.reply ? answer.reply : null };
  };
  return {
    async makeRoom({ gameId, roomId, kind, timeControl, context, players: [red, blue], isArranged }) {
      const players: [string, string] = [red, blue];
      const body = { roomId, kind, timeControl, context, players, gameId, isArranged };
      const answer = await answerTo(room.call(ROUTES.createPairedRoom, { body }));
      return answer.kind === 'reply' ? 'made' : answer.kind;
    },
    async isPlaying(roomId) {
      const answer = await roomAt(roomId);
      if (answer.kind === 'unknown') return 'unknown';
      return answer.kind === 'reply' && answer.reply?.status === 'playing' ? 'yes' : 'no';
    },
    async runs({ gameId, roomId }) {
      const answer = await roomAt(roomId);
      if (answer.kind === 'unknown') return 'unknown';
      const found = answer.kind === 'reply' ? answer.reply : null;
      if (found?.gameId !== gameId || found.status === 'aborted') return 'no';
      return found.status === 'playing' ? 'yes' : 'ended';
    },
    async recordOf({ gameId, roomId }) {
      const answer = await roomAt(roomId);
      const found = answer.kind === 'reply' ? answer.reply : null;
      return found?.status === 'playing' && found.gameId === gameId ? found.record : null;
    },
    async runningRoomOf(userId) {
      const found = await replyTo(room.call(ROUTES.getRunningRoom, { params: { userId } }));
      return found?.roomId ?? null;
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
      const userRatings = pool.rated ? await call : await replyTo(call);
      if (userRatings === null) return UNRATED;
      const { rating, provisional } = userRatings[timeClassOf(pool)];
      return { rating, provisional };
    },
    async gamesAgainstBots(userId) {
      const userRatings = await replyTo(ratings.call(ROUTES.getRatings, { params: { userId } }));
      return userRatings?.bot?.games ?? 0;
    },
  };
}
