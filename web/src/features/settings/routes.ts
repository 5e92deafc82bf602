import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/settings', needsLogin: 'settings', load: () => import('./SettingsPage.tsx') },
  {
    path: '/settings/access',
    needsLogin: 'settings',
    duringReview: true,
    load: () => import('./access/AccessPage.tsx'),
  },
];
