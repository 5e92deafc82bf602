import { createStore } from 'zustand/vanilla';
import { session } from './session.ts';
import { KEYS, storage } from './storage.ts';

/** Returns the room of a stored line `userId roomId`, or null if another user wrote it. */
function roomOf(line: string | null, userId: string | undefined): string | null {
  const [owner, roomId] = line?.split(' ') ?? [];
  return owner === userId && roomId ? roomId : null;
}

function read(): { roomId: string | null } {
  return { roomId: roomOf(storage.getItem(KEYS.ownRoom), session.store.getState().user?._id) };
}

/**
 * The room in which the user of this browser plays, in any window; null for none. A hint only: the server decides
 * whether the game still runs.
 */
export const ownRoom = createStore(read);

/** Stores that the user plays in a room, which survives a reload. */
export function rememberRoom(userId: string, roomId: string): void {
  storage.setItem(KEYS.ownRoom, `${userId} ${roomId}`);
  ownRoom.setState(read());
}

/** Removes the room after its game has ended; another room stays. */
export function forgetRoom(roomId: string): void {
  if (read().roomId !== roomId) return;
  storage.removeItem(KEYS.ownRoom);
  ownRoom.setState(read());
}

/** Follows other windows and the session; returns a function that stops this. */
export function followOwnRoom(): () => void {
  const refresh = (): void => ownRoom.setState(read());
  const listen = ({ key }: StorageEvent): void => {
    if (key === KEYS.ownRoom || key === null) refresh();
  };
  window.addEventListener('storage', listen);
  refresh();
  return () => {
    window.removeEventListener('storage', listen);
    refresh();
  };
}
