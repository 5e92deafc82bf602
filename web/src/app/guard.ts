import { matchRoutes } from 'react-router-dom';

/** Routes of spec §2 that need a login, those that exist so far. */
const PROTECTED = [
  '/play/room',
  '/play/ranked',
  '/play/ai',
  '/play/ai/game',
  '/themes',
  '/settings',
  '/history',
  '/tournament',
  '/download/ai',
].map((path) => ({ path }));

/**
 * Whether a page may be seen only when logged in. A room itself is open: visitors watch. The router matches, which
 * shows a page by every spelling of its address.
 */
export function needsLogin(pathname: string): boolean {
  return matchRoutes(PROTECTED, { pathname }) !== null;
}

/** The path to store as the way after login, or null when the visit is allowed. */
export function redirectNeeded(url: URL, loggedIn: boolean): string | null {
  if (loggedIn || !needsLogin(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** What a refused call means for the session (spec §4, §7). */
export type SessionVerdict = 'keep' | 'end' | 'expired';

/** 401, 403 and 500 end the session; an old token also asks for a new login. No answer (status 0) ends nothing. */
export function sessionVerdict({ status, message }: { status: number; message: string }): SessionVerdict {
  if (status === 401 && message === 'TOKEN_EXPIRED') return 'expired';
  return status === 401 || status === 403 || status === 500 ? 'end' : 'keep';
}
