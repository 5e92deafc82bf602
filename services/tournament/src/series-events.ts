import { isDeepStrictEqual } from 'node:util';
import { houseBotOf } from '@doushouqi/protocol';
import { retryUpsert } from '@doushouqi/service-kit';
import type { TournamentContext } from './context.ts';
import type { StoredTournament } from './models.ts';
import { eventsDue, type SeriesConfig } from './series.ts';
import type { Book } from './store/book.ts';

/** Events that start within this time follow no change of their series. Milliseconds. */
const SETTLED_MS = 60_000;
/** Events of a removed series are forgotten after this time, within which other processes know of it. Milliseconds. */
const FORGET_MS = 5_000;

type Parts = Pick<TournamentContext, 'tournaments' | 'catalog' | 'ledger' | 'marks' | 'now'>;

/** Returns what operators set for the site, else what the file states. */
export async function seriesNow({
  site,
  seriesFile,
}: Pick<TournamentContext, 'site' | 'seriesFile'>): Promise<SeriesConfig> {
  const [file, { dailyArena, series }] = await Promise.all([seriesFile(), site()]);
  return { dailyArena: dailyArena ?? file.dailyArena, series: series ?? file.series };
}

function hasPeople({ state }: Book): boolean {
  return [...state.players.keys()].some((id) => houseBotOf(id) === null);
}

/** Withdraws an event that no person has entered. It may be created again. Idempotent. */
async function withdraw(
  { tournaments, ledger, marks, now }: Parts,
  { _id, kind }: StoredTournament,
): Promise<void> {
  const decide = (book: Book) =>
    book.state.phase === 'open' && !hasPeople(book) ? [{ kind: 'cancelled', at: now() } as const] : [];
  await ledger.change(_id, kind, decide, { isAlone: true });
  const { state } = await ledger.read(_id, kind, Number.POSITIVE_INFINITY);
  if (state.phase !== 'cancelled') return;
  await tournaments.deleteOne({ _id, startedAt: null });
  await marks.expire(_id, FORGET_MS);
  ledger.forget(_id);
}

/** Returns what a change of the series changes in an event. */
function planOf({ name, description, timeControl, rated, levels, hasBots, ...more }: StoredTournament) {
  const { minutes, rounds, checkIn, breakMs } = more;
  return { name, description, timeControl, rated, levels, hasBots, minutes, rounds, checkIn, breakMs };
}

async function follow(context: Parts, event: StoredTournament, wished: StoredTournament): Promise<void> {
  const { tournaments, ledger } = context;
  const { _id, kind } = event;
  const wish = planOf(wished);
  if (kind === wished.kind && isDeepStrictEqual(planOf(event), wish)) return;
  if (hasPeople(await ledger.read(_id, kind))) return;
  if (kind !== wished.kind) return withdraw(context, event);
  await tournaments.updateOne({ _id, startedAt: null, cancelledAt: null }, { $set: wish });
}

async function createMissing({ tournaments }: Parts, due: readonly StoredTournament[]): Promise<void> {
  const found = await tournaments.find({ _id: { $in: due.map(({ _id }) => _id) } }, { _id: 1 }).lean();
  const known = new Set(found.map(({ _id }) => _id));
  const missing = due.filter(({ _id }) => !known.has(_id));
  for (const { _id, ...event } of missing) {
    const fields = { ...event, standings: [] };
    await retryUpsert(() => tournaments.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true }));
  }
}

/**
 * Creates the events of the series that do not exist. Coming events without people follow a change of their series, and are
 * withdrawn with it; the others stay as they are. Any number of processes may do so at once.
 */
export async function followSeries(context: Parts, series: SeriesConfig): Promise<void> {
  const { catalog, now } = context;
  const due = eventsDue(series, now());
  await createMissing(context, due);
  catalog.forget();
  const wished = new Map(due.map((one) => [one._id, one]));
  const coming = (await catalog.open()).filter(
    (one) => one.series !== null && one.startedAt === null && one.startsAt > now() + SETTLED_MS,
  );
  for (const one of coming) {
    const wish = wished.get(one._id);
    await (wish === undefined ? withdraw(context, one) : follow(context, one, wish));
  }
  catalog.forget();
}
