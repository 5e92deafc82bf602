import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/tournament', needsLogin: 'tournament', load: () => import('./TournamentPage.tsx') },
];
