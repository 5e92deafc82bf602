import { afterEach, expect } from 'vitest';
import { toastStore } from '../src/ui/toast-store.ts';

/** Toasts shown since the last expected one. A toast hides after seconds, so a poll on a busy machine could miss it. */
let shown: { type: string; text: string }[] = [];
toastStore.subscribe(({ current }, before) => {
  if (current !== null && current !== before.current) shown.push(current);
});
afterEach(() => {
  shown = [];
});

/** Waits until a toast with this text was shown. */
export async function expectToast(text: string | RegExp, type?: string): Promise<void> {
  const expected = typeof text === 'string' ? text : expect.stringMatching(text);
  const toast = { text: expected, ...(type !== undefined && { type }) };
  await expect.poll(() => shown).toContainEqual(expect.objectContaining(toast));
  shown = [];
}
