import { createBrowserRouter, type LoaderFunction, type RouteObject, redirect } from 'react-router-dom';
import type { PageRoute } from '../client/page-route.ts';
import { session } from '../client/session.ts';
import { t } from '../client/texts.ts';
import { HomeSkeleton } from '../features/home/HomeSkeleton.tsx';
import { Loading } from '../ui/Loading.tsx';
import { ErrorPage, NotFoundPage } from './ErrorPage.tsx';
import { loginReason, PAGES } from './pages.ts';
import { Shell } from './Shell.tsx';

/** The one router; not there yet while it looks at the first address. */
let router: ReturnType<typeof createBrowserRouter> | undefined;

/** Route guard (spec §2): stores the path, opens the login dialog, sends to home. */
const guard: LoaderFunction = ({ request }) => {
  const url = new URL(request.url);
  // A request has no hash; where the way leads says the router, and at the first page the window.
  url.hash = router?.state.navigation.location?.hash ?? window.location.hash;
  const why = loginReason(url.pathname);
  if (!why || session.store.getState().user) return null;
  session.requestLogin(url.pathname + url.search + url.hash, { why });
  return redirect('/');
};

function FirstLoad() {
  return <Loading label={t('loading')} />;
}

/**
 * A page with a fallback of its own: React Router cuts the tree at the last fallback above a route whose chunk failed,
 * and with one in the shell the error page would go too.
 */
function routeOf(page: PageRoute): RouteObject {
  const { path } = page;
  if ('redirectTo' in page) return { path, loader: (args) => guard(args) ?? redirect(page.redirectTo) };
  return {
    path,
    ...(page.needsLogin && { loader: guard }),
    lazy: async () => ({ Component: (await page.load()).default }),
    errorElement: <ErrorPage />,
    HydrateFallback: path === '/' ? HomeSkeleton : FirstLoad,
  };
}

/** Makes the router. */
export function createRouter() {
  router = createBrowserRouter([
    {
      element: <Shell />,
      errorElement: <ErrorPage />,
      children: [...PAGES.map(routeOf), { path: '*', element: <NotFoundPage /> }],
    },
  ]);
  return router;
}
