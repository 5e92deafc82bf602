/** Key in local storage. */
export const COLLAPSED_KEY = 'lobbyCollapsed';

/** Windows up to this width start with a closed lobby. Px. */
const NARROW = 768;

/** Returns whether the lobby starts closed: as stored, else closed in a narrow window. `saved`: stored text. Pure. */
export function startsCollapsed(saved: string | null, width: number): boolean {
  return saved === 'true' || (saved !== 'false' && width <= NARROW);
}
