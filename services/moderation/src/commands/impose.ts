import {
  isLasting,
  isOriginSanction,
  mayReturnPoints,
  needsSecondOperator,
  type RouteInput,
  type RouteReply,
  type SanctionOrigin,
  type SanctionRecord,
} from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { errorOf } from '@doushouqi/service-kit';
import { type ClientSession, Types } from 'mongoose';
import type { Actor, ModerationContext } from '../context.ts';
import { OPEN, type StoredReport, type StoredSanction } from '../models.ts';
import { isSanctionable, untilOf } from '../policies/sanctions.ts';
import { beginSteps } from '../policies/steps.ts';
import { quoteOf } from '../presenters/reports.ts';
import { presentSanction } from '../presenters/sanctions.ts';
import { assertUnclaimed, release } from '../store/claims.ts';
import { addEntry } from '../store/log.ts';
import { assertRoom } from '../store/mirror.ts';
import { namesOf } from '../store/people.ts';
import { ACTION_TEXTS, originNames, sanctionName } from '../texts.ts';
import { carryOut, type EffectParts, leaseUntil } from './effects.ts';

export type ActionParts = EffectParts &
  Pick<ModerationContext, 'cases' | 'log' | 'transactions' | 'fetchProfiles'>;
type Order = RouteInput<(typeof ROUTES)['impose']>['body'];
type FileOrigins = RouteReply<(typeof ROUTES)['showFile']>['origins'];

/** Returns the name of a sanction for the log. */
export function nameOf({
  kind,
  hours,
  userId,
  origins = [],
}: Pick<StoredSanction, 'kind' | 'hours' | 'userId' | 'origins'>): string {
  const name = sanctionName(kind, hours, isLasting(kind));
  const also = originNames(origins);
  if (also === '') return name;
  return userId === null ? `${also}${name}` : `${name}，含${also}`;
}

/** Returns the fields that close the reports of a sanction which has become active. */
export function closedBy(now: number): Pick<StoredReport, 'closedAt' | 'outcome'> {
  return { closedAt: now, outcome: 'acted' };
}

/**
 * Returns the reports that an order names. Throws NOT_FOUND if one is of another person or does not exist, NOT_YOUR_OWN if the
 * operator alone wrote them.
 */
async function readReports(
  { reports }: ActionParts,
  operatorId: string,
  { userId, reports: ids }: Order,
): Promise<StoredReport[]> {
  const wanted = [...new Set(ids)];
  const found = await reports
    .find({ _id: { $in: wanted }, 'line.userId': userId })
    .sort({ at: 1, _id: 1 })
    .lean();
  if (found.length < wanted.length) throw errorOf('NOT_FOUND');
  if (found.length > 0 && found.every(({ reporterId }) => reporterId === operatorId))
    throw errorOf('NOT_YOUR_OWN');
  return found;
}

type Names = Awaited<ReturnType<typeof namesOf>>;

type Ordered = Pick<
  StoredSanction,
  | 'userId'
  | 'nickname'
  | 'kind'
  | 'violation'
  | 'hours'
  | 'text'
  | 'reason'
  | 'hidesLines'
  | 'returnsPoints'
  | 'quotes'
> &
  Names['operator'] & { id: string; origins: SanctionOrigin[]; coversMembers: boolean };

/** Returns the document of a sanction that is imposed now. Pure. */
export function newSanction({ id, ...ordered }: Ordered, now: number): StoredSanction {
  const { kind, hours, returnsPoints } = ordered;
  const isPending = needsSecondOperator(kind, hours, returnsPoints);
  return {
    _id: new Types.ObjectId(id),
    ...ordered,
    state: isPending ? 'pending' : 'active',
    from: now,
    until: untilOf(kind, hours, now),
    ...{ second: null, end: null, appeal: null, seenAt: null },
    waitsFor: isPending ? 'second' : null,
    steps: isPending ? [] : beginSteps(ordered),
    dueAt: isPending ? null : leaseUntil(now),
  };
}

/** Returns the sanction that an order describes. */
function orderedOf(
  order: Order,
  led: readonly StoredReport[],
  { operator, person }: Names,
  origins: SanctionOrigin[],
): Ordered {
  const { id, userId, kind, violation, text, reason, hidesLines } = order;
  const hours = isLasting(kind) ? order.hours : null;
  return {
    ...{ id, userId, nickname: person.nickname, kind, violation, hours, text, reason, hidesLines },
    returnsPoints: order.returnsPoints && mayReturnPoints(kind, violation),
    // An avatar is no text.
    quotes: led.filter((one) => one.kind !== 'avatar').map(quoteOf),
    ...operator,
    ...{ origins, coversMembers: false },
  };
}

