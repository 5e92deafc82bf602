import type { ComponentType } from 'react';
import { createBrowserRouter, type LoaderFunction, redirect } from 'react-router-dom';
import { HomeSkeleton } from '../features/home/HomeSkeleton.tsx';
import { Loading } from '../ui/Loading.tsx';
import { ErrorPage, NotFoundPage } from './ErrorPage.tsx';
import { loginReason } from './guard.ts';
import { Shell } from './Shell.tsx';
import { session } from './session.ts';
import { t } from './texts.ts';

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
 * A page that comes as a chunk of its own. The fallback belongs to the page and not to the shell: React Router cuts
 * the tree at the last fallback above a route whose chunk failed, and the error page would go with it.
 */
function page(load: () => Promise<{ default: ComponentType }>, HydrateFallback: ComponentType = FirstLoad) {
  return {
    lazy: async () => ({ Component: (await load()).default }),
    errorElement: <ErrorPage />,
    HydrateFallback,
  };
}

/** Makes the router; every page is a chunk of its own. */
export function createRouter() {
  router = createBrowserRouter([
    {
      element: <Shell />,
      errorElement: <ErrorPage />,
      children: [
        { path: '/', ...page(() => import('../features/home/HomePage.tsx'), HomeSkeleton) },
        { path: '/register', ...page(() => import('../features/auth/RegisterPage.tsx')) },
        { path: '/play', ...page(() => import('../features/play/PlayMenu.tsx')) },
        { path: '/play/local', ...page(() => import('../features/local/LocalPage.tsx')) },
        { path: '/play/room', loader: guard, ...page(() => import('../features/play/RoomEntry.tsx')) },
        { path: '/play/ai', loader: guard, ...page(() => import('../features/ai/AiLevelsPage.tsx')) },
        { path: '/play/ai/game', loader: guard, ...page(() => import('../features/ai/AiGamePage.tsx')) },
        {
          path: '/tournament',
          loader: guard,
          ...page(() => import('../features/tournament/TournamentPage.tsx')),
        },
        { path: '/themes', loader: guard, ...page(() => import('../features/themes/ThemesPage.tsx')) },
        { path: '/settings', loader: guard, ...page(() => import('../features/settings/SettingsPage.tsx')) },
        { path: '/history', loader: guard, ...page(() => import('../features/history/HistoryPage.tsx')) },
        // Everybody looks for an opponent in one place.
        { path: '/play/ranked', loader: (args) => guard(args) ?? redirect('/play') },
        { path: '/challenge/:id', ...page(() => import('../features/pairing/ChallengePage.tsx')) },
        { path: '/analysis', ...page(() => import('../features/analysis/AnalysisPage.tsx')) },
        {
          path: '/download/ai',
          loader: guard,
          ...page(() => import('../features/download/DownloadPage.tsx')),
        },
        { path: '/player/:userId', ...page(() => import('../features/standing/PlayerPage.tsx')) },
        { path: '/ladder', ...page(() => import('../features/standing/LadderPage.tsx')) },
        { path: '/watch', ...page(() => import('../features/watch/WatchPage.tsx')) },
        { path: '/endgame', ...page(() => import('../features/play/EndgamePage.tsx')) },
        { path: '/play/room/:roomId', ...page(() => import('../features/room/RoomPage.tsx')) },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ]);
  return router;
}
