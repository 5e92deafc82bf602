import { matchPath } from 'react-router-dom';
import { marked } from './intention.ts';

export function roomPath(roomId: string): string {
  return `/play/room/${roomId}`;
}

/** Returns the navigation state that allows to create the room of a path: an invitation names rooms that do not exist yet. */
export function creating(path: string): unknown {
  const { roomId } = matchPath('/play/room/:roomId', path)?.params ?? {};
  return roomId === undefined ? null : marked({ action: 'create', of: roomId });
}

/** No 0 O 1 I L: a number is read out over the phone. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A room number of as many characters as there are random bytes; six for a new room. */
export function roomNumber(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
