import { setTimeout as delay } from 'node:timers/promises';
import { errorBody } from '@doushouqi/protocol';
import { endedAmong, type TokenVerifier } from '@doushouqi/service-kit';
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
  /** Tokens that ran out, or whose key is accepted no more, are looked for this often. Milliseconds. */
  sweepMs: number;
  /** Epoch ms. */
  now: () => number;
  /** Told while Redis is away; it is tried again. */
  onFailed: (error: unknown, userId: string) => void;
}

/** Sockets that end together with their key: in how many waves, and how far these are apart. */
const WAVES = 20;
const WAVE_INTERVAL_MS = 100;

function end(socket: RealtimeSocket): void {
  socket.emit('sessionEnded', errorBody('TOKEN_EXPIRED'));
  socket.disconnect(true);
}

/**
 * A connection lives no longer than the session that it belongs to: until its token runs out, its user logs out,
 * the password changes, or the key that signed the token is accepted no more. Auth tells all nodes of it. It may have happened just after a token was looked at, or while the
 * node did not hear; so the node itself looks for every user who came, and for all after an outage.
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
    io.on('endSessions', ({ userId, before }) => this.#end(userId, ({ issuedAt }) => issuedAt < before));
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
    void this.#dropKeys();
  }

  /** In waves, as all of them ask for a login next. Once the key is accepted again, nobody else is thrown out. */
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

  /** The sockets that came in by a key that is accepted no more. */
  async #keyless(): Promise<RealtimeSocket[]> {
    const { io, verifier } = this.#options;
    const keys = await verifier.keys();
    return [...io.sockets.sockets.values()].filter(({ data }) => !keys.has(data.keyId));
  }
}
