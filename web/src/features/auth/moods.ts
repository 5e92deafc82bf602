import type { Mood } from './PeekingTiger.tsx';

/** What the tiger does while a password field has the focus or shows its content. */
export function moodOf(passwordFocused: boolean, passwordShown: boolean): Mood {
  if (passwordShown) return 'wink';
  return passwordFocused ? 'asleep' : 'open';
}
