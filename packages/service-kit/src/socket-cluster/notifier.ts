import type { Notice, PersonalEvents } from '@doushouqi/protocol';
import { Server } from 'socket.io';
import type { RedisClient } from '../redis.ts';
import {
  type ChannelPublisher,
  type ChannelSubscriber,
  type ClusterEvents,
  createClusterAdapter,
  LOBBY_ROOM,
  tournamentRoom,
  userRoom,
} from './cluster-adapter.ts';

/**
 * Notifies users at once, through the realtime nodes that hold their connections. Nothing is stored for offline
 * users. Each method resolves when Redis has the message, and rejects while Redis is unavailable.
 */
export interface Notifier {
  notify(userIds: readonly string[], notice: Notice): Promise<void>;
  /** Notifies every connection that watches the lobby. */
  notifyLobby(notice: Notice): Promise<void>;
  /** Notifies every connection that watches the tournament. */
  notifyTournament(id: string, notice: Notice): Promise<void>;
  /** Notifies every connection. */
  notifyAll(notice: Notice): Promise<void>;
  /** Ends the connections of the user whose token was issued before `before`, epoch ms. */
  endSessions(userId: string, before: number): Promise<void>;
  /** Ends the connections of one session of the user. */
  endSession(userId: string, sessionId: string): Promise<void>;
  /** Makes the nodes reload the list of users that this user blocked. */
  blocksChanged(userId: string): Promise<void>;
  /** Makes the nodes read the sanctions of this user again, which ends the connections of a closed account. */
  sanctionsChanged(userId: string): Promise<void>;
  /** Makes the nodes read the sanctions of address ranges and devices again, which ends the connections of closed ones. */
  originsChanged(): Promise<void>;
}

/** A service only publishes, so it subscribes to nothing. */
const NO_SUBSCRIBER: ChannelSubscriber = { sSubscribe: () => undefined, sUnsubscribe: () => undefined };

type NoEvents = Record<never, never>;
type Sender = Server<NoEvents, PersonalEvents, ClusterEvents>;

/** Creates a Socket.IO server without connections: it publishes through the same adapter as the realtime nodes. */
export function createNotifier(redis: RedisClient): Notifier {
  let published: Promise<unknown> | undefined;
  const publisher: ChannelPublisher = {
    spublish(channel, message) {
      published = redis.spublish(channel, message);
      return published;
    },
  };
  const io: Sender = new Server({ adapter: createClusterAdapter(publisher, NO_SUBSCRIBER) });

  /** The adapter publishes before `send` returns, but does not report whether that succeeded. */
  const sent = async (send: () => void): Promise<void> => {
    published = undefined;
    send();
    await published;
  };
  // The compiler cannot check that event and payload belong together.
  interface Sockets {
    emit(event: string, payload: unknown): unknown;
  }
  const to = (sockets: Sockets, { event, payload }: Notice): Promise<void> =>
    sent(() => sockets.emit(event, payload));
  const toRoom = (room: string, notice: Notice): Promise<void> => to(io.to(room), notice);

  return {
    // One publish per user: only a message to a single room uses that room's channel.
    async notify(userIds, notice) {
      await Promise.all(userIds.map((userId) => toRoom(userRoom(userId), notice)));
    },
    notifyLobby: (notice) => toRoom(LOBBY_ROOM, notice),
    notifyTournament: (id, notice) => toRoom(tournamentRoom(id), notice),
    notifyAll: (notice) => to(io, notice),
    endSessions: (userId, before) => sent(() => io.serverSideEmit('endSessions', { userId, before })),
    endSession: (userId, sessionId) => sent(() => io.serverSideEmit('endSession', { userId, sessionId })),
    blocksChanged: (userId) => sent(() => io.serverSideEmit('blocksChanged', { userId })),
    sanctionsChanged: (userId) => sent(() => io.serverSideEmit('sanctionsChanged', { userId })),
    originsChanged: () => sent(() => io.serverSideEmit('originsChanged', {})),
  };
}