/** Returns the devices and the last address range of a person, as far as the order names them and such a sanction stops them. */
function originsOf(
  { kind, alsoDevice, alsoRange }: Order,
  { devices, ranges }: FileOrigins,
): SanctionOrigin[] {
  if (!isOriginSanction(kind)) return [];
  return [
    ...(alsoDevice ? devices : []).map((value) => ({ of: 'device' as const, value })),
    ...(alsoRange ? ranges.slice(0, 1) : []).map((value) => ({ of: 'network' as const, value })),
  ];
}

/** Reserves or closes the reports that led to a sanction. Throws ALREADY_DECIDED if none of them is open any more. */
async function useReports(
  { reports }: ActionParts,
  sanction: StoredSanction,
  led: readonly StoredReport[],
  session: ClientSession,
): Promise<void> {
  if (led.length === 0) return;
  const used = {
    sanctionId: sanction._id.toString(),
    ...(sanction.state === 'active' && closedBy(sanction.from)),
  };
  const open = { _id: { $in: led.map(({ _id }) => _id) }, ...OPEN };
  const { matchedCount } = await reports.updateMany(open, { $set: used }, { session });
  if (matchedCount === 0) throw errorOf('ALREADY_DECIDED');
}

interface NewlyStored {
  id: string;
  operator: Names['operator'];
  person: Names['person'] | null;
  /** Returns the sanction at the time of the transaction. */
  create(at: number): StoredSanction;
  /** Does in the transaction what belongs to it. */
  also?(sanction: StoredSanction, session: ClientSession): Promise<void>;
}

/** Stores a sanction with its entry in the log, once for its `id`. */
export function storeSanction(
  context: ActionParts,
  { id, operator, person, create, also }: NewlyStored,
): Promise<{ sanction: StoredSanction; isNew: boolean }> {
  const { sanctions, transactions, now } = context;
  return transactions.run('log', async (session) => {
    const known = await sanctions.findById(id).session(session).lean();
    if (known !== null) return { sanction: known, isNew: false };
    const at = now();
    const sanction = create(at);
    await also?.(sanction, session);
    await sanctions.create([sanction], { session });
    const textOf = sanction.state === 'pending' ? ACTION_TEXTS.proposed : ACTION_TEXTS.imposed;
    const what = textOf(nameOf(sanction), sanction.violation);
    const { reason } = sanction;
    await addEntry(context, { key: `impose:${id}`, at, ...operator, what, person, reason }, session);
    return { sanction, isNew: true };
  });
}

/**
 * Imposes a sanction with its entry in the log, and carries it out unless it waits for a second operator. A repeated `id` returns
 * the first. Throws USER_NOT_FOUND, NOT_SANCTIONABLE, CASE_TAKEN, TOO_MANY_ORIGINS, NOT_FOUND, NOT_YOUR_OWN and
 * ALREADY_DECIDED (reports).
 */
export async function impose(context: ActionParts, actor: Actor, order: Order): Promise<SanctionRecord> {
  const { sanctions, ask, now } = context;
  const { userId, id } = order;
  const known = await sanctions.findById(id).lean();
  if (known !== null) return presentSanction(known, now());
  const file = await ask(ROUTES.showFile, { body: { userId } }, { requestId: actor.requestId });
  if (!isSanctionable(file.role) || userId === actor.userId) throw errorOf('NOT_SANCTIONABLE');
  await assertUnclaimed(context, userId, actor.userId);
  const names = await namesOf(context, actor, userId);
  const led = await readReports(context, actor.userId, order);
  const origins = originsOf(order, file.origins);
  if (origins.length > 0) await assertRoom(context, origins.length);
  const { sanction, isNew } = await storeSanction(context, {
    ...{ id, ...names },
    create: (at) => newSanction(orderedOf(order, led, names, origins), at),
    also: (sanction, session) => useReports(context, sanction, led, session),
  });
  if (isNew) {
    await release(context, userId, actor.userId);
    await carryOut(context, sanction);
  }
  return presentSanction(sanction, now());
}
