import { randomBytes } from 'node:crypto';
import { assignedRoom } from '@doushouqi/protocol';

/** Returns a random id of 72 bits for a game and its room, which no user can open in advance. */
export function newGameId(): string {
  return assignedRoom(randomBytes(9).toString('base64url'));
}

/** Returns a random id of 128 bits, so that a private tournament cannot be guessed. */
export function newTournamentId(): string {
  return randomBytes(16).toString('base64url');
}
