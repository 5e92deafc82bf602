import { ApiError, type RoomSnapshot } from '@doushouqi/protocol';
import { isOver } from '@doushouqi/room';
import type { RoomConnection } from './connection.ts';
import type { Shared } from './parts.ts';
import { reconcile } from './reconcile.ts';
import { FINAL, observe } from './state.ts';

/** Polls the room at intervals, independent of events. */
export class RoomPoll {
  readonly #shared: Shared;
  readonly #connection: RoomConnection;
  readonly #isActive: () => boolean;
  #next: ReturnType<typeof setTimeout> | undefined;
  #overdue: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  /** `isActive`: whether the room is loaded and open to this user; only then it is polled. */
  constructor(shared: Shared, connection: RoomConnection, isActive: () => boolean) {
    this.#shared = shared;
    this.#connection = connection;
    this.#isActive = isActive;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#next);
    clearTimeout(this.#overdue);
  }

  /** One poll: over the socket while it is up, else over HTTP; then schedules the next. */
  async check(): Promise<void> {
    clearTimeout(this.#next);
    if (this.#shared.holder.get().connection === 'up') await this.#connection.sync('tail');
    else await this.#fetch();
    if (this.#isActive() && !this.#isIdle()) this.arm();
  }

  /** Schedules the next poll. */
  arm(): void {
    clearTimeout(this.#next);
    if (!this.#stopped) this.#next = setTimeout(() => void this.check(), this.#pause());
  }

  #pause(): number {
    const { room } = this.#shared.holder.get().local;
    const isVisit = this.#shared.options.userId === null && (room === null || !isOver(room));
    return isVisit ? this.#shared.delays.visit : this.#shared.delays.poll;
  }

  /** The server has at least version `v`: requests it if the events do not arrive in time. */
  expect(v: number): void {
    const isBehind = (): boolean => (this.#shared.holder.get().local.room?.v ?? -1) < v;
    clearTimeout(this.#overdue);
    if (this.#stopped || !isBehind()) return;
    this.#overdue = setTimeout(() => {
      if (isBehind()) void this.check();
    }, this.#shared.delays.event);
  }

  /** A finished room sends an event when it continues: clients with events need not poll it. */
  #isIdle(): boolean {
    const { local, connection } = this.#shared.holder.get();
    const { room, pending } = local;
    return connection === 'up' && room !== null && isOver(room) && !pending;
  }

  async #fetch(): Promise<void> {
    const { userId, now, load } = this.#shared.options;
    if (!load) return;
    try {
      const { room, sentAt } = await load();
      if (this.#stopped) return;
      observe(this.#shared.holder, room.serverTime, sentAt, now());
      if (userId === null) this.#shared.holder.set({ connection: 'none' });
      this.#adopt(room);
    } catch (error) {
      if (!this.#stopped) this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    const { options, closed } = this.#shared;
    if (error instanceof ApiError && FINAL.includes(error.code)) closed(error.code);
    else options.onLoadFailed?.(error);
  }

  /** A snapshot over HTTP cannot decide about a resend. */
  #adopt(room: RoomSnapshot): void {
    const result = reconcile(this.#shared.holder.get().local, { kind: 'snapshot', room });
    this.#shared.take(result.fate === 'resend' ? { ...result, fate: 'pending' } : result);
    if (!this.#shared.holder.get().local.room) this.#shared.options.onDamaged?.();
  }
}
