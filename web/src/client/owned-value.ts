import { session, useSession } from './session.ts';
import { type KEYS, storage } from './storage.ts';
import { createStoredValue } from './stored-value.ts';

interface Owned<T> {
  parse: (text: string | null) => T;
  format: (value: T) => string;
  /** Returns what two devices or users have together. */
  merge: (one: T, other: T) => T;
  /** Sends the value to the user's account. Resolves to the change that the account's answer makes to it. */
  exchange: (value: T) => Promise<(value: T) => T>;
}

/**
 * Returns a value of the session's user, stored on this device under the user's id and exchanged with the account. The
 * value of visitors is under the key itself; it moves to the user who logs in. A failed exchange is repeated after the
 * next change, and when the browser is online again.
 */
export function createOwnedValue<T>(
  key: (typeof KEYS)[keyof typeof KEYS],
  { parse, format, merge, exchange }: Owned<T>,
) {
  const visitors = createStoredValue(key, { parse, format });
  const known = new Map<string, typeof visitors>();
  const valueFor = (userId: string | undefined): typeof visitors => {
    if (userId === undefined) return visitors;
    const value = known.get(userId) ?? createStoredValue(`${key}:${userId}`, { parse, format });
    known.set(userId, value);
    return value;
  };
  const owner = (): string | undefined => session.store.getState().user?._id;

  let isBusy = false;
  let isChanged = false;
  const synchronize = async (): Promise<void> => {
    isChanged = true;
    if (isBusy) return;
    isBusy = true;
    while (isChanged) {
      isChanged = false;
      const userId = owner();
      if (userId === undefined) break;
      const value = valueFor(userId);
      // Offline, or the service is away.
      const change = await exchange(value.read()).catch(() => null);
      if (change) value.update(change);
    }
    isBusy = false;
  };
  const adopt = (): void => {
    const userId = owner();
    if (userId === undefined) return;
    if (storage.getItem(key) !== null) {
      const before = visitors.read();
      valueFor(userId).update((value) => merge(value, before));
      storage.removeItem(key);
      visitors.read();
    }
    void synchronize();
  };
  session.store.subscribe(({ user }, before) => {
    if (user?._id !== before.user?._id) adopt();
  });
  window.addEventListener('online', adopt);
  adopt();

  return {
    read: (): T => valueFor(owner()).read(),
    update(change: (value: T) => T): void {
      valueFor(owner()).update(change);
      void synchronize();
    },
    useValue: (): T => valueFor(useSession(({ user }) => user?._id)).useValue(),
  };
}
