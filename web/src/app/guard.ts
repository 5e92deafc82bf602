import { matchRoutes } from 'react-router-dom';
import type { LoginReason } from '../i18n/zh-CN/login.ts';

/** Routes that need a login (spec §2), and what the login dialog says about each. */
const PROTECTED = (
  [
    ['/play/room', 'room'],
    ['/play/ranked', 'seek'],
    ['/play/ai', 'computer'],
    ['/play/ai/game', 'computer'],
    ['/themes', 'themes'],
    ['/settings', 'settings'],
    ['/history', 'history'],
    ['/tournament', 'tournament'],
    ['/download/ai', 'download'],
  ] as const
).map(([path, why]) => ({ path, handle: why satisfies LoginReason }));

/** Returns why a page may be seen only when logged in, or null. The router matches, which knows every spelling. */
export function loginReason(pathname: string): LoginReason | null {
  return matchRoutes(PROTECTED, { pathname })?.at(-1)?.route.handle ?? null;
}

/** Whether a page may be seen only when logged in. A room itself is open: visitors watch. */
export function needsLogin(pathname: string): boolean {
  return loginReason(pathname) !== null;
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
