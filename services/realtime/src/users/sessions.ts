import { setTimeout as delay } from 'node:timers/promises';
import { errorBody } from '@doushouqi/protocol';
import {
  type AppError,
  endedAmong,
  errorOf,
  isEndedBy,
  type OriginSanctions,
  originRefusal,
  type TokenVerifier,
} from '@doushouqi/service-kit';
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
  origins: OriginSanctions;
  /** Interval of checks for expired tokens and revoked keys; `SWEEPS` of them check every session. Milliseconds. */
  sweepMs: number;
  /** Epoch ms. */
  now: () => number;
  /** Called for failures while Redis is unavailable; the check is retried. */
  onFailed: (error: unknown, userId: string) => void;
}

/** Number of waves that disconnect the sockets of a revoked key, and the interval between them. */
const WAVES = 20;
const WAVE_INTERVAL_MS = 100;

/** Number of sweeps after which every user has been checked: a notice may be lost without an outage of Redis. */
const SWEEPS = 6;

function end(socket: RealtimeSocket, { code, message }: AppError = errorOf('TOKEN_EXPIRED')): void {
  socket.emit('sessionEnded', errorBody(code, message));
  socket.disconnect(true);
}

/**
 * Ends connections with their session: when the token expires, the user logs out, the password changes, the token's key
 * is revoked, or the account, its network or its device is closed. Auth and moderation notify all nodes. A notice may precede the connection or be
 * missed, so the node also checks every new user, all users after an outage, and each user from time to time.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #timer: NodeJS.Timeout;
  /** By user. */
  readonly #checks: Reconciler;
  /** Connected users who are still to be checked in this round of sweeps, and the number of those in each sweep. */
  #unchecked: string[] = [];
  #share = 0;
  #stopped = false;
  #dropping = false;

  constructor(options: SessionsOptions) {
    const { io, users, connection, origins, sweepMs, onFailed } = options;
    this.#options = options;
    this.#checks = new Reconciler((userId) => this.#check(userId), onFailed);
    this.#timer = setInterval(() => this.#sweep(), sweepMs).unref();
    io.on('endSessions', ({ userId, before }) => void this.#end(userId, (its) => isEndedBy(its, before)));
    io.on(
      'endSession',
      ({ userId, sessionId }) => void this.#end(userId, (its) => its.sessionId === sessionId),
    );
    io.on('sanctionsChanged', ({ userId }) => {
      if (users.isHere(userId)) this.#checks.changed(userId);
    });
    io.on('originsChanged', () => {
      origins.forget();
      void this.#endClosedOrigins();
    });
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

  /** Returns the sessions of a user that have ended, with the reasons; none while Redis is unavailable. */
  async #ended(userId: string): Promise<Map<SocketData, AppError>> {
    const { users, connection, now } = this.#options;
    // After an outage all users are checked.
    if (!connection.isReady || !users.isHere(userId)) return new Map();
    const sessions = users.of(userId).map(({ data }) => data);
    return endedAmong(connection.client, userId, sessions, now());
  }

  async #check(userId: string): Promise<void> {
    const ended = await this.#ended(userId);
    for (const socket of this.#options.users.of(userId)) {
      const reason = ended.get(socket.data);
      if (reason) end(socket, reason);
    }
  }

  /** Ends what a notice says is over. The notice of a closure may arrive later, so the reason is read. Does not reject. */
  async #end(userId: string, isOver: (session: SocketData) => boolean): Promise<void> {
    const ended = await this.#ended(userId).catch(() => new Map<SocketData, AppError>());
    for (const socket of this.#options.users.of(userId))
      if (isOver(socket.data)) end(socket, ended.get(socket.data));
  }

  #sweep(): void {
    const { io, now } = this.#options;
    const at = now();
    for (const socket of io.sockets.sockets.values()) if (socket.data.expiresAt <= at) end(socket);
    this.#checkSome();
    void this.#dropKeys();
    void this.#endClosedOrigins();
  }

  /** Ends the connections from closed networks and devices. Does not reject. */
  async #endClosedOrigins(): Promise<void> {
    const { io, origins, now } = this.#options;
    for (const socket of [...io.sockets.sockets.values()]) {
      const { address, device, role, memberSince } = socket.data;
      const { close } = await origins.of({ address, device, account: { role, memberSince } });
      if (close !== undefined) end(socket, originRefusal(close, now()));
    }
  }

  #checkSome(): void {
    if (this.#unchecked.length === 0) {
      this.#unchecked = this.#options.users.ids();
      this.#share = Math.ceil(this.#unchecked.length / SWEEPS);
    }
    for (const userId of this.#unchecked.splice(0, this.#share)) this.#checks.changed(userId);
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
