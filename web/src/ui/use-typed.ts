import { useEffect, useState } from 'react';

/** After the last key the server is asked (spec §7). Milliseconds. */
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
