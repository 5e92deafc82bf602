/** No 0 O 1 I L: a number is read out over the phone. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A room number of as many characters as there are random bytes; six for a new room. */
export function roomNumber(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
