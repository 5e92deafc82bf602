import { matchRoutes } from 'react-router-dom';
import type { LoginReason } from '../client/login-texts.ts';
import type { PageRoute } from '../client/page-route.ts';

const features = import.meta.glob<{ routes: readonly PageRoute[] }>('../features/*/routes.ts', {
  eager: true,
});

/** The pages of all features. */
export const PAGES: readonly PageRoute[] = Object.values(features).flatMap(({ routes }) => routes);

const MATCHED = PAGES.map((page) => ({ path: page.path, handle: page }));

/** The router matches the path, so every spelling counts. */
function pageAt(pathname: string): PageRoute | undefined {
  return matchRoutes(MATCHED, { pathname })?.at(-1)?.route.handle;
}

/**
 * Returns why a page needs a login, or null. A room needs none: visitors may watch. Without a network no login is
 * possible, and a page that works offline needs none.
 */
export function loginReason(pathname: string, hasNetwork = true): LoginReason | null {
  const page = pageAt(pathname);
  return (hasNetwork || !page?.worksOffline) && page?.needsLogin ? page.needsLogin : null;
}

/** Returns whether a page shows the letters of the operators. */
export function isOfLetters(pathname: string): boolean {
  return pageAt(pathname)?.path.startsWith('/letters') === true;
}

/** Returns whether a page stays closed until the user has opened an unread letter of the operators. */
export function waitsForLetter(pathname: string): boolean {
  return waitsForReview(pathname) && !isOfLetters(pathname);
}

/** Returns whether a page stays closed until the user has reviewed what opens the account. */
export function waitsForReview(pathname: string): boolean {
  return pageAt(pathname)?.duringReview !== true;
}
