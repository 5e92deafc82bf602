import type { RouteReply, SanctionRecord } from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import { errorOf } from '@doushouqi/service-kit';
import type { ClientSession } from 'mongoose';
import type { Actor, ModerationContext } from '../context.ts';
import type { StoredSanction } from '../models.ts';
import { isOfTwo, untilOf } from '../policies/sanctions.ts';
import { beginSteps, endSteps, type Step } from '../policies/steps.ts';
import { presentSanction } from '../presenters/sanctions.ts';
import { addEntry } from '../store/log.ts';
import { namesOf, operatorOf, peopleOf } from '../store/people.ts';
import { ACTION_TEXTS } from '../texts.ts';
import { carryOut, leaseUntil } from './effects.ts';
import { type ActionParts, closedBy, nameOf } from './impose.ts';

/** Sanctions of a list. */
const MOST_LISTED = 200;

type Reviews = RouteReply<(typeof ROUTES)['listSanctions']>;

/** Presents sanctions with their persons, and whether this operator may decide on what they wait for. */
export async function presentReviews(
  context: Pick<ModerationContext, 'fetchProfiles' | 'now'>,
  { userId, isOperator, requestId }: Actor,
  found: readonly StoredSanction[],
): Promise<Reviews> {
  const ids = found.flatMap((one) => one.userId ?? []);
  const person = await peopleOf(context, ids, requestId);
  return found.map((one) => ({
    person: one.userId === null ? null : person(one.userId),
    sanction: presentSanction(one, context.now()),
    mayDecide: one.byId !== userId && one.userId !== userId && (one.waitsFor === 'answer' || isOperator),
  }));
}

/** Lists the sanctions that wait for a decision, the oldest first. */
export async function listSanctions(
  context: Pick<ModerationContext, 'sanctions' | 'fetchProfiles' | 'now'>,
  actor: Actor,
  of: 'pending' | 'appeals',
): Promise<Reviews> {
  const { sanctions } = context;
  const waitsFor = of === 'pending' ? 'second' : 'answer';
  const found = await sanctions.find({ waitsFor }).sort({ from: 1 }).limit(MOST_LISTED).lean();
  return presentReviews(context, actor, found);
}

/** Returns a sanction. Throws NOT_FOUND, and NOT_YOUR_OWN for one against the operator. */
export async function findSanction(
  { sanctions }: Pick<ModerationContext, 'sanctions'>,
  { userId }: Actor,
  sanctionId: string,
): Promise<StoredSanction> {
  const found = await sanctions.findById(sanctionId).lean();
  if (found === null) throw errorOf('NOT_FOUND');
  if (found.userId === userId) throw errorOf('NOT_YOUR_OWN');
  return found;
}

interface Change {
  sanction: StoredSanction;
  actor: Actor;
  /** Unique among the changes of a sanction. */
  name: 'decide' | 'end' | 'answer';
  what: string;
  reason: string;
  /** What must still be so. */
  only: Partial<Pick<StoredSanction, 'state' | 'waitsFor'>>;
  /** Fields that it sets; a path for those of a part. */
  fields(operator: { byId: string; by: string }, now: number): Record<string, unknown>;
  /** Effects that follow. */
  steps: readonly Step[];
  /** Further writes in the same transaction. */
  more?(session: ClientSession, now: number): Promise<unknown>;
}

/**
 * Changes a sanction in one transaction with its entry in the log, if it still is as `only` says, and carries out the effects. Throws
 * ALREADY_DECIDED.
 */
