import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/', worksOffline: true, load: () => import('./HomePage.tsx') },
];
