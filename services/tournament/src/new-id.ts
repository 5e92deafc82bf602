import { randomBytes } from 'node:crypto';

/** Returns a random id of 72 bits for a game and its room. */
export function newGameId(): string {
  return randomBytes(9).toString('base64url');
}

/** Returns a random id of 128 bits, so that a private tournament cannot be guessed. */
export function newTournamentId(): string {
  return randomBytes(16).toString('base64url');
}
