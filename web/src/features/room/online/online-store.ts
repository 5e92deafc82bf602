import { type ApiClient, ApiError, type RoomSnapshot } from '@doushouqi/protocol';
import { type DELAYS, type RoomState, serverTimeOf } from '@doushouqi/room-client';
import type { GameSocket } from '@doushouqi/room-client/connection';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { logFailure } from '../../../client/log.ts';
import { initialState, type OnlineData, type OnlineState, type Viewer, withData } from './online-state.ts';

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
  /** Returns a room that was requested before this game was created, once, and when (`now`); else null. */
  takeEarly?: (roomId: string) => Promise<{ room: RoomSnapshot; sentAt: number } | null>;
  /** The user's id; null for a visitor, who has no socket. */
  userId: string | null;
  /** The user's one connection, which is persistent and shared (`keepConnected`). */
  connect: () => Promise<GameSocket>;
  /** Monotonic milliseconds. */
  now: () => number;
  random: () => number;
  randomId: () => string;
  delays?: Partial<typeof DELAYS>;
}

/** The phase after a refusal that a retry does not change. */
const LOST: Partial<Record<ApiError['code'], OnlineData['phase']>> = {
  ROOM_NOT_FOUND: 'missing',
  SEAT_FREE: 'free',
  SPECTATORS_CLOSED: 'closed',
};

/** Holds the state of an online game: a change of data also updates the derived state. */
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

  /** The server's time as estimated by this client, epoch ms; null before the first observation. */
  serverTime(): number | null {
    return serverTimeOf(this.get(), this.#now());
  }

  set(change: Partial<OnlineData>): void {
    this.api.setState(withData(this.get(), change, this.#viewer), true);
  }

  /** Takes what the client of the room knows now. A loaded room is shown. */
  take(change: Partial<RoomState>): void {
    this.set(change.local?.room ? { ...change, phase: 'ready' } : change);
  }

  /** Ends the view of a room that does not exist or is not for this user. Returns false for other refusals. */
  refused(code: ApiError['code']): boolean {
    const phase = LOST[code];
    if (phase) this.set({ phase });
    return phase !== undefined;
  }

  /**
   * Handles a failure to load the room. A room that is already shown stays, unless it does not exist on the server.
   */
  fail(error: unknown): void {
    if (!(error instanceof ApiError)) logFailure('The room failed', error);
    const refusal = error instanceof ApiError && error.status > 0 ? error : null;
    const phase = error instanceof ApiError ? 'failed' : 'broken';
    if (refusal && this.refused(refusal.code)) return;
    if (this.get().phase !== 'ready') this.set({ phase, failure: refusal?.message ?? null });
    else if (this.#viewer.userId === null) this.set({ connection: 'down' });
  }
}
