import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/learn', worksOffline: true, load: () => import('./LearnPage.tsx') },
];
