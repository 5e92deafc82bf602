/** Key of the spec (§3). */
export const COLLAPSED_KEY = 'lobbyCollapsed';

/** Windows up to this width start with a closed lobby (spec §2). Px. */
const NARROW = 768;

/** Whether the lobby starts collapsed: as it was left, else closed in a narrow window. `saved` as stored. */
export function startsCollapsed(saved: string | null, width: number): boolean {
  return saved === 'true' || (saved !== 'false' && width <= NARROW);
}
