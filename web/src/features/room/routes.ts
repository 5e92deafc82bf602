import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/play/room/:roomId', duringReview: true, load: () => import('./RoomPage.tsx') },
];
