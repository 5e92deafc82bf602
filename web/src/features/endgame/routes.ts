import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/endgame', worksOffline: true, load: () => import('./EndgamePage.tsx') },
  { path: '/endgame/:levelId', worksOffline: true, load: () => import('./LevelPage.tsx') },
];
