import { randomBytes } from 'node:crypto';

/** Returns a random id of 72 bits for a room or a challenge, so that it cannot be guessed. */
export function newId(): string {
  return randomBytes(9).toString('base64url');
}
