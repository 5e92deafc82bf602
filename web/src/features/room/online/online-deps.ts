import { type ApiClient, ROOM_POLL_INTERVAL, VISITOR_POLL_INTERVAL } from '@doushouqi/protocol';
import type { GameSocket } from '../../../client/connection.ts';

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
