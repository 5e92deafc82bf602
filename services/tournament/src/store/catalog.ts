import { createCached } from '@doushouqi/service-kit';
import type { StoredRow, StoredTournament, TournamentModels } from '../models.ts';

/** Maximum age of the list of open tournaments, which other processes change. Milliseconds. */
const OPEN_MS = 1_000;
/** Finished tournaments in the list, and those cached with their standings. */
const LISTED = 20;
const CACHED = 50;

export interface FinishedTournament extends StoredTournament {
  standings: StoredRow[];
}

export type Catalog = ReturnType<typeof createCatalog>;

/** The definitions of tournaments in the document store. */
export function createCatalog({ tournaments }: Pick<TournamentModels, 'tournaments'>, now: () => number) {
  // Awaited: a query of mongoose runs again for each reader.
  const open = createCached({
    ask: async (): Promise<StoredTournament[]> =>
      await tournaments
        .find({ endedAt: null, deleteAt: null }, { standings: 0 })
        .sort({ startsAt: 1 })
        .lean(),
    ttlMs: OPEN_MS,
    now,
  });
  const past = createCached({
    ask: async (): Promise<StoredTournament[]> =>
      await tournaments
        .find({ endedAt: { $ne: null }, isPrivate: false }, { standings: 0 })
        .sort({ endedAt: -1 })
        .limit(LISTED)
        .lean(),
    ttlMs: OPEN_MS,
    now,
  });
  /** Ended tournaments never change. */
  const ended = new Map<string, FinishedTournament>();
  return {
    /** Returns the tournaments that are not stored as ended, by start. */
    open: async () => (await open.get()).filter(({ cancelledAt }) => cancelledAt === null),
    /** Returns cancelled ones whose players are to be notified. */
    cancelled: async () => (await open.get()).filter(({ cancelledAt }) => cancelledAt !== null),
    /** Returns the last public ones that have ended. */
    past: () => past.get(),
    async find(id: string): Promise<StoredTournament | null> {
      const known = ended.get(id) ?? (await this.open()).find((one) => one._id === id);
      return known ?? tournaments.findOne({ _id: id, cancelledAt: null }, { standings: 0 }).lean();
    },
    /** Returns a tournament that has ended with its standings. */
    async findEnded(id: string): Promise<FinishedTournament | null> {
      const known = ended.get(id);
      if (known !== undefined) return known;
      const found = await tournaments.findOne({ _id: id, endedAt: { $ne: null } }).lean();
      if (found === null) return null;
      ended.set(id, found);
      if (ended.size > CACHED) ended.delete(ended.keys().next().value!);
      return found;
    },
    /**
     * Notes that a tournament starts, so that it cannot be changed or cancelled any more. Returns its last definition; null
     * if it was cancelled or starts later.
     */
    async begin(id: string, at: number): Promise<StoredTournament | null> {
      const due = { _id: id, cancelledAt: null, startsAt: { $lte: at } };
      await tournaments.updateOne({ ...due, startedAt: null }, { $set: { startedAt: at } });
      return tournaments.findOne({ ...due, startedAt: { $ne: null } }, { standings: 0 }).lean();
    },
    /** Reads the lists again at the next call. */
    forget(): void {
      open.forget();
      past.forget();
    },
  };
}
