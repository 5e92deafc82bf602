import { ApiError, roomId } from '@doushouqi/protocol';

/** No 0 O 1 I L: a number is read out over the phone. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A room number of as many characters as there are random bytes; six for a new room. */
export function roomNumber(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** The message under a room number that cannot be, or undefined. */
export function roomNumberError(text: string): string | undefined {
  return roomId.safeParse(text).error?.issues[0]?.message;
}

/** What to say when a room did not open (spec §8): a text of the catalogue, or the server's own. */
export type JoinFailure = { key: 'needLogin' | 'full' | 'joinFailed' | 'failed' } | { message: string };

export function joinFailure(error: unknown): JoinFailure {
  if (!(error instanceof ApiError)) return { key: 'failed' };
  if (error.status === 0) return { message: error.message };
  if (error.status === 401) return { key: 'needLogin' };
  if (error.status !== 400) return { key: 'failed' };
  if (error.code === 'ROOM_FULL') return { key: 'full' };
  return error.message ? { message: error.message } : { key: 'joinFailed' };
}
