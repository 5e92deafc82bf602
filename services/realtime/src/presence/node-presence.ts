import { randomBytes } from 'node:crypto';
import { ONLINE_LEASE } from '@doushouqi/protocol';
import { isPlaying, seatOf } from '@doushouqi/room';
import type { RoomCommands, RoomStore } from '@doushouqi/room-core';
import {
  BEAT_MS,
  type BootLoad,
  createOnline,
  createPresence,
  type Online,
  type Presence,
} from '@doushouqi/room-core/presence';
import type { Logger } from '@doushouqi/service-kit';
import { gameRoomsOf, type RealtimeSocket } from '../realtime-socket.ts';
import { Reconciler } from '../reconciler.ts';
import type { RedisConnection } from '../redis/redis-connection.ts';
import type { RoomCache } from '../rooms/room-cache.ts';
import type { UserSockets } from '../users/user-sockets.ts';
import { Attendance } from './attendance.ts';
import { compensateOutages, NodeOutages } from './outages.ts';

interface HeartbeatOptions {
  connection: Pick<RedisConnection, 'client' | 'isReady' | 'silentSince' | 'on' | 'off'>;
  presence: Pick<Presence, 'beat'>;
  boot: string;
  /** Number of open sessions. */
  sessions: () => number;
  /** The lease had expired or never existed: all users must be announced again. */
  onForgotten: () => void;
}

/** Renews this node's lease until it is stopped or the connection closes for good. */
class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #timer: NodeJS.Timeout;
  #beating = false;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#timer = setInterval(this.#beat, BEAT_MS).unref();
    options.connection.on('ready', this.#beat);
    void this.#beat();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#options.connection.off('ready', this.#beat);
  }

  readonly #beat = async (): Promise<void> => {
    const { connection, presence, boot, sessions, onForgotten } = this.#options;
    if (connection.client.status === 'end') return this.stop();
    // Heartbeats queued while Redis is unavailable would all run at once after the reconnect.
    if (this.#beating || !connection.isReady) return;
    this.#beating = true;
    connection.silentSince ??= performance.now();
    try {
      const isForgotten = await presence.beat(boot, sessions());
      connection.silentSince = null;
      if (isForgotten) onForgotten();
    } catch {
      // The next beat is the retry; the lease outlives a few failures.
    } finally {
      this.#beating = false;
    }
  };
}

interface OnlineUsersOptions {
  boot: string;
  online: Pick<Online, 'connected' | 'disconnected'>;
  users: Pick<UserSockets, 'isHere' | 'ids' | 'on'>;
  onFailed: (error: unknown, userId: string) => void;
}

/** Publishes which users have a connection to this node, for the online state of friends. */
class OnlineUsers {
  readonly #users: OnlineUsersOptions['users'];
  readonly #reconciler: Reconciler;
  #stopped = false;

  constructor({ boot, online, users, onFailed }: OnlineUsersOptions) {
    this.#users = users;
    this.#reconciler = new Reconciler(async (userId) => {
      if (this.#stopped) return;
      if (users.isHere(userId)) await online.connected(boot, userId);
      else await online.disconnected(boot, userId);
    }, onFailed);
    users.on('came', (userId) => this.#reconciler.changed(userId));
    users.on('gone', (userId) => this.#reconciler.changed(userId));
  }

  /** Announces all users again, after this node was declared dead. */
  announceAll(): void {
    for (const userId of this.#users.ids()) this.#reconciler.changed(userId);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Number of users with pending updates. */
  size(): number {
    return this.#reconciler.size();
  }
}

interface StoppingGatewaysOptions {
  presence: Pick<Presence, 'beat' | 'stopping' | 'arrive'>;
  cache: Pick<RoomCache, 'get'>;
  onFailed: (error: unknown) => void;
}

/**
 * Records the players of a stopping gateway before its clients move. The presence store treats the gateway as a
 * stopping node with these players: until its lease ends no player counts as absent, and a player who reconnects is
 * compensated once (docs/clocks.md). Resolves once all nodes can read it; an unreachable Redis does not block the
 * gateway.
 */
export type NoteGoing = (gateway: string, sockets: readonly RealtimeSocket[]) => Promise<void>;

function createStoppingGateways({ presence, cache, onFailed }: StoppingGatewaysOptions): NoteGoing {
  const gamesOf = (socket: RealtimeSocket): string[] =>
    gameRoomsOf(socket).filter((roomId) => {
      const room = cache.get(roomId);
      return room !== undefined && isPlaying(room) && seatOf(room.header, socket.data.userId) !== null;
    });
  const note: NoteGoing = async (gateway, sockets) => {
    await Promise.all([presence.stopping(gateway), presence.beat(gateway)]);
    const players = sockets.flatMap((socket) =>
      gamesOf(socket).map((roomId) => ({ roomId, userId: socket.data.userId })),
    );
    await Promise.all(players.map(({ roomId, userId }) => presence.arrive(gateway, roomId, userId)));
  };
  return (gateway, sockets) => note(gateway, sockets).catch(onFailed);
}

interface NodePresenceOptions {
  nodeId: string;
  /** Number of open sessions. */
  sessions: () => number;
  connection: RedisConnection;
  users: UserSockets;
  cache: RoomCache;
  store: RoomStore;
  execute: RoomCommands['execute'];
  spectatorGraceMs: number;
  logger: Logger;
}

/** This node's lease, its presence entries, and compensation for outages. */
interface NodePresence {
  attendance: Attendance;
  nodeOutages: NodeOutages;
  noteGoing: NoteGoing;
  /** Returns the sessions of all living nodes. */
  loads(): Promise<BootLoad[]>;
  /** Number of presence entries; 0 when all users have left. */
  size(): number;
  /**
   * Stops renewing the lease and announcing departures: users who reach another node before the lease ends were never
   * absent, the others are handled as after a node's death. Resolves once the other nodes can read that it stops.
   */
  stop(): Promise<void>;
}

export function createNodePresence(options: NodePresenceOptions): NodePresence {
  const { nodeId, connection, users, cache, logger } = options;
  // A restarted process has another id, because the connections of the old one are gone.
  const boot = `${nodeId}-${randomBytes(6).toString('hex')}`;
  const presence = createPresence(connection.client);
  const online = createOnline(connection.client, { leaseMs: ONLINE_LEASE });
  const onFailed = (error: unknown, about?: string): void =>
    logger.warn({ err: error, about }, 'could not notify who is here; it is tried again');
  const shared = { ...options, boot, presence, onFailed };

  const nodeOutages = new NodeOutages(shared);
  const attendance = new Attendance({ ...shared, nodeOutages });
  const onlineUsers = new OnlineUsers({ boot, online, users, onFailed });
  compensateOutages({ connection, cache, execute: options.execute, onFailed });
  const onForgotten = (): void => {
    attendance.announceAll();
    onlineUsers.announceAll();
  };
  const heartbeat = new Heartbeat({ ...options, presence, boot, onForgotten });
  return {
    attendance,
    nodeOutages,
    noteGoing: createStoppingGateways(shared),
    loads: () => presence.loads(),
    size: () => attendance.size() + onlineUsers.size(),
    async stop() {
      heartbeat.stop();
      attendance.stop();
      onlineUsers.stop();
      // An unreachable Redis must not block the shutdown.
      await presence.stopping(boot).catch((error: unknown) => onFailed(error));
    },
  };
}
