import type { ReactElement } from 'react';
import {
  createBrowserRouter,
  type LoaderFunction,
  type Location,
  type RouteObject,
  redirect,
} from 'react-router-dom';
import { ACCESS_PATH, isReviewDue } from '../client/access.ts';
import type { PageRoute } from '../client/page-route.ts';
import { letterPath, takeUnreadLetter } from '../client/sanctions.ts';
import { session } from '../client/session.ts';
import { t } from '../client/texts.ts';
import { HomeSkeleton } from '../features/home/HomeSkeleton.tsx';
import { TableFallback } from '../shared/table/TableFallback.tsx';
import { Loading } from '../ui/Loading.tsx';
import { hasNetwork } from '../ui/use-browser.ts';
import { layersRemoved } from '../ui/use-close-request.ts';
import { ErrorPage, NotFoundPage } from './ErrorPage.tsx';
import { pageMissing } from './missing.ts';
import { loginReason, PAGES, waitsForLetter, waitsForReview } from './pages.ts';
import { Shell } from './Shell.tsx';

/**
 * Route guard. A pending review leads to its page, and an unread letter of the operators to the letter. A page that
 * needs a login stores its path, opens the login dialog and redirects to home. A loader's request has no hash.
 */
function guardWith(hashOfVisit: () => string): LoaderFunction {
  return ({ request }) => {
    const { pathname, search } = new URL(request.url);
    if (isReviewDue() && waitsForReview(pathname)) return redirect(ACCESS_PATH);
    const letter = waitsForLetter(pathname) && takeUnreadLetter();
    if (letter) return redirect(letterPath(letter, pathname + search + hashOfVisit()));
    const why = loginReason(pathname, navigator.onLine);
    if (!why || session.store.getState().user) return null;
    session.requestLogin(pathname + search + hashOfVisit(), { why });
    return redirect('/');
  };
}

const PUZZLE = <TableFallback isFromHome />;

/** What the document shows before the application (`scripts/lib/first-paint.ts`). */
const FIRST_PAINTS: Record<string, ReactElement> = {
  '/': <HomeSkeleton />,
  '/play/room/:roomId': <TableFallback />,
  '/learn': <TableFallback isFromHome isWaiting />,
  '/puzzle': PUZZLE,
  '/puzzle/daily': PUZZLE,
  '/puzzle/:puzzleId': PUZZLE,
};

/**
 * A page with its own fallback. React Router removes the tree below the last fallback above a failed route; with a
 * fallback in the shell, the error page would be removed too.
 */
function routeOf(page: PageRoute, guard: LoaderFunction, next: () => Location | undefined): RouteObject {
  const { path } = page;
  if ('redirectTo' in page) return { path, loader: (args) => guard(args) ?? redirect(page.redirectTo) };
  return {
    path,
    loader: guard,
    lazy: async () => {
      const { default: Component } = await page.load().catch(async (error: unknown) => {
        if (!(await hasNetwork())) throw error;
        return pageMissing(error, next());
      });
      return { Component };
    },
    errorElement: <ErrorPage />,
    hydrateFallbackElement: FIRST_PAINTS[path] ?? <Loading label={t('loading')} />,
  };
}

/** Creates the router. */
export function createRouter() {
  // The router runs the first loader before it exists; the hash is then the window's.
  let router: ReturnType<typeof createBrowserRouter> | undefined;
  const next = () => router?.state.navigation.location;
  const guard = guardWith(() => next()?.hash ?? window.location.hash);
  const children = [
    ...PAGES.map((page) => routeOf(page, guard, next)),
    { path: '*', loader: guard, element: <NotFoundPage /> },
  ];
  router = createBrowserRouter([{ element: <Shell />, errorElement: <ErrorPage />, children }]);
  return afterLayers(router);
}

/** Lets each navigation wait until dialogs that close with it have left the history. */
function afterLayers(router: ReturnType<typeof createBrowserRouter>) {
  const { navigate } = router;
  const later = async (...to: Parameters<typeof navigate>): Promise<void> => {
    const removed = layersRemoved();
    if (removed) await removed;
    await navigate(...to);
  };
  return Object.assign(router, { navigate: later as typeof navigate });
}
