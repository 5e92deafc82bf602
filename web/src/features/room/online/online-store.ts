import { type ApiClient, ApiError, ROOM_POLL_INTERVAL, VISITOR_POLL_INTERVAL } from '@doushouqi/protocol';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { GameSocket } from '../../../client/connection.ts';
import { logFailure } from '../../../client/log.ts';
import { observeClock } from './clock-sync.ts';
import { initialState, type OnlineData, type OnlineState, type Viewer, withData } from './online-state.ts';

/** What an online game needs of the world around it. */

/** How long things may take before something else is done. Milliseconds. */
export const DELAYS = {
  /** Between two looks at the room, whatever events came (spec §7). */
  poll: ROOM_POLL_INTERVAL,
  /** The same for a visitor while the game runs. */
  visit: VISITOR_POLL_INTERVAL,
  /** An acknowledgement that takes longer is lost. */
  ack: 5_000,
  /** An event may lag behind the acknowledgement that announced it. */
  event: 1_000,
  /** Before the same question again. */
  retry: 1_000,
};

export interface OnlineGameDeps {
  roomId: string;
  api: Pick<
    ApiClient,
    | 'joinRoom'
    | 'getRoom'
    | 'surrender'
    | 'leaveRoom'
    | 'leaveSpectating'
    | 'claimTimeout'
    | 'requestDraw'
    | 'cancelDraw'
    | 'requestUndo'
    | 'acceptUndo'
    | 'rejectUndo'
    | 'requestReset'
    | 'acceptReset'
    | 'rejectReset'
    | 'clearAction'
    | 'clearOfflineSurrender'
    | 'setTimeControl'
    | 'sayInRoom'
  >;
  /** The person's id, null for a visitor: then there is no socket. */
  userId: string | null;
  /** The person's one connection, which is kept and shared with others (`keepConnected`). */
  connect: () => Promise<GameSocket>;
  /** Monotonic milliseconds. */
  now: () => number;
  random: () => number;
  randomId: () => string;
  delays?: Partial<typeof DELAYS>;
}

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

  set(change: Partial<OnlineData>): void {
    this.api.setState(withData(this.get(), change, this.#viewer), true);
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
