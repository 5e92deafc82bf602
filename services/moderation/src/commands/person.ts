import { RATING_CLASSES, type RouteReply } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import type { Actor, ModerationContext } from '../context.ts';
import { REPORT_DAYS } from '../models.ts';
import { presentSanction } from '../presenters/sanctions.ts';
import { closedAmong, peopleOf } from '../store/people.ts';
import { listLog } from './log.ts';

const DAY_MS = 86_400_000;
const MOST_SANCTIONS = 200;

type Parts = Pick<
  ModerationContext,
  'reports' | 'sanctions' | 'log' | 'online' | 'ask' | 'fetchProfiles' | 'now'
>;
type File = RouteReply<(typeof ROUTES)['showPerson']>;

/** Asks auth. Marks related accounts that are closed now. Throws USER_NOT_FOUND. */
async function fileOf(context: Parts, userId: string, requestId: string) {
  const { related, ...file } = await context.ask(ROUTES.showFile, { body: { userId } }, { requestId });
  const closed = await closedAmong(
    context,
    related.map(({ person }) => person._id),
  );
  return { ...file, related: related.map((one) => ({ ...one, isClosed: closed.has(one.person._id) })) };
}

/** Counts reports, offences and blocks of the last days. */
async function conductOf({ reports, ask, now }: Parts, userId: string, requestId: string) {
  const since = now() - REPORT_DAYS * DAY_MS;
  const request = { params: { userId }, query: { since } };
  const own = { 'line.userId': userId };
  const [all, upheld, offences, blockers] = await Promise.all([
    reports.countDocuments(own),
    reports.countDocuments({ ...own, outcome: 'acted' }),
    ask(ROUTES.countOffences, request, { requestId }),
    ask(ROUTES.countBlockers, request, { requestId }),
  ]);
  return {
    reports: all,
    upheld,
    forfeits: offences.left,
    aborted: offences.aborted,
    blockedBy: blockers.count,
  };
}

/** Returns the ratings of the classes in which the person has played. */
async function ratingsOf({ ask }: Parts, userId: string, requestId: string): Promise<File['ratings']> {
  const ratings = await ask(ROUTES.getRatings, { params: { userId } }, { requestId });
  return RATING_CLASSES.flatMap((name) => {
    const rating = ratings[name];
    if (rating === undefined || rating.games === 0) return [];
    return { class: name, rating: rating.rating, games: rating.games, provisional: rating.provisional };
  });
}

/** Shows what operators know of a person. Throws USER_NOT_FOUND. */
export async function showPerson(context: Parts, { requestId }: Actor, userId: string): Promise<File> {
  const { sanctions, online, ask, now } = context;
  const [person, file, presence, ratings, { games }, conduct, own, log] = await Promise.all([
    peopleOf(context, [userId], requestId),
    fileOf(context, userId, requestId),
    online.of([userId]),
    ratingsOf(context, userId, requestId),
    ask(ROUTES.listGamesOf, { params: { userId } }, { requestId }),
    conductOf(context, userId, requestId),
    sanctions.find({ userId }).sort({ from: -1 }).limit(MOST_SANCTIONS).lean(),
    listLog(context, { userId }),
  ]);
  return {
    ...file,
    person: person(userId),
    isOnline: presence.get(userId)?.online ?? false,
    roomId: presence.get(userId)?.roomId ?? null,
    ratings,
    games,
    conduct,
    sanctions: own.map((one) => presentSanction(one, now())),
    log,
  };
}
