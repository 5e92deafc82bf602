import { endToken } from './api.ts';
import { session } from './session.ts';

/**
 * Logs the user out: here at once, and at the server when the request arrives. Without it, for example offline, the
 * token is deleted here and expires by itself.
 */
export function logOut(): void {
  const token = session.token();
  session.logout();
  endToken(token).catch(() => undefined);
}
