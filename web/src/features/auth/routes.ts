import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/register', load: () => import('./RegisterPage.tsx') },
  { path: '/recover', load: () => import('./RecoverPage.tsx') },
  { path: '/verify-email', load: () => import('./VerifyEmailPage.tsx') },
];
