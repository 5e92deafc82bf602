import { LOBBY_CHANNEL, type NodeNotice, parseNotice, userChannel, userOfChannel } from '@doushouqi/notices';
import { errorOf, passwordUpdatedAtKey } from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';
import type { People } from './people.ts';
import { LOBBY, type RealtimeServer } from './realtime-socket.ts';
import type { Sessions } from './sessions.ts';
import { createSettler } from './settler.ts';

export interface NoticeFeedOptions {
  io: RealtimeServer;
  people: Pick<People, 'of' | 'ids'>;
  sessions: Pick<Sessions, 'endBefore'>;
  /** It does not subscribe again by itself after an outage: `restored` does. */
  redis: Redis;
  /** Told while Redis is away, and it is tried again; or of a notice that is none. */
  onFailed: (error: unknown) => void;
}

/** Notices for the users who are here and for those who watch the lobby here, from their sharded channels. */
export interface NoticeFeed {
  /** A connection of the user came, or the last one went. */
  changed(userId: string): void;
  /** The subscriptions were away: what was said meanwhile is lost, but no session outlives its end. */
  restored(): void;
  /** Channels on their way to be heard, or not any more. */
  size(): number;
}

/** Any event with its own payload, which the compiler cannot tell of a union. */
type Teller = { emit(event: string, payload: unknown): unknown };
const tell = (tellers: readonly Teller[], { event, payload }: NodeNotice): void => {
  for (const teller of tellers) teller.emit(event, payload);
};

export const createNoticeFeed = (options: NoticeFeedOptions): NoticeFeed => {
  const { io, people, sessions, redis, onFailed } = options;
  const { adapter } = io.of('/');

  /** The password may have been changed between the look at a token and the first notice that would be heard. */
  const endOldSessions = async (userId: string): Promise<void> => {
    const updatedAt = await redis.get(passwordUpdatedAtKey(userId));
    if (updatedAt !== null) sessions.endBefore(userId, Number(updatedAt));
  };

  const settler = createSettler(async (channel) => {
    // Its offline queue would keep this waiting for as long as an outage lasts.
    if (redis.status !== 'ready') throw errorOf('UNAVAILABLE');
    const userId = userOfChannel(channel);
    const wanted = userId === null ? adapter.rooms.has(LOBBY) : people.of(userId).length > 0;
    if (!wanted) return void (await redis.sunsubscribe(channel));
    await redis.ssubscribe(channel);
    if (userId !== null) await endOldSessions(userId);
  }, onFailed);

  const deliver = (userId: string | null, notice: NodeNotice): void => {
    if (userId === null) tell([io.local.to(LOBBY)], notice);
    else if (notice.event === 'endSessions') sessions.endBefore(userId, notice.payload.before);
    else tell(people.of(userId), notice);
  };

  redis.on('smessage', (channel: string, message: string) => {
    const userId = userOfChannel(channel);
    if (userId === null && channel !== LOBBY_CHANNEL) return;
    try {
      deliver(userId, parseNotice(message));
    } catch (error) {
      onFailed(error);
    }
  });
  const onLobby = (room: string): void => {
    if (room === LOBBY) settler.poke(LOBBY_CHANNEL);
  };
  adapter.on('create-room', onLobby);
  adapter.on('delete-room', onLobby);

  return {
    changed: (userId) => settler.poke(userChannel(userId)),
    restored() {
      for (const userId of people.ids()) settler.poke(userChannel(userId));
      settler.poke(LOBBY_CHANNEL);
    },
    size: settler.size,
  };
};
