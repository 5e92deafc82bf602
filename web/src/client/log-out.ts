import { endToken } from './api.ts';
import { session } from './session.ts';
import { KEYS, storage } from './storage.ts';

/**
 * Logs the user out: here at once, and at the server when the request arrives. Without it, for example offline, the
 * token is deleted here and expires by itself.
 */
export function logOut(): void {
  const token = session.token();
  if (storage.getItem(KEYS.push)) {
    const push = import('./push-device.ts');
    push.then(({ forgetPush }) => forgetPush()).catch(() => undefined);
  }
  session.logout();
  endToken(token).catch(() => undefined);
}
