import { setTimeout as delay } from 'node:timers/promises';
import { errorBody } from '@doushouqi/protocol';
import { endedAmong, isEndedBy, type TokenVerifier } from '@doushouqi/service-kit';
import { NODES_CHANNEL } from '@doushouqi/service-kit/socket-cluster';
import type { RealtimeServer, RealtimeSocket, SocketData } from '../realtime-socket.ts';
import { Reconciler } from '../reconciler.ts';
import type { RedisConnection } from '../redis/redis-connection.ts';
import type { UserSockets } from './user-sockets.ts';

export interface SessionsOptions {
  io: RealtimeServer;
  users: Pick<UserSockets, 'of' | 'ids' | 'isHere' | 'on'>;
  connection: Pick<RedisConnection, 'client' | 'isReady' | 'on'>;
  verifier: Pick<TokenVerifier, 'keys'>;
  /** Interval of checks for expired tokens and revoked keys. Milliseconds. */
  sweepMs: number;
  /** Epoch ms. */
  now: () => number;
  /** Called for failures while Redis is unavailable; the check is retried. */
  onFailed: (error: unknown, userId: string) => void;
}

/** Number of waves that disconnect the sockets of a revoked key, and the interval between them. */
const WAVES = 20;
const WAVE_INTERVAL_MS = 100;

function end(socket: RealtimeSocket): void {
  socket.emit('sessionEnded', errorBody('TOKEN_EXPIRED'));
  socket.disconnect(true);
}

/**
 * Ends connections with their session: when the token expires, the user logs out, the password changes, or the token's
 * key is revoked. Auth notifies all nodes. A notice may precede the connection or be missed during an outage, so the
 * node also checks every new user, and all users after an outage.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #timer: NodeJS.Timeout;
  /** By user. */
  readonly #checks: Reconciler;
  #stopped = false;
  #dropping = false;

  constructor(options: SessionsOptions) {
    const { io, users, connection, sweepMs, onFailed } = options;
    this.#options = options;
    this.#checks = new Reconciler((userId) => this.#check(userId), onFailed);
    this.#timer = setInterval(() => this.#sweep(), sweepMs).unref();
    io.on('endSessions', ({ userId, before }) => this.#end(userId, (its) => isEndedBy(its, before)));
    io.on('endSession', ({ userId, sessionId }) => this.#end(userId, (its) => its.sessionId === sessionId));
    users.on('came', (userId) => this.#checks.changed(userId));
    connection.on('restored', (gaps) => {
      if (!gaps.has(NODES_CHANNEL)) return;
      for (const userId of users.ids()) this.#checks.changed(userId);
    });
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  /** Number of users with a running check. */
  size(): number {
    return this.#checks.size();
  }

  async #check(userId: string): Promise<void> {
    const { users, connection } = this.#options;
    // After an outage all users are checked.
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
    void this.#dropKeys();
  }

  /** In waves, because all of these clients log in afterwards. Stops if the key is accepted again. */
  async #dropKeys(): Promise<void> {
    if (this.#dropping) return;
    this.#dropping = true;
    let gone = await this.#keyless();
    const wave = Math.ceil(gone.length / WAVES);
    while (gone.length > 0 && !this.#stopped) {
      for (const socket of gone.slice(0, wave)) end(socket);
      await delay(WAVE_INTERVAL_MS);
      gone = await this.#keyless();
    }
    this.#dropping = false;
  }

  /** Returns the sockets whose key is not accepted. */
  async #keyless(): Promise<RealtimeSocket[]> {
    const { io, verifier } = this.#options;
    const keys = await verifier.keys();
    return [...io.sockets.sockets.values()].filter(({ data }) => !keys.has(data.keyId));
  }
}
