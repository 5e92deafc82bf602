import type { KeyboardEvent } from 'react';

/** A key that belongs to an input method, which is still composing a word; Safari says so by the old code only. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}
