import type { ComponentType } from 'react';
import type { LoginReason } from './login-texts.ts';

/**
 * A page of the application, listed in its feature's `routes.ts`; router, guard, service worker and build budgets use
 * it.
 */
export type PageRoute = {
  /** Path pattern of the router. */
  path: string;
  /** Reason of the login that a visitor needs; absent for public pages. */
  needsLogin?: LoginReason;
  /**
   * Whether the page opens while the user has not yet reviewed what opens the account, or opened a letter of the
   * operators: a running game goes on.
   */
  duringReview?: true;
  /** Whether the page works without a network: the service worker stores what it needs. */
  worksOffline?: true;
} & (
  | {
      /** Loads the page's chunk. The build reads the file name from this function. */
      load: () => Promise<{ default: ComponentType }>;
    }
  | { redirectTo: string }
);
