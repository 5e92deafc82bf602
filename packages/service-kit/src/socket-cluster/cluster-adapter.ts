import { createShardedAdapter } from '@socket.io/redis-adapter';

const USER_ROOM_PREFIX = 'user:';
/** Returns the Socket.IO room of all connections of a user, on any node. */
export function userRoom(userId: string): string {
  return USER_ROOM_PREFIX + userId;
}
/** Returns the user of a room made by `userRoom`, or null for another room. */
export function userOfRoom(room: string): string | null {
  return room.startsWith(USER_ROOM_PREFIX) ? room.slice(USER_ROOM_PREFIX.length) : null;
}
/** Socket.IO room of the connections that watch the lobby. */
export const LOBBY_ROOM = 'lobby';
const TOURNAMENT_ROOM_PREFIX = 'tournament:';
/** Returns the Socket.IO room of the connections that watch a tournament. */
export function tournamentRoom(id: string): string {
  return TOURNAMENT_ROOM_PREFIX + id;
}
/** Returns whether a room is one of `tournamentRoom`. */
export function isTournamentRoom(room: string): boolean {
  return room.startsWith(TOURNAMENT_ROOM_PREFIX);
}

/** Events between nodes; all other events go to clients. */
export interface ClusterEvents {
  /** Sessions of the user with a token issued before `before` (epoch ms) ended. */
  endSessions: (ended: { userId: string; before: number }) => void;
  /** One session of the user ended. */
  endSession: (ended: { userId: string; sessionId: string }) => void;
  /** The user blocked or unblocked a user. */
  blocksChanged: (changed: { userId: string }) => void;
  /** The sanctions of the user changed: connections of a closed account end. */
  sanctionsChanged: (changed: { userId: string }) => void;
  /** Sanctions of address ranges or devices changed: connections from closed ones end. */
  originsChanged: (changed: { userId?: never }) => void;
}

const CHANNEL_PREFIX = 'socket.io';
/** Channel on which a node notifies all other nodes. The names of room channels begin with it. */
export const NODES_CHANNEL = `${CHANNEL_PREFIX}#/#`;
/** Returns the sharded Redis channel of a Socket.IO room. */
export function channelOfSocketRoom(room: string): string {
  return `${NODES_CHANNEL}${room}#`;
}
/** Returns the Socket.IO room of a channel made by `channelOfSocketRoom`. */
export function socketRoomOfChannel(channel: string): string {
  return channel.slice(NODES_CHANNEL.length, -1);
}

/** Sends a message to a sharded channel, as ioredis does. */
export interface ChannelPublisher {
  spublish(channel: string, message: string | Buffer): Promise<unknown>;
}

/**
 * Subscribes to sharded channels for the adapter, with the method names of the `redis` package: with these the
 * adapter has no list of channels of its own. It waits for neither method and handles no failure, so neither may
 * throw or reject.
 */
export interface ChannelSubscriber {
  sSubscribe(channel: string, listener: (message: Buffer, channel: string) => void): void;
  sUnsubscribe(channel: string): void;
}

/**
 * Connects Socket.IO servers into one: a message to a room reaches its members on every node, by one sharded channel
 * per room. For `new Server({ adapter })`.
 */
export function createClusterAdapter(publisher: ChannelPublisher, subscriber: ChannelSubscriber) {
  return createShardedAdapter(publisher, subscriber, {
    channelPrefix: CHANNEL_PREFIX,
    subscriptionMode: 'dynamic',
  });
}
