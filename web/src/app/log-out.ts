import { session } from './session.ts';

/**
 * Ends the session as its user wishes: here at once, and at the server as soon as it hears of it. Where it does not,
 * offline say, nobody has the token any more, and it runs out by itself.
 */
export function logOut(): void {
  const token = session.token();
  session.logout();
  // Whoever is logged in has it already; nobody else needs it for the first page.
  import('./api.ts').then(({ endToken }) => endToken(token)).catch(() => undefined);
}
