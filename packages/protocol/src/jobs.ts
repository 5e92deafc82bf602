/**
 * Queue jobs (BullMQ). A job only wakes somebody up: the verdict comes from the stored room, so a job that
 * comes twice, late or never does no harm (a sweeper looks as well).
 */

/** Keys of a queue share one hash slot, so that Redis Cluster works. */
export const QUEUE_PREFIX = '{queue}';

/**
 * One job per running game, and one more for each absence: look whether a clock ran out or somebody stayed away too
 * long, act or come back later.
 */
export const CLOCK_QUEUE = 'clock';
export interface ClockJob {
  roomId: string;
  gameId: string;
}

/** Hand a finished game to the record service. */
export const ARCHIVE_QUEUE = 'archive';
export interface ArchiveJob {
  roomId: string;
  gameId: string;
}
