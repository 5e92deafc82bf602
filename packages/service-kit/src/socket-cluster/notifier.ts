import type { Notice, PersonalEvents } from '@doushouqi/protocol';
import { Server } from 'socket.io';
import type { RedisClient } from '../redis.ts';
import {
  type ChannelPublisher,
  type ChannelSubscriber,
  type ClusterEvents,
  createClusterAdapter,
  LOBBY_ROOM,
  userRoom,
} from './cluster-adapter.ts';

/**
 * Tells people something at once, through the realtime nodes that hold their connections; nothing is kept for who is
 * not there. Each method resolves when Redis has it, and rejects while Redis is away.
 */
export interface Notifier {
  tell(userIds: readonly string[], notice: Notice): Promise<void>;
  /** Tells every connection that watches the lobby. */
  notifyLobby(notice: Notice): Promise<void>;
  /** Ends the connections of the user whose token was issued before `before`, epoch ms. */
  endSessions(userId: string, before: number): Promise<void>;
  /** Ends the connections of one session of the user. */
  endSession(userId: string, sessionId: string): Promise<void>;
  /** The nodes look anew at whom the user blocked. */
  blocksChanged(userId: string): Promise<void>;
}

/** A service only sends, so it subscribes to nothing. */
const NO_SUBSCRIBER: ChannelSubscriber = { sSubscribe: () => undefined, sUnsubscribe: () => undefined };

type NoEvents = Record<never, never>;
type Sender = Server<NoEvents, PersonalEvents, ClusterEvents>;

/** A Socket.IO server without connections of its own: it sends through the same adapter as the realtime nodes. */
export function createNotifier(redis: RedisClient): Notifier {
  let published: Promise<unknown> | undefined;
  const publisher: ChannelPublisher = {
    spublish(channel, message) {
      published = redis.spublish(channel, message);
      return published;
    },
  };
  const io: Sender = new Server({ adapter: createClusterAdapter(publisher, NO_SUBSCRIBER) });

  /** The adapter publishes before `send` returns, but does not say whether that worked. */
  const sent = async (send: () => void): Promise<void> => {
    published = undefined;
    send();
    await published;
  };
  const toRoom = (room: string, { event, payload }: Notice): Promise<void> => {
    // The compiler cannot tell that event and payload belong together.
    const sockets: { emit(event: string, payload: unknown): unknown } = io.to(room);
    return sent(() => sockets.emit(event, payload));
  };

  return {
    // One by one: only what is sent to a single room travels on that room's channel.
    async tell(userIds, notice) {
      await Promise.all(userIds.map((userId) => toRoom(userRoom(userId), notice)));
    },
    notifyLobby: (notice) => toRoom(LOBBY_ROOM, notice),
    endSessions: (userId, before) => sent(() => io.serverSideEmit('endSessions', { userId, before })),
    endSession: (userId, sessionId) => sent(() => io.serverSideEmit('endSession', { userId, sessionId })),
    blocksChanged: (userId) => sent(() => io.serverSideEmit('blocksChanged', { userId })),
  };
}
