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
  /** Told while Redis is away; it is read again after the outage. */
  onFailed: (error: unknown, userId: string) => void;
}

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Whom the users on this node do not want to hear. Read when a user first enters a room and whenever social says that it
 * changed, so no line needs a call; forgotten when the user's last socket goes.
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

  /** To be awaited before the user is in a room. Rejects while Redis is away. */
  async ready(userId: string): Promise<void> {
    if (!this.#known.has(userId)) await this.#read(userId);
  }

  of(userId: string): ReadonlySet<string> {
    return this.#known.get(userId) ?? NOBODY;
  }

  /** Those of the sockets in a Socket.IO room that do not hear this user. */
  deafTo(userId: string, room: string): string[] {
    const { sockets, adapter } = this.#options.io.of('/');
    return [...(adapter.rooms.get(room) ?? [])].filter((id) => {
      const socket = sockets.get(id);
      return socket !== undefined && this.of(socket.data.userId).has(userId);
    });
  }

  /** Users who are being read, or are kept without being here. */
  size(): number {
    const { users } = this.#options;
    const gone = [...this.#known.keys()].filter((userId) => !users.isHere(userId));
    return gone.length + this.#reads.size();
  }

  /** After an outage everybody is read again. */
  async #readAgain(userId: string): Promise<void> {
    if (this.#options.connection.isReady) await this.#read(userId);
  }

  async #read(userId: string): Promise<void> {
    const { mirror, users } = this.#options;
    const blocked = await mirror.of(userId);
    if (users.isHere(userId)) this.#known.set(userId, blocked.size > 0 ? blocked : NOBODY);
  }
}
