import type { PageRoute } from '../../client/page-route.ts';

function loadDaily() {
  return import('./DailyPage.tsx');
}

export const routes: readonly PageRoute[] = [
  { path: '/puzzle', load: () => import('./PuzzlePage.tsx') },
  { path: '/puzzle/daily', load: loadDaily },
  { path: '/puzzle/daily/:date', load: loadDaily },
  { path: '/puzzle/mistakes', load: () => import('./MistakesPage.tsx') },
  { path: '/puzzle/mistakes/:puzzleId', load: () => import('./MistakePage.tsx') },
  { path: '/puzzle/rush', load: () => import('./RushPage.tsx') },
  { path: '/puzzle/:puzzleId', load: () => import('./OnePuzzlePage.tsx') },
];
