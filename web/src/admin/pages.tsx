import { createBrowserRouter, Navigate, type RouteObject, useRouteError } from 'react-router-dom';
import { logFailure } from '../client/log.ts';
import { Button } from '../ui/Button.tsx';
import { t } from './core/texts.ts';
import { Frame } from './Frame.tsx';
import { FairPlayPage } from './fair-play/FairPlayPage.tsx';
import { LogPage } from './log/LogPage.tsx';
import { NetworksPage } from './networks/NetworksPage.tsx';
import { Notice } from './parts/Notice.tsx';
import { PeoplePage } from './people/PeoplePage.tsx';
import { PersonPage } from './people/PersonPage.tsx';
import { ReportsPage } from './reports/ReportsPage.tsx';
import { ReviewsPage } from './reviews/ReviewsPage.tsx';
import { SitePage } from './site/SitePage.tsx';
import { StaffPage } from './staff/StaffPage.tsx';

function BrokenPage() {
  const error = useRouteError();
  logFailure('The page failed', error);
  return (
    <Notice icon="warning" text={t('broken')}>
      <Button small onClick={() => window.location.reload()}>
        {t('reload')}
      </Button>
    </Notice>
  );
}

export const ROUTES: RouteObject[] = [
  {
    element: <Frame />,
    errorElement: <BrokenPage />,
    children: [
      { index: true, element: <Navigate to="/reports" replace /> },
      { path: 'reports/:userId?', element: <ReportsPage /> },
      { path: 'people', element: <PeoplePage /> },
      { path: 'people/:userId', element: <PersonPage /> },
      { path: 'fair-play', element: <FairPlayPage /> },
      { path: 'reviews/:of?/:sanctionId?', element: <ReviewsPage /> },
      { path: 'site', element: <SitePage /> },
      { path: 'networks', element: <NetworksPage /> },
      { path: 'log', element: <LogPage /> },
      { path: 'staff', element: <StaffPage /> },
      { path: '*', element: <Notice icon="magnifying-glass" text={t('missing')} /> },
    ],
  },
];

/** Creates the router of the console. */
export function createPages() {
  return createBrowserRouter(ROUTES, { basename: '/admin' });
}
