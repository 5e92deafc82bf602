import type { RoomSnapshot } from '@doushouqi/protocol';
import { isOver } from '@doushouqi/room';
import type { DELAYS, OnlineGameDeps, OnlineStore } from './online-store.ts';
import { type Reconciled, reconcile } from './reconcile.ts';

interface Handlers {
  take: (result: Reconciled) => void;
  /** Requests over the connection, which is up. */
  sync: () => Promise<void>;
}

/** Polls the room at intervals, independent of events. */
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

  /** One poll: over the socket while it is up, else over HTTP; then schedules the next. */
  async check(): Promise<void> {
    clearTimeout(this.#next);
    if (this.#store.get().connection === 'up') await this.#handlers.sync();
    else await this.#fetch();
    if (this.#store.get().phase === 'ready' && !this.#isIdle()) this.arm();
  }

  /** Schedules the next poll. */
  arm(): void {
    clearTimeout(this.#next);
    if (!this.#stopped) this.#next = setTimeout(() => void this.check(), this.#pause());
  }

  #pause(): number {
    const { room } = this.#store.get().local;
    const isVisit = this.#deps.userId === null && (room === null || !isOver(room));
    return isVisit ? this.#delays.visit : this.#delays.poll;
  }

  /** The server has at least version `v`: requests it if the events do not arrive in time. */
  expect(v: number): void {
    const isBehind = (): boolean => (this.#store.get().local.room?.v ?? -1) < v;
    clearTimeout(this.#overdue);
    if (this.#stopped || !isBehind()) return;
    this.#overdue = setTimeout(() => {
      if (isBehind()) void this.check();
    }, this.#delays.event);
  }

  /** A finished room sends an event when it continues: clients with events need not poll it. */
  #isIdle(): boolean {
    const { local, connection } = this.#store.get();
    const { room, pending } = local;
    return connection === 'up' && room !== null && isOver(room) && !pending;
  }

  async #fetch(): Promise<void> {
    const { roomId, userId, api, now, takeEarly } = this.#deps;
    try {
      const early = userId === null ? await takeEarly?.(roomId) : null;
      const sentAt = early?.sentAt ?? now();
      const room = early?.room ?? (await api.getRoom({ params: { roomId }, query: { view: 'compact' } }));
      if (this.#stopped || !('record' in room)) return;
      this.#store.observe(room.serverTime, sentAt);
      if (userId === null) this.#store.set({ connection: 'none' });
      this.#adopt(room);
    } catch (error) {
      if (!this.#stopped) this.#store.fail(error);
    }
  }

  /** A snapshot over HTTP cannot decide about a resend. */
  #adopt(room: RoomSnapshot): void {
    const result = reconcile(this.#store.get().local, { kind: 'snapshot', room });
    this.#handlers.take(result.fate === 'resend' ? { ...result, fate: 'pending' } : result);
    if (!this.#store.get().local.room) this.#store.set({ phase: 'damaged' });
  }
}
