/** Returns the issue time (epoch ms) that a token states, or null if it states none. Pure. */
export function issuedAt(token: string | null): number | null {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { iatMs } = JSON.parse(atob(payload)) as { iatMs?: unknown };
    return typeof iatMs === 'number' ? iatMs : null;
  } catch {
    return null;
  }
}
