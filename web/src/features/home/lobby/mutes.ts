/** Somebody whose messages this account does not want to see. */
export interface Muted {
  userId: string;
  nickname: string;
}

/** Muted people of one account at most; the oldest are forgotten. */
const MOST = 200;

/** Key of the list in local storage: one for each account, one for visitors. */
export function muteKey(userId: string | null): string {
  return `lobbyMuted:${userId ?? 'visitor'}`;
}

function isMuted(value: unknown): value is Muted {
  const { userId, nickname } = (value ?? {}) as Partial<Muted>;
  return typeof userId === 'string' && typeof nickname === 'string';
}

/** The list as stored, newest first; what is not one of ours is nobody. */
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
