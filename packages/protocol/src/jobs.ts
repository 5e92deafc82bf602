/**
 * Queue jobs (BullMQ). A job only triggers a check of the stored room, so duplicate, late and lost jobs are harmless; a
 * sweeper covers lost ones.
 */

/** Keys of a queue share one hash slot, as Redis Cluster requires. */
export const QUEUE_PREFIX = '{queue}';

/** Queue of scheduled room checks. */
export const ROOM_QUEUE = 'room';
/** The jobs of that queue by name, with their data. */
export interface RoomJob {
  /** One per running game: checks the clock; repeats until the game is over. */
  clock: GameJob;
  /** One per absence: checks whether the player is offline for too long. */
  absence: GameJob;
  /** Removes new spectators who never connected to the room. */
  spectators: { roomId: string; userIds: string[] };
}
export type RoomJobName = keyof RoomJob;

export interface GameJob {
  roomId: string;
  gameId: string;
}

/** Queue of finished games for the record service. */
export const ARCHIVE_QUEUE = 'archive';
export interface ArchiveJob {
  roomId: string;
  gameId: string;
}

/** Queue of calls by Web Push for the social service, which drops those that are no longer due. */
export const PUSH_QUEUE = 'push';
/** `ply`: half-moves played before the user's turn. `only`: the devices (session ids) that a retry calls. */
export type PushJob = { userId: string; only?: string[] } & (
  | { kind: 'turn'; roomId: string; gameId: string; ply: number }
  | { kind: 'challenge'; challengeId: string; fromId: string }
  | { kind: 'invitation'; roomId: string; fromId: string }
  | { kind: 'friendRequest' | 'message'; fromId: string }
);
