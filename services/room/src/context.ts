import type { CommandResult, RoomDoor, RoomStore, WaitingRooms } from '@doushouqi/room-core';
import type { BlockMirror, Moderator, RateLimiter } from '@doushouqi/service-kit';
import type { MoveHistories } from './presenters/move-histories.ts';

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
  /** Lets a user watch, together with others who come at that moment. */
  admitSpectator: (roomId: string, userId: string) => Promise<CommandResult>;
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
