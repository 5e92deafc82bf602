import type { Member } from '../members.ts';

/** What a screen shows and who looks at it. */
export interface Scene {
  path: string;
  /** Null: a visitor. */
  member: Member | null;
}
