import type { RouteInput, RouteReply } from '@doushouqi/protocol';
import { houseBotOf, type RatingClass, TIME_CLASSES } from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import { NEW_ACCOUNT, withPoints } from '@doushouqi/rating';
import { retryUpsert } from '@doushouqi/service-kit';
import type { ClientSession } from 'mongoose';
import type { RatingContext } from '../context.ts';
import { placingOf } from '../fill-ladder.ts';
import { ratingId, returnId, type StoredReturn } from '../models/ratings.ts';

/** Games before the sanction whose points come back. Milliseconds. */
const WINDOW_MS = 30 * 86_400_000;
/** Returns of a user that are shown. */
const MOST_SHOWN = 20;

/** What a user has lost to a person in a class, games won among them counted. */
interface Loss {
  userId: string;
  class: RatingClass;
  points: number;
  games: string[];
}

type Parts = Pick<RatingContext, 'games' | 'returns'>;

/** Returns what opponents have lost to a person in the 30 days before `at` (epoch ms) and not got back yet. */
async function lossesTo({ games, returns }: Parts, fromId: string, at: number): Promise<Loss[]> {
  const [played, given] = await Promise.all([
    games
      .find({
        ...{ players: fromId, class: { $in: TIME_CLASSES } },
        endTime: { $gt: at - WINDOW_MS, $lte: at },
      })
      .select({ players: 1, class: 1, red: 1, blue: 1 })
      .lean(),
    returns.find({ fromId }).select({ games: 1 }).lean(),
  ]);
  const known = new Set(given.flatMap((one) => one.games));
  const losses = new Map<string, Loss>();
  for (const { _id, players, class: ratingClass, red, blue } of played) {
    if (known.has(_id)) continue;
    const isRed = players[0] !== fromId;
    const userId = players[isRed ? 0 : 1];
    if (houseBotOf(userId) !== null) continue;
    const { before, after } = isRed ? red : blue;
    const id = ratingId(userId, ratingClass);
    const loss = losses.get(id) ?? { userId, class: ratingClass, points: 0, games: [] };
    loss.points += before.rating - after.rating;
    loss.games.push(_id);
    losses.set(id, loss);
  }
  // A user reads whole points.
  return [...losses.values()].filter(({ points }) => Math.round(points) > 0);
}

/** Counts the users and points that a sanction at `at` (epoch ms) would return. */
export async function countLostPoints(
  parts: Parts,
  fromId: string,
  at: number,
): Promise<RouteReply<(typeof ROUTES)['countLostPoints']>> {
  const losses = await lossesTo(parts, fromId, at);
  return {
    people: new Set(losses.map(({ userId }) => userId)).size,
    points: losses.reduce((sum, { points }) => sum + Math.round(points), 0),
  };
}

type Order = RouteInput<(typeof ROUTES)['returnPoints']>['body'];

async function returnOnce(
  { ratings, returns, now }: Pick<RatingContext, 'ratings' | 'returns' | 'now'>,
  { sanctionId, userId: fromId }: Order,
  { userId, class: ratingClass, points, games }: Loss,
  session: ClientSession,
): Promise<void> {
  const id = ratingId(userId, ratingClass);
  // Of another sanction, or of another process at the same time.
  const known = await returns
    .findOne({ fromId, games: { $in: games } })
    .session(session)
    .lean();
  const stored = await ratings.findById(id).session(session).lean();
  if (known !== null || stored === null) return;
  const { rating, seq } = withPoints({ ...NEW_ACCOUNT, ...stored }, points);
  await ratings.updateOne({ _id: id }, { $set: { rating, seq } }, { session });
  const given: StoredReturn = {
    _id: returnId(sanctionId, userId, ratingClass),
    ...{ seq, sanctionId, userId, fromId, class: ratingClass, points, games },
    at: now(),
  };
  await returns.create([given], { session });
}

/**
 * Returns the points that opponents lost to a person in the 30 days before the sanction, each in one transaction with its entry, updates the
 * ladder and notifies them. Idempotent by sanction; no game's points come back twice.
 */
export async function returnPoints(
  context: Pick<RatingContext, 'games' | 'ratings' | 'returns' | 'ladder' | 'notifier' | 'now'>,
  order: Order,
): Promise<void> {
  const { ratings, returns, ladder, notifier } = context;
  for (const loss of await lossesTo(context, order.userId, order.at)) {
    const session = await ratings.startSession();
    try {
      await retryUpsert(() => session.withTransaction(() => returnOnce(context, order, loss, session)));
    } finally {
      await session.endSession();
    }
  }
  // All of them: after a crash some are stored whose ladder and notice are not done.
  const given = await returns.find({ sanctionId: order.sanctionId }).lean();
  for (const { userId, class: ratingClass } of given) {
    const stored = await ratings.findById(ratingId(userId, ratingClass)).lean();
    if (stored !== null) await ladder.place(ratingClass, placingOf(stored));
  }
  const users = [...new Set(given.map(({ userId }) => userId))];
  await notifier.notify(users, { event: 'lettersChanged', payload: {} });
}

/** Lists the points that came back to a user, newest first, all classes of a sanction as one. */
export async function listReturns(
  { returns }: Pick<RatingContext, 'returns'>,
  userId: string,
): Promise<RouteReply<(typeof ROUTES)['listReturns']>> {
  const found = await returns.find({ userId }).sort({ at: -1 }).limit(MOST_SHOWN).lean();
  return [...Map.groupBy(found, ({ sanctionId }) => sanctionId).values()].map((same) => ({
    at: same[0]!.at,
    points: same.reduce((sum, { points }) => sum + Math.round(points), 0),
    isSeen: same.every(({ seenAt }) => seenAt !== undefined),
  }));
}

/** Notes that a user has read of all returned points. Idempotent. */
export async function readReturns(
  { returns, now }: Pick<RatingContext, 'returns' | 'now'>,
  userId: string,
): Promise<void> {
  await returns.updateMany({ userId, seenAt: null }, { $set: { seenAt: now() } });
}
