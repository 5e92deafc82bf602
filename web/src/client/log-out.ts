import { endToken } from './api.ts';
import { session } from './session.ts';

/**
 * Ends the session as its user wishes: here at once, and at the server as soon as it hears of it. Where it does not,
 * offline say, nobody has the token any more, and it runs out by itself.
 */
export function logOut(): void {
  const token = session.token();
  session.logout();
  endToken(token).catch(() => undefined);
}
