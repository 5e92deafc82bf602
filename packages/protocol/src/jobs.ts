/**
 * Queue jobs (BullMQ). A job only wakes somebody up: the verdict comes from the stored room, so a job that
 * comes twice, late or never does no harm (a sweeper looks as well).
 */

/** Keys of a queue share one hash slot, so that Redis Cluster works. */
export const QUEUE_PREFIX = '{queue}';

/** Looks at a room at a set time. */
export const ROOM_QUEUE = 'room';
/** The jobs of that queue by name, and what each carries. */
export interface RoomJob {
  /** One for a running game: whether a clock ran out; comes back until the game is over. */
  clock: GameJob;
  /** One for an absence: whether the player stayed away too long. */
  absence: GameJob;
  /** Whether those who came to watch have a connection to the room; who has none is taken off its list. */
  spectators: { roomId: string; userIds: string[] };
}
export type RoomJobName = keyof RoomJob;

export interface GameJob {
  roomId: string;
  gameId: string;
}

/** Hand a finished game to the record service. */
export const ARCHIVE_QUEUE = 'archive';
export interface ArchiveJob {
  roomId: string;
  gameId: string;
}
