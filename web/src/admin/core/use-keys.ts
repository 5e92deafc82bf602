import { useEffect, useRef } from 'react';
import { consoleSession } from './session.ts';

type Keys = Readonly<Record<string, () => void>>;

/** Where typed characters go. */
const TYPING = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])';

/** Returns the name of a key: letters in lower case, `ctrl+enter` with Control or Command. */
function nameOf({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  return (ctrlKey || metaKey ? 'ctrl+' : '') + key.toLowerCase();
}

/** Returns whether a key is a character of a field. */
function isTyped({ target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && target instanceof Element && target.matches(TYPING);
}

/** Runs functions by the names of keys, while the component is on the screen; characters only outside of fields. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.altKey || event.repeat || isTyped(event) || !consoleSession.isShown()) return;
      const action = current.current[nameOf(event)];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
