import type { RouteReply, Violation } from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import { errorOf } from '@doushouqi/service-kit';
import type { Actor, ModerationContext } from '../context.ts';
import { OPEN } from '../models.ts';
import { type CaseReport, caseOf, medianOf } from '../policies/cases.ts';
import { startOfDay } from '../policies/days.ts';
import { presentReport } from '../presenters/reports.ts';
import { presentSanction } from '../presenters/sanctions.ts';
import { assertUnclaimed, claim, claimsOf, release } from '../store/claims.ts';
import { countFlagged } from '../store/flagged.ts';
import { addEntry } from '../store/log.ts';
import { namesOf, peopleOf } from '../store/people.ts';
import { weightsOf } from '../store/weights.ts';
import { ACTION_TEXTS } from '../texts.ts';

/** Open reports that the queue reads, oldest first, and cases that it shows. */
const MOST_READ = 5_000;
const MOST_CASES = 200;
/** Closed reports that the list of handled persons reads. */
const MOST_CLOSED = 1_000;
/** Reports and sanctions of one person that are shown. */
const MOST_SHOWN = 200;
/** Sanctions that precedents are counted from, and kinds of them that are shown. */
const PRECEDENTS = { read: 500, shown: 5 } as const;

/** The fields of `CaseReport`. */
const CASE_FIELDS = { kind: 1, violation: 1, note: 1, reporterId: 1, line: 1, at: 1 } as const;

type QueueState = 'open' | 'mine' | 'done';
type ListParts = Pick<
  ModerationContext,
  'reports' | 'cases' | 'sanctions' | 'flags' | 'fetchProfiles' | 'now'
>;

/** Counts of all lists, and what was handled today. */
async function countAll(parts: ListParts) {
  const { sanctions, reports, now } = parts;
  const [flagged, waiting, appeals, closed] = await Promise.all([
    countFlagged(parts),
    sanctions.countDocuments({ waitsFor: 'second' }),
    sanctions.countDocuments({ waitsFor: 'answer' }),
    reports.find({ closedAt: { $gte: startOfDay(now()) } }, { at: 1, closedAt: 1, line: 1 }).lean(),
  ]);
  const waits = closed.map(({ at, closedAt = 0 }) => closedAt - at.getTime());
  const handled = new Set(closed.map(({ line }) => line.userId)).size;
  return { flagged, waiting, appeals, today: { handled, medianWait: medianOf(waits) } };
}

/** Lists the cases of a queue, the highest score first; closed ones by the time of the decision, newest first. */
export async function listCases(
  context: ListParts,
  { userId: operatorId, requestId }: Actor,
  state: QueueState,
): Promise<RouteReply<(typeof ROUTES)['listCases']>> {
  const { reports, now } = context;
  const newest = { at: -1 } as const;
  const [open, closed, claims, counts] = await Promise.all([
    reports.find(OPEN, CASE_FIELDS).sort({ at: 1 }).limit(MOST_READ).lean<CaseReport[]>(),
    state === 'done'
      ? reports
          .find({ closedAt: { $ne: null } }, CASE_FIELDS)
          .sort({ closedAt: -1, ...newest })
          .limit(MOST_CLOSED)
          .lean<CaseReport[]>()
      : [],
    claimsOf(context),
    countAll(context),
  ]);
  const persons = Map.groupBy(open.reverse(), ({ line }) => line.userId);
  const isMine = (userId: string) => claims.get(userId)?.byId === operatorId;
  const listed = state === 'done' ? Map.groupBy(closed, ({ line }) => line.userId) : persons;
  const weights = await weightsOf(
    context,
    [...listed.values()].flat().map(({ reporterId }) => reporterId),
  );
  const all = [...listed].flatMap(([userId, own]) =>
    state === 'mine' && !isMine(userId) ? [] : caseOf(own, weights, now()),
  );
  const sorted = state === 'done' ? all : all.toSorted((a, b) => b.score - a.score || a.at - b.at);
  const shown = sorted.slice(0, MOST_CASES);
  const person = await peopleOf(
    context,
    shown.map(({ userId }) => userId),
    requestId,
  );
  return {
    cases: shown.map(({ userId, ...rest }) => ({
      ...rest,
      person: person(userId),
      claimedBy: claims.get(userId)?.by ?? null,
      isMine: isMine(userId),
    })),
    open: persons.size,
    mine: [...persons.keys()].filter(isMine).length,
    ...counts,
  };
}

