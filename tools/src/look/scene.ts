import type { Member } from '@doushouqi/e2e';

/** State of a screen, and the user who sees it. */
export interface Scene {
  path: string;
  /** Null: a visitor. */
  member: Member | null;
}
