import type { RoomSnapshot } from '@doushouqi/protocol';
import { isOver } from '@doushouqi/room';
import type { DELAYS, OnlineGameDeps, OnlineStore } from './online-store.ts';
import { type Reconciled, reconcile } from './reconcile.ts';

interface Handlers {
  take: (result: Reconciled) => void;
  /** Asks over the connection, which is there. */
  sync: () => Promise<void>;
}

/** Looks at the room again and again, whatever events came (spec §7). */
export class RoomPoll {
  readonly #deps: OnlineGameDeps;
  readonly #delays: typeof DELAYS;
  readonly #store: OnlineStore;
  readonly #handlers: Handlers;
  #next: ReturnType<typeof setTimeout> | undefined;
  #overdue: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(deps: OnlineGameDeps, delays: typeof DELAYS, store: OnlineStore, handlers: Handlers) {
    this.#deps = deps;
    this.#delays = delays;
    this.#store = store;
    this.#handlers = handlers;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#next);
    clearTimeout(this.#overdue);
  }

  /** One look: over the socket while it is up, else over HTTP; then again after a while. */
  async look(): Promise<void> {
    clearTimeout(this.#next);
    if (this.#store.get().connection === 'up') await this.#handlers.sync();
    else await this.#fetch();
    if (this.#store.get().phase === 'ready' && !this.#isSettled()) this.arm();
  }

  /** The next look comes after the pause. */
  arm(): void {
    clearTimeout(this.#next);
    if (!this.#stopped) this.#next = setTimeout(() => void this.look(), this.#pause());
  }

  #pause(): number {
    const { room } = this.#store.get().local;
    const isVisit = this.#deps.userId === null && (room === null || !isOver(room));
    return isVisit ? this.#delays.visit : this.#delays.poll;
  }

  /** The server is at least at `v`: if the events do not say so soon, ask. */
  expect(v: number): void {
    const isBehind = (): boolean => (this.#store.get().local.room?.v ?? -1) < v;
    clearTimeout(this.#overdue);
    if (this.#stopped || !isBehind()) return;
    this.#overdue = setTimeout(() => {
      if (isBehind()) void this.look();
    }, this.#delays.event);
  }

  /** In a finished room the next event says when it goes on: those who get events need not look any more. */
  #isSettled(): boolean {
    const { local, connection } = this.#store.get();
    const { room, pending } = local;
    return connection === 'up' && room !== null && isOver(room) && !pending;
  }

  async #fetch(): Promise<void> {
    const { roomId, userId, api, now } = this.#deps;
    const sentAt = now();
    try {
      const room = await api.getRoom({ params: { roomId }, query: { view: 'compact' } });
      if (this.#stopped || !('record' in room)) return;
      this.#store.observe(room.serverTime, sentAt);
      if (userId === null) this.#store.set({ connection: 'none' });
      this.#adopt(room);
    } catch (error) {
      if (!this.#stopped) this.#store.fail(error);
    }
  }

  /** A snapshot that did not come over the socket cannot decide about sending again. */
  #adopt(room: RoomSnapshot): void {
    const result = reconcile(this.#store.get().local, { kind: 'snapshot', room });
    this.#handlers.take(result.fate === 'resend' ? { ...result, fate: 'kept' } : result);
    if (!this.#store.get().local.room) this.#store.set({ phase: 'damaged' });
  }
}
