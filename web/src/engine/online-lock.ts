import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { currentRoom } from '../app/current-room.ts';

/** Names the lock that a window holds, and the channel on which it says that it took it or let it go. */
const NAME = 'online-game';

/** Browsers have locks on secure addresses only; elsewhere a window knows of itself alone. */
function locksHere(): LockManager | undefined {
  return navigator.locks;
}

async function holdUntil(over: Promise<void>, told: () => void): Promise<void> {
  await locksHere()?.request(NAME, { mode: 'shared' }, () => {
    told();
    return over;
  });
  told();
}

/**
 * Lets every window of this browser know while this one is in an online game of its own (spec §2: no help then). The
 * browser itself takes the lock of a window that is gone. Returns the way to stop.
 */
export function shareOnlineGame(): () => void {
  const channel = new BroadcastChannel(NAME);
  let release: (() => void) | null = null;
  const follow = ({ playing }: { playing: boolean }): void => {
    if (playing === (release !== null)) return;
    if (!playing) {
      release?.();
      release = null;
      return;
    }
    const over = new Promise<void>((resolve) => {
      release = resolve;
    });
    void holdUntil(over, () => channel.postMessage(null));
  };
  const silence = currentRoom.subscribe(follow);
  follow(currentRoom.getState());
  return () => {
    silence();
    follow({ playing: false });
  };
}

async function isHeld(): Promise<boolean> {
  const { held = [] } = (await locksHere()?.query()) ?? {};
  return held.some(({ name }) => name === NAME);
}

/** Whether the person is in a running online game, in this window or another: then there are no hints and no analysis. */
export function useInOnlineGame(): boolean {
  const isHere = useStore(currentRoom, ({ playing }) => playing);
  const [isAnywhere, setAnywhere] = useState(false);
  useEffect(() => {
    const look = (): void => void isHeld().then(setAnywhere);
    const channel = new BroadcastChannel(NAME);
    channel.addEventListener('message', look);
    // A window that fell says nothing; its lock is gone all the same.
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      channel.close();
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return isHere || isAnywhere;
}
