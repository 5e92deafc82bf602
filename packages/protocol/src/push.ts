/**
 * Reasons for which a device is called by Web Push (docs/people.md): the user's turn in a game, an invitation, a
 * challenge, a friend request, a private message, a game or the check-in of a tournament.
 */
export const PUSH_KINDS = [
  'turn',
  'invitation',
  'challenge',
  'friendRequest',
  'message',
  'tournament',
] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** Kinds that reach guests, who have no friends. */
export const GUEST_PUSH_KINDS: readonly PushKind[] = ['turn'];

/** A call as the service worker receives it, as JSON. */
export interface PushNotification {
  kind: PushKind;
  /** Nickname of the user who caused it, the name of the tournament; null for `turn`. */
  name: string | null;
  /** The room of `turn` and `invitation`, the challenge, the tournament, else the id of the user who caused it. */
  id: string;
  /** Whole hours left for the move; only of a `turn` that reminds. */
  hoursLeft?: number;
  /** The room of the user's game in the tournament; absent for its check-in. */
  roomId?: string;
}

/** Devices of a user that can be called; a further one replaces the oldest. */
export const MAX_PUSH_DEVICES = 10;
/** A turn calls the user's devices if it has lasted this long. Milliseconds. */
export const TURN_CALL_AFTER = 5_000;