/** Returns what was decided for other persons with the same violation, the most frequent first. */
async function precedentsOf(
  { sanctions }: Pick<ModerationContext, 'sanctions'>,
  userId: string,
  violation: Violation,
) {
  const decided = await sanctions
    .find({ violation, userId: { $ne: userId }, state: { $in: ['active', 'ended'] } }, { kind: 1, hours: 1 })
    .sort({ from: -1 })
    .limit(PRECEDENTS.read)
    .lean();
  const groups = Map.groupBy(decided, ({ kind, hours }) => `${kind} ${hours}`);
  return [...groups.values()]
    .map((same) => ({ kind: same[0]!.kind, hours: same[0]!.hours, count: same.length }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, PRECEDENTS.shown);
}

/** Shows all stored reports of a person with their context, and the person's sanctions. */
export async function showCase(
  context: ListParts & Pick<ModerationContext, 'online'>,
  { userId: operatorId, requestId }: Actor,
  userId: string,
): Promise<RouteReply<(typeof ROUTES)['showCase']>> {
  const { reports, sanctions, online, now } = context;
  const [found, own, presence, claims] = await Promise.all([
    reports.find({ 'line.userId': userId }).sort({ at: -1 }).limit(MOST_SHOWN).lean(),
    sanctions.find({ userId }).sort({ from: -1 }).limit(MOST_SHOWN).lean(),
    online.of([userId]),
    claimsOf(context),
  ]);
  const reporters = found.map(({ reporterId }) => reporterId);
  const [weights, person] = await Promise.all([
    weightsOf(context, reporters),
    peopleOf(context, [userId, ...reporters], requestId),
  ]);
  const open = found.filter(({ outcome }) => outcome === undefined);
  const about = open.length > 0 ? open : found;
  const violation = about.length > 0 ? caseOf(about, weights, now()).violation : 'other';
  const taken = claims.get(userId);
  return {
    person: person(userId),
    isOnline: presence.get(userId)?.online ?? false,
    roomId: presence.get(userId)?.roomId ?? null,
    claimedBy: taken?.by ?? null,
    isMine: taken?.byId === operatorId,
    reports: found.map((one) => presentReport(one, person(one.reporterId), weights.get(one.reporterId) ?? 1)),
    sanctions: own.map((one) => presentSanction(one, now())),
    precedents: await precedentsOf(context, userId, violation),
  };
}

/** Reserves a person for the operator for ten minutes, or gives it back. Throws CASE_TAKEN, NOT_YOUR_OWN. */
export async function claimCase(
  context: Pick<ModerationContext, 'cases' | 'fetchProfiles' | 'now'>,
  actor: Actor,
  userId: string,
  on: boolean,
): Promise<void> {
  if (!on) return release(context, userId, actor.userId);
  if (userId === actor.userId) throw errorOf('NOT_YOUR_OWN');
  const { operator } = await namesOf(context, actor, userId);
  await claim(context, userId, operator);
}

interface Dismissal {
  userId: string;
  /** Ids of reports. */
  ids: readonly string[];
  reason: string;
}

/**
 * Closes those of the reports that are open as unfounded, which lowers the weight of their reporters, and notifies these.
 * Idempotent. Throws CASE_TAKEN, NOT_YOUR_OWN.
 */
export async function dismissCase(
  context: Pick<
    ModerationContext,
    'reports' | 'cases' | 'log' | 'transactions' | 'fetchProfiles' | 'notifier' | 'logger' | 'now'
  >,
  actor: Actor,
  { userId, ids, reason }: Dismissal,
): Promise<void> {
  const { reports, transactions, notifier, logger, now } = context;
  if (userId === actor.userId) throw errorOf('NOT_YOUR_OWN');
  await assertUnclaimed(context, userId, actor.userId);
  const { operator, person } = await namesOf(context, actor, userId);
  const dismissed = await transactions.run('log', async (session) => {
    const open = await reports
      .find({ _id: { $in: ids }, 'line.userId': userId, ...OPEN }, { reporterId: 1 })
      .session(session)
      .lean();
    const [first] = open;
    if (first === undefined) return [];
    const at = now();
    await reports.updateMany(
      { _id: { $in: open.map(({ _id }) => _id) } },
      { $set: { closedAt: at, outcome: 'dismissed' } },
      { session },
    );
    const what = ACTION_TEXTS.dismissed(open.length);
    await addEntry(context, { key: `dismiss:${first._id}`, at, ...operator, what, person, reason }, session);
    return open;
  });
  await release(context, userId, actor.userId);
  const reporters = [...new Set(dismissed.map(({ reporterId }) => reporterId))];
  notifier
    .notify(reporters, { event: 'lettersChanged', payload: {} })
    .catch((error: unknown) => logger.warn({ err: error, userId }, 'reporters not notified'));
}
