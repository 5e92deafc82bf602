import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/history', needsLogin: 'history', load: () => import('./HistoryPage.tsx') },
];
