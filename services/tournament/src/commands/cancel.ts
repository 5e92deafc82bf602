import { errorOf } from '@doushouqi/service-kit';
import type { TournamentContext } from '../context.ts';
import type { StoredTournament } from '../models.ts';
import { notifyStep, playersWithin } from '../notify.ts';
import { ownTournament } from './change.ts';

/** The store deletes a cancelled tournament a day after its start: until then its series does not create it again. */
const DELETE_MS = 86_400_000;

/**
 * Closes the events of a cancelled tournament, notifies its players and lets all of it expire. Idempotent: a process that was
 * killed before the end leaves it to another one.
 */
export async function endCancelled(
  {
    tournaments,
    catalog,
    ledger,
    marks,
    notifier,
    peers,
    logger,
    now,
  }: Pick<
    TournamentContext,
    'tournaments' | 'catalog' | 'ledger' | 'marks' | 'notifier' | 'peers' | 'logger' | 'now'
  >,
  tournament: StoredTournament,
): Promise<void> {
  const { _id, kind, startsAt } = tournament;
  await ledger.change(
    _id,
    kind,
    ({ state }) => (state.phase === 'open' ? [{ kind: 'cancelled', at: now() }] : []),
    { isAlone: true },
  );
  const book = await ledger.read(_id, kind, Number.POSITIVE_INFINITY);
  if (await marks.announceOnce(_id, 'cancelled')) {
    const step = { step: 'cancelled', round: null } as const;
    await notifyStep({ notifier, peers, logger }, tournament, playersWithin(book), step);
  }
  await marks.expire(_id);
  const deleteAt = new Date(Math.max(startsAt, now()) + DELETE_MS);
  await tournaments.updateOne({ _id }, { $set: { deleteAt } });
  ledger.forget(_id);
  catalog.forget();
}

/** Cancels a tournament that has not started. Idempotent. Throws TOURNAMENT_BEGUN. */
export async function cancel(
  context: TournamentContext,
  { _id, cancelledAt, deleteAt }: Pick<StoredTournament, '_id' | 'cancelledAt' | 'deleteAt'>,
): Promise<void> {
  if (deleteAt !== null) return;
  const { tournaments, now } = context;
  const marked = { cancelledAt: cancelledAt ?? now(), slot: _id };
  const cancelled = await tournaments
    .findOneAndUpdate(
      { _id, startedAt: null },
      { $set: marked },
      { returnDocument: 'after', projection: { standings: 0 } },
    )
    .lean();
  if (cancelled === null) throw errorOf('TOURNAMENT_BEGUN');
  context.catalog.forget();
  await endCancelled(context, cancelled);
}

/** Cancels a tournament for the operators, and returns its name. Throws TOURNAMENT_NOT_FOUND and TOURNAMENT_BEGUN. */
export async function stopTournament(context: TournamentContext, id: string): Promise<{ name: string }> {
  const found = await context.tournaments.findOne({ _id: id }, { standings: 0 }).lean();
  if (found === null) throw errorOf('TOURNAMENT_NOT_FOUND');
  await cancel(context, found);
  return { name: found.name };
}

/** Cancels a tournament of the user. Throws TOURNAMENT_NOT_FOUND, NOT_YOUR_TOURNAMENT and TOURNAMENT_BEGUN. */
export async function cancelTournament(
  context: TournamentContext,
  id: string,
  userId: string,
): Promise<void> {
  await cancel(context, await ownTournament(context, id, userId));
}
