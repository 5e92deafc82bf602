import type { ModerationContext } from '../context.ts';

/** Open flags that lists and counts read. */
const MOST_FLAGS = 1_000;

type Parts = Pick<ModerationContext, 'flags' | 'sanctions'>;

/** Returns the open flags, highest score first, without those of closed persons. */
export async function openFlags({ flags, sanctions }: Parts) {
  const found = await flags.find({ isOpen: true }).sort({ score: -1 }).limit(MOST_FLAGS).lean();
  const ids = [...new Set(found.map(({ userId }) => userId))];
  const decided = await sanctions
    .find(
      { userId: { $in: ids }, kind: { $in: ['close', 'unrated'] }, state: { $in: ['active', 'pending'] } },
      { userId: 1, kind: 1, state: 1, until: 1 },
    )
    .lean();
  return { found, decided };
}

/** Counts the persons with open flags. */
export async function countFlagged(parts: Parts & Pick<ModerationContext, 'now'>): Promise<number> {
  return (await flaggedPersons(parts)).length;
}

/** Returns the open flags by person, highest score first. Those with a closure are left out: it is decided. */
export async function flaggedPersons(parts: Parts & Pick<ModerationContext, 'now'>) {
  const { found, decided } = await openFlags(parts);
  const now = parts.now();
  const lasting = decided.filter(({ until, state }) => state === 'pending' || until === null || until > now);
  const isClosed = (userId: string) =>
    lasting.some((one) => one.userId === userId && one.kind === 'close' && one.state === 'active');
  return [...Map.groupBy(found, ({ userId }) => userId)]
    .filter(([userId]) => !isClosed(userId))
    .map(([userId, flags]) => {
      const kinds = lasting.filter((one) => one.userId === userId).map(({ kind }) => kind);
      const sanction = kinds.includes('close') ? 'close' : kinds.includes('unrated') ? 'unrated' : null;
      return { userId, flags, sanction } as const;
    });
}
