import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/tournament', needsLogin: 'tournament', load: () => import('./TournamentsPage.tsx') },
  { path: '/tournament/new', needsLogin: 'host', load: () => import('./create/CreatePage.tsx') },
  { path: '/tournament/:tournamentId/edit', needsLogin: 'host', load: () => import('./create/EditPage.tsx') },
  { path: '/tournament/:tournamentId', load: () => import('./TournamentPage.tsx') },
];
