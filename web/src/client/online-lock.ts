import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { currentRoom } from './current-room.ts';

/** The names of the locks that a window holds, and of the channels on which it says that it took one or let it go. */
const NAMES = { playing: 'online-game', rated: 'rated-game' } as const;
/** While a game of one's own runs; while it is rated. */
type Lock = keyof typeof NAMES;

/** Browsers have locks on secure addresses only; elsewhere a window knows of itself alone. */
function locksHere(): LockManager | undefined {
  return navigator.locks;
}

async function holdUntil(name: string, over: Promise<void>, onHeld: () => void): Promise<void> {
  await locksHere()?.request(name, { mode: 'shared' }, () => {
    onHeld();
    return over;
  });
  onHeld();
}

function share(lock: Lock): () => void {
  const name = NAMES[lock];
  const channel = new BroadcastChannel(name);
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
    void holdUntil(name, over, () => channel.postMessage(null));
  };
  const silence = currentRoom.subscribe((room) => follow(room[lock]));
  follow(currentRoom.getState()[lock]);
  return () => {
    silence();
    follow(false);
  };
}

/**
 * Lets every window of this browser know while this one is in an online game of its own. The
 * browser itself takes the lock of a window that is gone. Returns the way to stop.
 */
export function shareOnlineGame(): () => void {
  const [stopPlaying, stopRated] = [share('playing'), share('rated')];
  return () => {
    stopPlaying();
    stopRated();
  };
}

async function isHeld(lock: Lock): Promise<boolean> {
  const { held = [] } = (await locksHere()?.query()) ?? {};
  return held.some(({ name }) => name === NAMES[lock]);
}

function useLock(lock: Lock): boolean {
  const isHere = useStore(currentRoom, (room) => room[lock]);
  const [isAnywhere, setAnywhere] = useState(false);
  useEffect(() => {
    const look = (): void => void isHeld(lock).then(setAnywhere);
    const channel = new BroadcastChannel(NAMES[lock]);
    channel.addEventListener('message', look);
    // A window that fell says nothing; its lock is gone all the same.
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      channel.close();
      document.removeEventListener('visibilitychange', look);
    };
  }, [lock]);
  return isHere || isAnywhere;
}

/** Whether the person is in a running online game, in this window or another: then there are no hints and no analysis. */
export function useInOnlineGame(): boolean {
  return useLock('playing');
}

/** Returns whether that game is rated: then all play against the computer is locked. */
export function useInRatedGame(): boolean {
  return useLock('rated');
}
