import { tabStorage } from './storage.ts';
import { deviceNow } from './time.ts';

/**
 * A press on home that came before the application: `seek` an opponent, or play the `computer`. public/boot.js writes
 * its mark to the storage of the tab, which only this site can write, and the next page takes it.
 */
export type EarlyPress = 'seek' | 'computer';

const KEY = 'earlyPress';
/** Longest time from the press to the page, with a slow network and a login on the way. Milliseconds. */
const VALID_MS = 5 * 60_000;

/** Returns whether the user has just pressed this, and removes the mark. */
export function takeEarlyPress(press: EarlyPress): boolean {
  const [pressed, at] = (tabStorage.getItem(KEY) ?? '').split(' ');
  if (pressed !== press) return false;
  tabStorage.removeItem(KEY);
  const age = deviceNow() - Number(at);
  return age >= 0 && age < VALID_MS;
}
