import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/play/ai', needsLogin: 'computer', worksOffline: true, load: () => import('./AiLevelsPage.tsx') },
  {
    path: '/play/ai/game',
    needsLogin: 'computer',
    worksOffline: true,
    load: () => import('./AiGamePage.tsx'),
  },
];
