import type { Online } from '@doushouqi/presence';
import { Reconciler } from '../reconciler.ts';
import type { UserSockets } from './user-sockets.ts';

export interface OnlineUsersOptions {
  boot: string;
  online: Pick<Online, 'connected' | 'disconnected'>;
  users: Pick<UserSockets, 'isHere' | 'ids' | 'on'>;
  onFailed: (error: unknown, userId: string) => void;
}

/** Tells who has a connection to this node, for friends to see who is online. */
export class OnlineUsers {
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

  /** Says anew who is here, after this node was given up for dead. */
  sayAll(): void {
    for (const userId of this.#users.ids()) this.#reconciler.changed(userId);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Users of whom it is being told. */
  size(): number {
    return this.#reconciler.size();
  }
}
