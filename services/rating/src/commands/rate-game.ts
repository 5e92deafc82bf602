import {
  type FinishedGame,
  fromWireWinner,
  type GameRatings,
  houseBotOf,
  RATING_DEFS,
  type RatingChanged,
  ratingClassOf,
} from '@doushouqi/protocol';
import { PROVISIONAL_DEVIATION } from '@doushouqi/rating';
import { errorOf } from '@doushouqi/service-kit';
import type { RatingContext } from '../context.ts';
import { placingOf } from '../fill-ladder.ts';
import { ratingId, type StoredChange, type StoredConduct, type StoredRatedGame } from '../models/ratings.ts';
import { findWins, flagsOf, noteFlags } from '../note-flags.ts';
import { presentLevel, presentRating } from '../presenters/ratings.ts';
import { storeAbortedGame, storeRatedGame } from '../store-rated-game.ts';

function presentChange({ before, after }: StoredChange) {
  return { before: presentRating(before), after: presentRating(after) };
}

function changedFor({ _id, roomId, class: timeClass }: StoredRatedGame, change: StoredChange): RatingChanged {
  return {
    roomId,
    gameId: _id,
    timeClass,
    ...presentChange(change),
    level: {
      before: presentLevel(change.before.rating).order,
      after: presentLevel(change.after.rating).order,
    },
    provisional: change.after.deviation >= PROVISIONAL_DEVIATION,
  };
}

async function mirrorConduct(context: RatingContext, players: readonly string[]): Promise<StoredConduct[]> {
  const { conducts, pauses, now } = context;
  const stored = await conducts.find({ _id: { $in: [...players] } }).lean();
  await Promise.all(stored.map(({ _id, pauseUntil }) => pauses.set(_id, pauseUntil, now())));
  return stored;
}

/** Updates everything that derives from the stored game. Idempotent. */
async function followUp(context: RatingContext, game: StoredRatedGame): Promise<void> {
  const { ratings, ladder, notifier } = context;
  const ids = game.players.map((userId) => ratingId(userId, game.class));
  const stored = await ratings.find({ _id: { $in: ids } }).lean();
  await Promise.all(stored.map((rating) => ladder.place(game.class, placingOf(rating))));
  if (!RATING_DEFS[game.class].hasBot) {
    const [conducts, wins] = await Promise.all([
      mirrorConduct(context, game.players),
      findWins(context, game),
    ]);
    await noteFlags(context, flagsOf(game, conducts, wins));
  }
  const [red, blue] = game.players;
  await notifier.notify([red], { event: 'ratingChanged', payload: changedFor(game, game.red) });
  await notifier.notify([blue], { event: 'ratingChanged', payload: changedFor(game, game.blue) });
}

/**
 * Rates a finished game of a rated room, adds the change of both ratings to its record and returns it; null for an
 * aborted game. Games against bots do not count as conduct, which protects people.
 * Idempotent by `gameId`. Derived data in Redis is written when Redis is available again. Throws INVALID_INPUT for a
 * game of another room kind, UNAVAILABLE without record, and the store's error during its outage.
 */
export async function rateGame(context: RatingContext, game: FinishedGame): Promise<GameRatings | null> {
  const { players, timeControl } = game;
  const ratingClass = ratingClassOf(game);
  const bots = players.filter((id) => houseBotOf(id) !== null).length;
  if (ratingClass === null || !timeControl) throw errorOf('INVALID_INPUT');
  const { hasBot } = RATING_DEFS[ratingClass];
  if (players[0] === players[1] || bots !== (hasBot ? 1 : 0)) throw errorOf('INVALID_INPUT');
  const quietly = (work: Promise<unknown>) =>
    work.catch((err: unknown) =>
      context.logger.warn({ err, gameId: game.gameId }, 'could not follow a game up'),
    );
  const winner = fromWireWinner(game.winner);
  if (winner === null) {
    if (hasBot) return null;
    await storeAbortedGame(context, { ...game, timeControl, winner });
    await quietly(mirrorConduct(context, players));
    return null;
  }
  const stored = await storeRatedGame(context, { ...game, timeControl, winner, ratingClass });
  await quietly(followUp(context, stored));
  const ratings = { red: presentChange(stored.red), blue: presentChange(stored.blue) };
  await context.archiveGame({ ...game, ratings });
  return ratings;
}
