import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/analysis', worksOffline: true, load: () => import('./AnalysisPage.tsx') },
];
