import { useEffect, useState } from 'react';

/** Milliseconds between two reads of a countdown, so that it shows every second. */
const TICK = 200;

/** Returns the remaining whole seconds, updated until they are 0. `read` must be stable or change with its source. */
export function useCountdown(read: () => number): number {
  const [seen, setSeen] = useState(() => ({ read, left: read() }));
  // The value of a previous countdown is never shown.
  const current = seen.read === read ? seen : { read, left: read() };
  if (current !== seen) setSeen(current);
  useEffect(() => {
    if (read() <= 0) return;
    const timer = setInterval(() => {
      const left = read();
      setSeen((before) => (before.read === read && before.left === left ? before : { read, left }));
      if (left <= 0) clearInterval(timer);
    }, TICK);
    return () => clearInterval(timer);
  }, [read]);
  return current.left;
}

/**
 * Returns false for `delay` ms after `key` changed, so that a press aimed at something else does not hit new content.
 */
export function useGrace(key: string | null, delay: number): boolean {
  const [oldKey, setOldKey] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setOldKey(key), delay);
    return () => clearTimeout(timer);
  }, [key, delay]);
  return oldKey === key;
}

/** Milliseconds between the last key press and the request. */
const DEBOUNCE = 300;

/** Returns a typed text, delayed until the typing pauses; an emptied text is returned at once. */
export function useTyped(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), text === '' ? 0 : DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}
