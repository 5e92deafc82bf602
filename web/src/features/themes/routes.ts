import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/themes', needsLogin: 'themes', load: () => import('./ThemesPage.tsx') },
];
