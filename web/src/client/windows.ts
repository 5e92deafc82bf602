/**
 * What the windows of a browser share besides the storage. Browsers refuse it on insecure addresses and where site data
 * is blocked; each window then only has its own state.
 */

/** Returns a channel between the windows, or null where the browser refuses it. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/** Runs `work` while this window holds the lock; at once where the browser refuses locks. */
export async function withLock<T>(
  name: string,
  mode: 'shared' | 'exclusive',
  work: () => Promise<T>,
): Promise<T> {
  let begun: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    begun ??= work();
    return begun;
  };
  try {
    return await navigator.locks.request(name, { mode }, begin);
  } catch {
    return begin();
  }
}

/** Returns whether a window holds the lock. */
export async function isLockHeld(name: string): Promise<boolean> {
  try {
    const { held = [] } = await navigator.locks.query();
    return held.some((lock) => lock.name === name);
  } catch {
    return false;
  }
}
