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
  /** One per running game: checks the clock or the deadline; repeats until the game is over. */
  clock: GameJob;
  /** One per running correspondence game: reminds the player to move; repeats likewise. */
  reminder: GameJob;
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

/** Queue of finished games for the services that receive them: one job for each, named after it. */
export const ARCHIVE_QUEUE = 'archive';

/** Queue for the moderation service of checks of rated games (docs/fair-play.md). */
export const FAIR_PLAY_QUEUE = 'fair-play';
/** The jobs of that queue by name, with their data. */
export interface FairPlayJob {
  /** Every night: queues a check of everyone who has played since. */
  night: Record<string, never>;
  /** Checks one person. */
  person: { userId: string };
}
export type FairPlayJobName = keyof FairPlayJob;

/** Queue for the social service of calls by Web Push, which it drops if they are no longer due, and of notices. */
export const PUSH_QUEUE = 'push';
/** The jobs of that queue by name, with their data. */
export interface SocialJob {
  call: PushJob;
  /** Notifies users of `gamesChanged`. */
  games: { userIds: string[] };
}
export type SocialJobName = keyof SocialJob;
/**
 * `ply`: half-moves played before the user's turn. `until`: deadline of the move in a correspondence game, epoch ms;
 * `isReminder`: it is near. `isAssigned`: the first turn in a game of a tournament, to which `tournament` has called. Of that call,
 * `until` is the end of the first move or of the check-in, which has no `roomId`. `only`: the devices (session ids) that a retry calls.
 */
export type PushJob = { userId: string; only?: string[] } & (
  | {
      kind: 'turn';
      roomId: string;
      gameId: string;
      ply: number;
      until?: number;
      isReminder?: true;
      isAssigned?: true;
    }
  | { kind: 'tournament'; tournamentId: string; name: string; until: number; roomId?: string }
  | { kind: 'challenge'; challengeId: string; fromId: string }
  | { kind: 'invitation'; roomId: string; fromId: string }
  | { kind: 'friendRequest' | 'message'; fromId: string }
);
