import { ApiError } from '@doushouqi/protocol';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { logFailure } from '../../../client/log.ts';
import { observeClock } from './clock-sync.ts';
import type { OnlineGameDeps } from './online-deps.ts';
import { initialState, type OnlineFacts, type OnlineState, type Viewer, withFacts } from './online-state.ts';

/** Holds the state of an online game: whoever changes a fact changes what follows from it. */
export class OnlineStore {
  readonly api: StoreApi<OnlineState>;
  readonly #viewer: Viewer;
  readonly #now: () => number;

  constructor({ userId, now }: Pick<OnlineGameDeps, 'userId' | 'now'>) {
    this.#now = now;
    this.#viewer = { userId, serverTime: () => this.serverTime() };
    this.api = createStore(() => initialState(this.#viewer));
  }

  get(): OnlineState {
    return this.api.getState();
  }

  /** The server's time by this client's reckoning, epoch ms; null before it was ever seen. */
  serverTime(): number | null {
    const { sync } = this.get();
    return sync && this.#now() + sync.offset;
  }

  set(change: Partial<OnlineFacts>): void {
    this.api.setState(withFacts(this.get(), change, this.#viewer), true);
  }

  /** The server said its time to a question of `sentAt`, monotonic ms. */
  observe(serverTime: number, sentAt: number): void {
    this.set({ sync: observeClock(this.get().sync, serverTime, sentAt, this.#now()) });
  }

  /** The room could not be had. One that is on the screen already stays there, unless it is gone. */
  fail(error: unknown): void {
    if (!(error instanceof ApiError)) logFailure('The room failed', error);
    const refusal = error instanceof ApiError && error.status > 0 ? error : null;
    const phase = error instanceof ApiError ? 'failed' : 'broken';
    if (refusal?.code === 'ROOM_NOT_FOUND') this.set({ phase: 'missing' });
    else if (this.get().phase !== 'ready') this.set({ phase, failure: refusal?.message ?? null });
    else if (this.#viewer.userId === null) this.set({ connection: 'down' });
  }
}
