import type { RoomDoor, RoomStore, WaitingRooms } from '@doushouqi/room-core';
import type { BlockMirror, Moderator, RateLimiter } from '@doushouqi/service-kit';
import type { MoveHistories } from './room-details.ts';
import type { SpectatorBatches } from './spectator-batches.ts';

/** A private message between players. */
export interface PrivateText {
  fromId: string;
  toId: string;
  content: string;
}

/** Parts of the service; each command names those that it needs. */
export interface RoomContext {
  store: Pick<RoomStore, 'load' | 'noteArranged' | 'noteName' | 'nameOf'>;
  door: RoomDoor;
  waiting: WaitingRooms;
  blocks: Pick<BlockMirror, 'of'>;
  histories: MoveHistories;
  spectators: SpectatorBatches;
  /** Returns a nickname, or a placeholder. Never rejects. */
  nicknameOf: (userId: string) => Promise<string>;
  /** Called if the names of players could not be stored. */
  onUnnamed: (error: unknown, roomId: string) => void;
  /** Sends a private message through social. Rejects with its refusal, or UNAVAILABLE. */
  deliver: (text: PrivateText, requestId: string) => Promise<void>;
  moderator: Moderator;
  /** Per user; `reads` and `boards` per address. */
  limits: Record<'joins' | 'messages' | 'verbs' | 'reads' | 'boards', RateLimiter>;
  /** Epoch ms. */
  now: () => number;
}
