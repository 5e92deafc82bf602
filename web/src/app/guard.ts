import { matchRoutes } from 'react-router-dom';
import type { LoginReason } from '../features/auth/login-texts.ts';

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

/**
 * Returns why a page may be seen only when logged in, or null. A room itself is open: visitors watch. The router
 * matches, which knows every spelling.
 */
export function loginReason(pathname: string): LoginReason | null {
  return matchRoutes(PROTECTED, { pathname })?.at(-1)?.route.handle ?? null;
}
