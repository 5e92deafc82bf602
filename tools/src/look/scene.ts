import type { Member } from '@doushouqi/e2e';

/** What a screen shows and who looks at it. */
export interface Scene {
  path: string;
  /** Null: a visitor. */
  member: Member | null;
}
