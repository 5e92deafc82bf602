/** A user whose messages this account hides. */
export interface Muted {
  userId: string;
  nickname: string;
}

/** Maximum number of muted users per account; the oldest are dropped. */
const MOST = 200;

/** Returns the key of the list in local storage: one for each account, one for visitors. */
export function muteKey(userId: string | null): string {
  return `lobbyMuted:${userId ?? 'visitor'}`;
}

function isMuted(value: unknown): value is Muted {
  const { userId, nickname } = (value ?? {}) as Partial<Muted>;
  return typeof userId === 'string' && typeof nickname === 'string';
}

/** Parses the stored list, newest first; drops invalid entries. */
export function parseMuted(text: string | null): Muted[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isMuted).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function withMuted(list: readonly Muted[], { userId, nickname }: Muted): Muted[] {
  return [{ userId, nickname }, ...withoutMuted(list, userId)].slice(0, MOST);
}

export function withoutMuted(list: readonly Muted[], userId: string): Muted[] {
  return list.filter((muted) => muted.userId !== userId);
}
