import { isDeepStrictEqual } from 'node:util';
import type { TournamentDetails } from '@doushouqi/protocol';
import type { NewTournament } from '@doushouqi/protocol/server';
import { errorOf, type VerifiedToken } from '@doushouqi/service-kit';
import type { TournamentContext } from '../context.ts';
import type { StoredTournament } from '../models.ts';
import { announceChange } from '../notify.ts';
import { chosenIn, refuseStart, refuseWish } from './create.ts';
import { showTournament } from './show.ts';

/** Returns a tournament of the user from the store. Throws TOURNAMENT_NOT_FOUND and NOT_YOUR_TOURNAMENT. */
export async function ownTournament(
  { tournaments }: Pick<TournamentContext, 'tournaments'>,
  id: string,
  userId: string,
): Promise<StoredTournament> {
  const found = await tournaments.findOne({ _id: id }, { standings: 0 }).lean();
  const isOwn = found?.createdBy === userId;
  if (found === null || (found.cancelledAt !== null && !isOwn)) throw errorOf('TOURNAMENT_NOT_FOUND');
  if (!isOwn) throw errorOf('NOT_YOUR_TOURNAMENT');
  return found;
}

function isSame(stored: StoredTournament, chosen: ReturnType<typeof chosenIn>): boolean {
  return isDeepStrictEqual({ ...stored, ...chosen }, { ...stored });
}

/**
 * Changes a tournament before its start, and notifies the players. Those who entered stay, whatever the new levels. Idempotent.
 * Throws NOT_YOUR_TOURNAMENT, TOURNAMENT_BEGUN, TOURNAMENT_TIME, INVALID_INPUT for another kind, and what `refuseWish` throws.
 */
export async function changeTournament(
  context: TournamentContext,
  id: string,
  user: VerifiedToken,
  wish: NewTournament,
): Promise<{ tournament: TournamentDetails }> {
  const { tournaments, catalog, ledger, now } = context;
  const before = await ownTournament(context, id, user.userId);
  if (before.cancelledAt !== null) throw errorOf('TOURNAMENT_NOT_FOUND');
  const chosen = chosenIn(wish);
  if (!isSame(before, chosen)) {
    if (before.startedAt !== null) throw errorOf('TOURNAMENT_BEGUN');
    if (wish.kind !== before.kind) throw errorOf('INVALID_INPUT', { message: '比赛的形式不能更改' });
    await refuseWish(context, user, wish);
    if (wish.startsAt !== before.startsAt) refuseStart(wish.startsAt, now());
    const notBegun = { _id: id, startedAt: null, cancelledAt: null };
    const changed = await tournaments
      .findOneAndUpdate(notBegun, { $set: chosen, $inc: { revision: 1 } }, { returnDocument: 'after' })
      .lean();
    if (changed === null) throw errorOf('TOURNAMENT_BEGUN');
    await announceChange(context, changed, await ledger.read(id, changed.kind));
  }
  // Another process may have changed it.
  catalog.forget();
  return { tournament: await showTournament(context, id, user.userId) };
}
