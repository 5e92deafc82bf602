import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/player/:userId', load: () => import('./PlayerPage.tsx') },
  { path: '/ladder', load: () => import('./LadderPage.tsx') },
];
