import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/play/local', worksOffline: true, load: () => import('./LocalPage.tsx') },
];
