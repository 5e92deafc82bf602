import type { KeyboardEvent } from 'react';

/**
 * Whether a key press belongs to an input method that is composing a word; Safari reports it by `keyCode` 229 only.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}
