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

/** Returns the navigation state that allows to take a free seat in a room. */
export function entering(roomId: string): unknown {
  return marked({ action: 'enter', of: roomId });
}

/** Without 0, O, 1, I and L, since users read numbers aloud. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Returns a room number with one character per random byte; six for a new room. */
export function roomNumber(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
