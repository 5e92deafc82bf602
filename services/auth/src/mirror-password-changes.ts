import type { AuthContext } from './context.ts';

interface MirrorOptions extends Pick<AuthContext, 'users' | 'sessions' | 'now'> {
  /** No token lives longer. Milliseconds. */
  tokenLife: number;
}

/** Tells Redis of every password that was changed while tokens from before may still live. */
export async function mirrorPasswordChanges(options: MirrorOptions): Promise<void> {
  const { users, sessions, tokenLife, now } = options;
  const fields = { passwordUpdatedAt: 1, createdAt: 1 } as const;
  const since = new Date(now() - tokenLife);
  const found = users.find({ passwordUpdatedAt: { $gt: since } }, fields).lean();
  for await (const { _id, passwordUpdatedAt, createdAt } of found.cursor()) {
    // New accounts have changed nothing yet.
    if (passwordUpdatedAt > createdAt) await sessions.endBefore(_id.toString(), passwordUpdatedAt.getTime());
  }
}
