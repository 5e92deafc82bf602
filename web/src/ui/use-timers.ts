import { useEffect, useState } from 'react';

/** How often a countdown is looked at, so that no second is skipped. Milliseconds. */
const TICK = 200;

/**
 * Returns the whole seconds left, read every second until they are 0; `read` must be stable or change with its
 * source.
 */
export function useCountdown(read: () => number): number {
  const [seen, setSeen] = useState(() => ({ read, left: read() }));
  // What another countdown had left is never shown.
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

/** False for `delay` ms after `key` changed: what has just appeared takes no answer yet (lessons A9). */
export function useGrace(key: string | null, delay: number): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), delay);
    return () => clearTimeout(timer);
  }, [key, delay]);
  return settled === key;
}

/** After the last key the server is asked. Milliseconds. */
const DEBOUNCE = 300;

/** A text that is being typed, as it stood a moment after the last key; an emptied one is known at once. */
export function useTyped(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), text === '' ? 0 : DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}
