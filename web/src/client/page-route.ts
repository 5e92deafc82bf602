import type { ComponentType } from 'react';
import type { LoginReason } from './login-texts.ts';

/**
 * A page of the application, which its feature lists in `routes.ts`: the router, the guard, the service worker and the
 * budgets of the build follow from it.
 */
export type PageRoute = {
  /** As the router takes it. */
  path: string;
  /** Why a visitor must log in for it; absent for pages that visitors may see. */
  needsLogin?: LoginReason;
  /** Whether the page works without a network: the service worker stores what it needs. */
  worksOffline?: true;
} & (
  | {
      /** Every page is a chunk of its own. The build reads the file's name from this function. */
      load: () => Promise<{ default: ComponentType }>;
    }
  | { redirectTo: string }
);
