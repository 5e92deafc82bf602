import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/play', worksOffline: true, load: () => import('./PlayMenu.tsx') },
  { path: '/play/room', needsLogin: 'room', load: () => import('./RoomEntry.tsx') },
  { path: '/challenge/:id', load: () => import('./ChallengePage.tsx') },
  { path: '/watch', load: () => import('./WatchPage.tsx') },
  // All searches start on one page.
  { path: '/play/ranked', needsLogin: 'seek', redirectTo: '/play' },
];
