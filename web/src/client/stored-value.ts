import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { type KEYS, storage } from './storage.ts';

type Key = (typeof KEYS)[keyof typeof KEYS];

interface Form<T> {
  /** Returns the value of a stored text, which may be missing or damaged. */
  parse: (text: string | null) => T;
  format: (value: T) => string;
}

/** Returns a value that is stored on this device and shared by its windows. */
export function createStoredValue<T>(key: Key | `${Key}:${string}`, { parse, format }: Form<T>) {
  const stateOf = (text: string | null) => ({ text, value: parse(text) });
  const store = createStore(() => stateOf(storage.getItem(key)));
  const current = (): T => store.getState().value;
  /** Reads what is stored, also by other windows, and returns it. */
  const read = (): T => {
    const text = storage.getItem(key);
    if (text !== store.getState().text) store.setState(stateOf(text));
    return current();
  };
  const subscribe = (changed: () => void): (() => void) => {
    const unsubscribe = store.subscribe(changed);
    const listen = (event: StorageEvent): void => {
      if (event.key === key || event.key === null) read();
    };
    window.addEventListener('storage', listen);
    // A page that the browser had suspended received no events.
    window.addEventListener('pageshow', read);
    read();
    return () => {
      unsubscribe();
      window.removeEventListener('storage', listen);
      window.removeEventListener('pageshow', read);
    };
  };
  return {
    read,
    /** Stores the changed value, from what is stored now: what another window has done stays. */
    update(change: (value: T) => T): void {
      const value = change(read());
      const text = format(value);
      storage.setItem(key, text);
      store.setState({ text, value });
    },
    useValue: (): T => useSyncExternalStore(subscribe, current),
  };
}
