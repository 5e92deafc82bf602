import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/letters', needsLogin: 'letters', load: () => import('./LettersPage.tsx') },
  { path: '/letters/:sanctionId', needsLogin: 'letters', load: () => import('./LetterPage.tsx') },
];
