import { GAMES_TO_CREATE, ROUND_BREAK, TOURNAMENT_LEAD, type TournamentDetails } from '@doushouqi/protocol';
import type { NewTournament } from '@doushouqi/protocol/server';
import { errorOf, refuseGame, refuseSanctioned, type VerifiedToken } from '@doushouqi/service-kit';
import type { TournamentContext } from '../context.ts';
import { NEW, type StoredTournament } from '../models.ts';
import { newTournamentId } from '../new-id.ts';
import { showTournament } from './show.ts';

/** Returns the slot of a user's open tournament. */
export function slotOf(userId: string): string {
  return `user:${userId}`;
}

/** Returns what the creator of a tournament chooses. Pure. */
export function chosenIn(wish: NewTournament) {
  const { name, kind, timeControl, startsAt, rated, levels = null, description = '' } = wish;
  const isSwiss = wish.kind === 'swiss';
  return {
    ...{ name, description, kind, timeControl, rated, levels, startsAt },
    isPrivate: wish.private,
    password: (wish.private && wish.password) || null,
    minutes: isSwiss ? null : wish.minutes,
    rounds: isSwiss ? wish.rounds : null,
    checkIn: isSwiss && wish.checkIn,
    breakMs: (isSwiss ? wish.breakSeconds : ROUND_BREAK.usual) * 1_000,
  } satisfies Partial<StoredTournament>;
}

function tournamentOf(wish: NewTournament, userId: string): StoredTournament {
  return {
    _id: newTournamentId(),
    slot: slotOf(userId),
    ...chosenIn(wish),
    hasBots: false,
    createdBy: userId,
    ...NEW,
  };
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 11_000;
}

/** Whether the open tournament of a user is the wished one: the reply to its creation was lost. */
function isSame(stored: StoredTournament, wished: StoredTournament): boolean {
  const { name, kind, startsAt, isPrivate, password } = stored;
  return (
    name === wished.name &&
    kind === wished.kind &&
    startsAt === wished.startsAt &&
    isPrivate === wished.isPrivate &&
    password === wished.password
  );
}

/** Throws READ_ONLY, RATED_OFF, RATED_PAUSED and IMPROPER_TEXT. */
export async function refuseWish(
  { moderator, site, now }: Pick<TournamentContext, 'moderator' | 'site' | 'now'>,
  user: VerifiedToken,
  { rated, name, description = '' }: NewTournament,
): Promise<void> {
  await refuseGame(site, { rated, now: now() });
  if (rated) refuseSanctioned(user, 'unrated', now());
  const verdicts = await Promise.all([name, description].map((text) => moderator.moderate(text)));
  const refusal = verdicts.find((verdict) => verdict !== null);
  if (refusal) throw errorOf(refusal);
}

/** Throws TOURNAMENT_TIME. */
export function refuseStart(startsAt: number, now: number): void {
  const lead = startsAt - now;
  if (lead < TOURNAMENT_LEAD.min || lead > TOURNAMENT_LEAD.max) throw errorOf('TOURNAMENT_TIME');
}

/**
 * Creates a tournament, or returns the open one if it is the same. Throws TOURNAMENT_TIME, IMPROPER_TEXT, RATED_GAMES_NEEDED,
 * ONE_TOURNAMENT, RATED_PAUSED, READ_ONLY, RATED_OFF, and UNAVAILABLE without the rating service.
 */
export async function createTournament(
  context: TournamentContext,
  user: VerifiedToken,
  wish: NewTournament,
): Promise<{ tournament: TournamentDetails }> {
  const { tournaments, catalog, peers, now } = context;
  const { userId } = user;
  await refuseWish(context, user, wish);
  const { games } = await peers.strengthOf(userId, wish.timeControl);
  if (games < GAMES_TO_CREATE) throw errorOf('RATED_GAMES_NEEDED');
  const made = tournamentOf(wish, userId);
  const known = await tournaments.findOne({ slot: made.slot }, { standings: 0 }).lean();
  if (known && isSame(known, made)) return { tournament: await showTournament(context, known._id, userId) };
  if (known) throw errorOf('ONE_TOURNAMENT');
  refuseStart(wish.startsAt, now());
  try {
    await tournaments.create({ ...made, standings: [] });
  } catch (error) {
    if (isDuplicate(error)) throw errorOf('ONE_TOURNAMENT');
    throw error;
  }
  catalog.forget();
  return { tournament: await showTournament(context, made._id, userId) };
}
