import { matchRoutes } from 'react-router-dom';
import type { LoginReason } from '../client/login-texts.ts';
import type { PageRoute } from '../client/page-route.ts';

const features = import.meta.glob<{ routes: readonly PageRoute[] }>('../features/*/routes.ts', {
  eager: true,
});

/** The pages of all features. */
export const PAGES: readonly PageRoute[] = Object.values(features).flatMap(({ routes }) => routes);

const MATCHED = PAGES.map(({ path, needsLogin = null }) => ({ path, handle: needsLogin }));

/**
 * Returns why a page needs a login, or null. A room needs none: visitors may watch. The router matches the path, so
 * every spelling counts.
 */
export function loginReason(pathname: string): LoginReason | null {
  return matchRoutes(MATCHED, { pathname })?.at(-1)?.route.handle ?? null;
}
