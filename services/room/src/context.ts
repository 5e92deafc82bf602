import type { RoomDoor, RoomStore, WaitingRooms } from '@doushouqi/room-core';
import type { BlockMirror, Moderator, RateLimiter } from '@doushouqi/service-kit';
import type { MoveHistories } from './room-details.ts';
import type { SpectatorBatches } from './spectator-batches.ts';

/** What one player writes to the other alone. */
export interface PrivateText {
  fromId: string;
  toId: string;
  content: string;
}

/** What the commands work with; each names the part that it needs. */
export interface RoomContext {
  store: Pick<RoomStore, 'load' | 'noteArranged'>;
  door: RoomDoor;
  waiting: WaitingRooms;
  blocks: Pick<BlockMirror, 'of'>;
  histories: MoveHistories;
  spectators: SpectatorBatches;
  /** What a user is called; a placeholder where that is not known. Never rejects. */
  nicknameOf: (userId: string) => Promise<string>;
  /** Hands a private message to social; rejects with its refusal, or UNAVAILABLE while it is away. */
  deliver: (text: PrivateText, requestId: string) => Promise<void>;
  moderator: Moderator;
  /** By user; looks and boards by address. */
  limits: Record<'joins' | 'messages' | 'verbs' | 'looks' | 'boards', RateLimiter>;
  /** Epoch ms. */
  now: () => number;
}
