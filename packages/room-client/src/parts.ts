import type { ApiError, RoomSnapshot } from '@doushouqi/protocol';
import type { GameSocket } from './keep-connected.ts';
import type { Local, Reconciled } from './reconcile.ts';
import type { DELAYS, RoomNotice, StateHolder } from './state.ts';

export interface RoomClientOptions {
  roomId: string;
  /** The user's id; null for a visitor, who has no socket. */
  userId: string | null;
  /** Returns the user's one connection, which reconnects by itself (`keepConnected`) and may be shared. */
  connect: () => Promise<GameSocket>;
  /** Requests the room over HTTP; `sentAt`: monotonic ms. Without it only the connection is used. */
  load?: () => Promise<{ room: RoomSnapshot; sentAt: number }>;
  /** Monotonic milliseconds. */
  now: () => number;
  /** Returns a new id for a command: the server executes each id once. */
  randomId: () => string;
  delays?: Partial<typeof DELAYS>;
  /** Whether each move that arrives is confirmed, so that the server measures the delivery to users. Default: no. */
  confirmsMoves?: boolean;
  /** Default: the client's own. */
  holder?: StateHolder;
  /** The room or the own move in it changed. */
  onChange?: () => void;
  onNotice?: (notice: RoomNotice) => void;
  /** The room does not exist, or is not for this user; it is no longer polled. */
  onClosed?: (code: ApiError['code']) => void;
  /** `load` failed otherwise. */
  onLoadFailed?: (error: unknown) => void;
  /** `load` returned no valid game. */
  onDamaged?: () => void;
}

/** What the parts of a client share. */
export interface Shared {
  options: RoomClientOptions;
  delays: typeof DELAYS;
  holder: StateHolder;
  /** Receives the room after data of the server. */
  take: (result: Reconciled) => void;
  /** Stores the room and the own move in it. */
  setLocal: (local: Local) => void;
  notify: (notice: RoomNotice) => void;
  closed: (code: ApiError['code']) => void;
}
