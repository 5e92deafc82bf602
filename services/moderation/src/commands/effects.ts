import { ROUTES } from '@doushouqi/protocol/server';
import { AppError } from '@doushouqi/service-kit';
import type { ModerationContext } from '../context.ts';
import type { StoredSanction } from '../models.ts';
import { isMoot, isStep, type Step } from '../policies/steps.ts';
import { mirrorOrigins, mirrorPerson } from '../store/mirror.ts';

/** Time in which one process carries out a sanction, before another one tries it. Milliseconds. */
const LEASE_MS = 30_000;

export type EffectParts = Pick<
  ModerationContext,
  'sanctions' | 'reports' | 'redis' | 'notifier' | 'ask' | 'logger' | 'now'
>;

/** Returns when another process may carry out effects that this one begins now, epoch ms. */
export function leaseUntil(now: number): number {
  return now + LEASE_MS;
}

/** A sanction of a person. */
type OfPerson = StoredSanction & { userId: string };

async function mirror(parts: EffectParts, { userId }: OfPerson): Promise<void> {
  await mirrorPerson(parts, userId);
  await parts.notifier.sanctionsChanged(userId);
}

async function stopOrigins(parts: EffectParts): Promise<void> {
  await mirrorOrigins(parts);
  await parts.notifier.originsChanged();
}

function notifyPerson({ notifier }: EffectParts, { userId }: OfPerson): Promise<void> {
  return notifier.notify([userId], { event: 'lettersChanged', payload: {} });
}

async function notifyReporters({ notifier, reports }: EffectParts, { _id }: StoredSanction): Promise<void> {
  const led = await reports.find({ sanctionId: _id.toString() }, { reporterId: 1 }).lean();
  const reporters = new Set(led.map(({ reporterId }) => reporterId));
  await notifier.notify([...reporters], { event: 'lettersChanged', payload: {} });
}

/** Hides the reported lines of the lobby and of rooms. */
async function hideLines({ ask, reports }: EffectParts, { _id }: StoredSanction): Promise<void> {
  const led = await reports
    .find(
      { sanctionId: _id.toString(), kind: { $in: ['lobbyLine', 'roomLine', null] } },
      { kind: 1, messageId: 1 },
    )
    .lean();
  const said = led.map(({ kind, messageId }) => (kind === 'roomLine' ? messageId.split(':') : [messageId]));
  const messageIds = said.flatMap(([id, roomId]) => (roomId === undefined ? id! : []));
  if (messageIds.length > 0) await ask(ROUTES.hideLobbyLines, { body: { messageIds } });
  const rooms = Map.groupBy(
    said.filter(([, roomId]) => roomId !== undefined),
    ([, roomId]) => roomId!,
  );
  for (const [roomId, lines] of rooms)
    await ask(ROUTES.hideLines, { body: { roomId, lineIds: lines.map(([, , lineId]) => lineId!) } });
}

/** A sanction without a person has only steps of its origins (`beginSteps`). */
const EFFECTS: Readonly<Record<Step, (parts: EffectParts, sanction: OfPerson) => Promise<unknown>>> = {
  'begin:mirror': mirror,
  'begin:origins': stopOrigins,
  'begin:sessions': ({ ask }, { userId }) => ask(ROUTES.endSessionsOf, { body: { userId } }),
  'begin:seeks': ({ ask }, { userId, kind }) =>
    ask(ROUTES.dropSeeks, { body: { userId, onlyRated: kind === 'unrated' } }),
  'begin:nickname': ({ ask }, { userId }) => ask(ROUTES.renamePerson, { body: { userId } }),
  'begin:avatar': ({ ask }, { userId }) => ask(ROUTES.resetAvatar, { body: { userId } }),
  'begin:lines': hideLines,
  'begin:points': ({ ask }, { _id, userId, from }) =>
    ask(ROUTES.returnPoints, { body: { sanctionId: _id.toString(), userId, at: from } }),
  'begin:letter': notifyPerson,
  'begin:reporters': notifyReporters,
  'end:mirror': mirror,
  'end:origins': stopOrigins,
  'end:letter': notifyPerson,
  'answer:letter': notifyPerson,
};

/** The account was deleted: there is nothing to do any more. */
function isGone(error: unknown): boolean {
  return error instanceof AppError && error.code === 'USER_NOT_FOUND';
}

/**
 * Carries out what is left of a sanction's effects. Each is noted when it is done, so that after a crash another process goes on
 * with the next one. A failed effect does not stop the others: `finishDue` tries it again.
 */
export async function carryOut(parts: EffectParts, sanction: StoredSanction): Promise<void> {
  const { sanctions, logger } = parts;
  const { _id, steps } = sanction;
  for (const step of steps.filter(isStep)) {
    try {
      if (!isMoot(step, sanction)) await EFFECTS[step](parts, sanction as OfPerson);
    } catch (error) {
      if (!isGone(error)) {
        logger.warn({ err: error, sanctionId: _id, step }, 'effect of a sanction failed; it is tried again');
        continue;
      }
    }
    await sanctions.updateOne({ _id }, { $pull: { steps: step } });
  }
  await sanctions.updateOne({ _id, steps: [] }, { $set: { dueAt: null } });
}

/** Carries out the effects that other processes left unfinished, each sanction by one process. */
export async function finishDue(parts: EffectParts): Promise<void> {
  const { sanctions, now } = parts;
  for (;;) {
    const due = await sanctions
      .findOneAndUpdate(
        { dueAt: { $lte: now() } },
        { $set: { dueAt: leaseUntil(now()) } },
        { returnDocument: 'after', sort: { dueAt: 1 } },
      )
      .lean();
    if (due === null) return;
    await carryOut(parts, due);
  }
}
