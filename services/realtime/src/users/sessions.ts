import { errorBody } from '@doushouqi/protocol';
import { endedAmong } from '@doushouqi/service-kit';
import { NODES_CHANNEL } from '@doushouqi/service-kit/socket-cluster';
import type { RealtimeServer, RealtimeSocket, SocketData } from '../realtime-socket.ts';
import { Reconciler } from '../reconciler.ts';
import type { RedisConnection } from '../redis/redis-connection.ts';
import type { UserSockets } from './user-sockets.ts';

export interface SessionsOptions {
  io: RealtimeServer;
  users: Pick<UserSockets, 'of' | 'ids' | 'isHere' | 'on'>;
  connection: Pick<RedisConnection, 'client' | 'isReady' | 'on'>;
  /** Tokens that ran out are looked for this often. Milliseconds. */
  sweepMs: number;
  /** Epoch ms. */
  now: () => number;
  /** Told while Redis is away; it is tried again. */
  onFailed: (error: unknown, userId: string) => void;
}

function end(socket: RealtimeSocket): void {
  socket.emit('sessionEnded', errorBody('TOKEN_EXPIRED'));
  socket.disconnect(true);
}

/**
 * A connection lives no longer than the session that it belongs to: until its token runs out, its user logs out, or
 * the password changes. Auth tells all nodes of it. It may have happened just after a token was looked at, or while the
 * node did not hear; so the node itself looks for every user who came, and for all after an outage.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #timer: NodeJS.Timeout;
  /** By user. */
  readonly #checks: Reconciler;

  constructor(options: SessionsOptions) {
    const { io, users, connection, sweepMs, onFailed } = options;
    this.#options = options;
    this.#checks = new Reconciler((userId) => this.#check(userId), onFailed);
    this.#timer = setInterval(() => this.#sweep(), sweepMs).unref();
    io.on('endSessions', ({ userId, before }) => this.#end(userId, ({ issuedAt }) => issuedAt < before));
    io.on('endSession', ({ userId, sessionId }) => this.#end(userId, (its) => its.sessionId === sessionId));
    users.on('came', (userId) => this.#checks.changed(userId));
    connection.on('restored', (gaps) => {
      if (!gaps.has(NODES_CHANNEL)) return;
      for (const userId of users.ids()) this.#checks.changed(userId);
    });
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Users who are being looked at. */
  size(): number {
    return this.#checks.size();
  }

  async #check(userId: string): Promise<void> {
    const { users, connection } = this.#options;
    // After an outage everybody is looked at.
    if (!connection.isReady || !users.isHere(userId)) return;
    const sessions = users.of(userId).map(({ data }) => data);
    const ended = new Set(await endedAmong(connection.client, userId, sessions));
    this.#end(userId, (session) => ended.has(session));
  }

  #end(userId: string, isOver: (session: SocketData) => boolean): void {
    for (const socket of this.#options.users.of(userId)) if (isOver(socket.data)) end(socket);
  }

  #sweep(): void {
    const { io, now } = this.#options;
    const at = now();
    for (const socket of io.sockets.sockets.values()) if (socket.data.expiresAt <= at) end(socket);
  }
}