export async function changeSanction(context: ActionParts, change: Change): Promise<SanctionRecord> {
  const { sanctions, transactions, now } = context;
  const { sanction, actor, name, what, reason, steps } = change;
  const { _id, userId } = sanction;
  const { operator, person } =
    userId === null
      ? { operator: await operatorOf(context, actor), person: null }
      : await namesOf(context, actor, userId);
  const changed = await transactions.run('log', async (session) => {
    const at = now();
    const after = await sanctions
      .findOneAndUpdate(
        { _id, ...change.only },
        {
          $set: { ...change.fields(operator, at), ...(steps.length > 0 && { dueAt: leaseUntil(at) }) },
          // What is left of earlier ones stays.
          $addToSet: { steps: { $each: [...steps] } },
        },
        { returnDocument: 'after', session },
      )
      .lean();
    if (after === null) throw errorOf('ALREADY_DECIDED');
    await change.more?.(session, at);
    await addEntry(context, { key: `${name}:${_id}`, at, ...operator, what, person, reason }, session);
    return after;
  });
  await carryOut(context, changed);
  return presentSanction(changed, now());
}

/** Gives the reports of a sanction that does not become active back to the queue. */
function freeReports({ reports }: ActionParts, sanctionId: string, session: ClientSession) {
  return reports.updateMany({ sanctionId, closedAt: null }, { $unset: { sanctionId: 1 } }, { session });
}

/**
 * Approves or refuses a pending sanction of another operator. The time of an approved one begins now. A repetition returns the
 * same. Throws NOT_FOUND, NOT_YOUR_OWN, ALREADY_DECIDED.
 */
export async function decideSanction(
  context: ActionParts,
  actor: Actor,
  { sanctionId, approve, reason }: { sanctionId: string; approve: boolean; reason: string },
): Promise<SanctionRecord> {
  const sanction = await findSanction(context, actor, sanctionId);
  const { kind, hours, byId, second } = sanction;
  if (byId === actor.userId) throw errorOf('NOT_YOUR_OWN');
  if (second?.byId === actor.userId && (sanction.state === 'refused') === !approve)
    return presentSanction(sanction, context.now());
  const { reports } = context;
  return changeSanction(context, {
    ...{ sanction, actor, reason, name: 'decide', only: { state: 'pending' } },
    what: approve ? ACTION_TEXTS.approved(nameOf(sanction)) : ACTION_TEXTS.refused(nameOf(sanction)),
    fields: (operator, now) => ({
      second: { ...operator, reason, at: now },
      waitsFor: null,
      ...(approve ? { state: 'active', from: now, until: untilOf(kind, hours, now) } : { state: 'refused' }),
    }),
    steps: approve ? beginSteps(sanction) : [],
    more: (session, now) =>
      approve
        ? reports.updateMany({ sanctionId, closedAt: null }, { $set: closedBy(now) }, { session })
        : freeReports(context, sanctionId, session),
  });
}

/** Fields of a sanction that ends before its time. The person reads it again. */
export const ENDED = { state: 'ended', seenAt: null } as const;

/**
 * Ends an active sanction early, or withdraws a pending one. What two operators decided, only operators end. Idempotent. Throws
 * NOT_FOUND, NOT_YOUR_OWN, OPERATORS_ONLY, ALREADY_DECIDED (refused).
 */
export async function endSanction(
  context: ActionParts,
  actor: Actor,
  { sanctionId, reason }: { sanctionId: string; reason: string },
): Promise<SanctionRecord> {
  const sanction = await findSanction(context, actor, sanctionId);
  const { state, byId } = sanction;
  if (sanction.end !== null) return presentSanction(sanction, context.now());
  const isOwnPending = state === 'pending' && byId === actor.userId;
  if (isOfTwo(sanction) && !actor.isOperator && !isOwnPending) throw errorOf('OPERATORS_ONLY');
  if (state !== 'pending' && state !== 'active') throw errorOf('ALREADY_DECIDED');
  const isPending = state === 'pending';
  return changeSanction(context, {
    ...{ sanction, actor, reason, name: 'end', only: { state } },
    what: isPending ? ACTION_TEXTS.withdrawn(nameOf(sanction)) : ACTION_TEXTS.ended(nameOf(sanction)),
    fields: (operator, now) => ({
      end: { ...operator, reason, at: now },
      waitsFor: null,
      ...(isPending ? { state: 'refused' } : ENDED),
    }),
    steps: isPending ? [] : endSteps(sanction),
    ...(isPending && { more: (session: ClientSession) => freeReports(context, sanctionId, session) }),
  });
}
