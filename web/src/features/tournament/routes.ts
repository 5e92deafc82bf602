import type { PageRoute } from '../../client/page-route.ts';

function form() {
  return import('./create/FormPage.tsx');
}

export const routes: readonly PageRoute[] = [
  { path: '/tournament', needsLogin: 'tournament', load: () => import('./TournamentsPage.tsx') },
  { path: '/tournament/new', needsLogin: 'tournament', load: form },
  { path: '/tournament/:tournamentId/edit', needsLogin: 'tournament', load: form },
  { path: '/tournament/:tournamentId', load: () => import('./TournamentPage.tsx') },
];
