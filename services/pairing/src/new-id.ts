import { randomBytes } from 'node:crypto';
import { assignedRoom } from '@doushouqi/protocol';

/** Returns a random id of 72 bits for a challenge, so that it cannot be guessed. */
export function newId(): string {
  return randomBytes(9).toString('base64url');
}

/** Returns the random number of a room, which no user opens: a player may know it before the room exists. */
export function newRoomId(): string {
  return assignedRoom(newId());
}
