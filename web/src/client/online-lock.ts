import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { currentRoom } from './current-room.ts';
import { isLockHeld, openChannel, withLock } from './windows.ts';

/** Names of the locks, and of the channels that announce a change of them. */
const NAMES = { playing: 'online-game', rated: 'rated-game' } as const;
/** `playing`: during an own online game; `rated`: during a rated one. */
type Lock = keyof typeof NAMES;

async function holdUntil(name: string, over: Promise<void>, changed: () => void): Promise<void> {
  await withLock(name, 'shared', () => {
    changed();
    return over;
  });
  changed();
}

function share(lock: Lock): () => void {
  const name = NAMES[lock];
  const channel = openChannel(name);
  let release: (() => void) | null = null;
  const follow = (isOn: boolean): void => {
    if (isOn === (release !== null)) return;
    if (!isOn) {
      release?.();
      release = null;
      return;
    }
    const over = new Promise<void>((resolve) => {
      release = resolve;
    });
    void holdUntil(name, over, () => channel?.postMessage(null));
  };
  const silence = currentRoom.subscribe((room) => follow(room[lock]));
  follow(currentRoom.getState()[lock]);
  return () => {
    silence();
    follow(false);
  };
}

/**
 * Announces to all windows of this browser that this one is in an own online game. The browser releases the lock of a
 * closed window. Returns a function that stops this.
 */
export function shareOnlineGame(): () => void {
  const [stopPlaying, stopRated] = [share('playing'), share('rated')];
  return () => {
    stopPlaying();
    stopRated();
  };
}

function useLock(lock: Lock): boolean {
  const isHere = useStore(currentRoom, (room) => room[lock]);
  const [isAnywhere, setAnywhere] = useState(false);
  useEffect(() => {
    const check = (): void => void isLockHeld(NAMES[lock]).then(setAnywhere);
    const channel = openChannel(NAMES[lock]);
    channel?.addEventListener('message', check);
    // A crashed window sends no message, but its lock is released.
    document.addEventListener('visibilitychange', check);
    check();
    return () => {
      channel?.close();
      document.removeEventListener('visibilitychange', check);
    };
  }, [lock]);
  return isHere || isAnywhere;
}

/** Returns whether the user is in a running online game, in any window: then hints and analysis are off. */
export function useInOnlineGame(): boolean {
  return useLock('playing');
}

/** Returns whether that game is rated: then all play against the computer is locked. */
export function useInRatedGame(): boolean {
  return useLock('rated');
}
