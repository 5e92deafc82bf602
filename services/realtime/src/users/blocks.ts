import type { BlockMirror } from '@doushouqi/service-kit';
import { NODES_CHANNEL } from '@doushouqi/service-kit/socket-cluster';
import type { RealtimeServer } from '../realtime-socket.ts';
import { Reconciler } from '../reconciler.ts';
import type { RedisConnection } from '../redis/redis-connection.ts';
import type { UserSockets } from './user-sockets.ts';

export interface BlocksOptions {
  io: RealtimeServer;
  users: Pick<UserSockets, 'ids' | 'isHere' | 'on'>;
  connection: Pick<RedisConnection, 'isReady' | 'on'>;
  mirror: Pick<BlockMirror, 'of'>;
  /** Called for failures while Redis is unavailable; the read is repeated after the outage. */
  onFailed: (error: unknown, userId: string) => void;
}

const NO_USERS: ReadonlySet<string> = new Set();

/**
 * Blocks of the users on this node. Read when a user first enters a room and when social reports a change, so that no
 * chat line needs a call; dropped with the user's last socket.
 */
export class Blocks {
  readonly #options: BlocksOptions;
  readonly #known = new Map<string, ReadonlySet<string>>();
  readonly #reads: Reconciler;

  constructor(options: BlocksOptions) {
    const { io, users, connection, onFailed } = options;
    this.#options = options;
    this.#reads = new Reconciler((userId) => this.#readAgain(userId), onFailed);
    io.on('blocksChanged', ({ userId }) => {
      if (users.isHere(userId)) this.#reads.changed(userId);
    });
    users.on('gone', (userId) => this.#known.delete(userId));
    connection.on('restored', (gaps) => {
      if (!gaps.has(NODES_CHANNEL)) return;
      for (const userId of this.#known.keys()) this.#reads.changed(userId);
    });
  }

  /** Await this before the user enters a room. Rejects while Redis is unavailable. */
  async ready(userId: string): Promise<void> {
    if (!this.#known.has(userId)) await this.#read(userId);
  }

  of(userId: string): ReadonlySet<string> {
    return this.#known.get(userId) ?? NO_USERS;
  }

  /** Returns the sockets in a Socket.IO room whose users block this user. */
  blockersIn(userId: string, room: string): string[] {
    const { sockets, adapter } = this.#options.io.of('/');
    return [...(adapter.rooms.get(room) ?? [])].filter((id) => {
      const socket = sockets.get(id);
      return socket !== undefined && this.of(socket.data.userId).has(userId);
    });
  }

  /** Number of users that are read or cached without a connection. */
  size(): number {
    const { users } = this.#options;
    const gone = [...this.#known.keys()].filter((userId) => !users.isHere(userId));
    return gone.length + this.#reads.size();
  }

  /** After an outage all users are read again. */
  async #readAgain(userId: string): Promise<void> {
    if (this.#options.connection.isReady) await this.#read(userId);
  }

  async #read(userId: string): Promise<void> {
    const { mirror, users } = this.#options;
    const blocked = await mirror.of(userId);
    if (users.isHere(userId)) this.#known.set(userId, blocked.size > 0 ? blocked : NO_USERS);
  }
}
