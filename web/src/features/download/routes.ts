import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/download/ai', needsLogin: 'download', load: () => import('./DownloadPage.tsx') },
];
