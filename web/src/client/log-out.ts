import { clientOf } from './api.ts';
import { ownRoom } from './own-room.ts';
import { session } from './session.ts';
import { KEYS, storage } from './storage.ts';

/** Ends the calls of this device by Web Push, if it has any. */
export function forgetCalls(): void {
  if (!storage.getItem(KEYS.push)) return;
  import('./push-device.ts').then(({ forgetPush }) => forgetPush()).catch(() => undefined);
}

/**
 * Logs the user out: here at once, and at the server when the request arrives. Without it, for example offline, the
 * token is deleted here and expires by itself. A player of a running game, in any window, is asked; returns false if
 * the user goes on with it.
 */
export async function logOut(): Promise<boolean> {
  if (ownRoom.getState().roomId !== null) {
    const { confirmLogOut } = await import('./log-out-question.ts');
    if (!(await confirmLogOut())) return false;
  }
  const token = session.token();
  forgetCalls();
  session.logout();
  clientOf(token)
    .logout()
    .catch(() => undefined);
  return true;
}
