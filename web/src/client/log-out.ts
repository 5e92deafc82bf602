import { endToken } from './api.ts';
import { session } from './session.ts';
import { KEYS, storage } from './storage.ts';

/** Ends the calls of this device by Web Push, if it has any. */
export function forgetCalls(): void {
  if (!storage.getItem(KEYS.push)) return;
  import('./push-device.ts').then(({ forgetPush }) => forgetPush()).catch(() => undefined);
}

/**
 * Logs the user out: here at once, and at the server when the request arrives. Without it, for example offline, the
 * token is deleted here and expires by itself.
 */
export function logOut(): void {
  const token = session.token();
  forgetCalls();
  session.logout();
  endToken(token).catch(() => undefined);
}
