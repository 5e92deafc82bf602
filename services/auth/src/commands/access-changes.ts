import type { AccessChange } from '@doushouqi/protocol';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { RECENT } from '../policies/access.ts';
import { type Notice, noticeMail } from '../policies/notices.ts';
import type { Origin } from '../policies/origin.ts';

/** Stored changes of a user; the oldest are deleted. */
export const MOST_CHANGES = 20;

export type Noting = Pick<AuthContext, 'accessChanges' | 'mailer' | 'attempts' | 'logger' | 'now'>;

async function storeChanges(
  { accessChanges }: Noting,
  userId: string,
  made: readonly AccessChange['what'][],
  origin: Origin,
  at: number,
): Promise<void> {
  const known = { ...origin, userId, at: new Date(at), expiresAt: new Date(at + RECENT) };
  await accessChanges.insertMany(made.map((what) => ({ ...known, what })));
  const beyond = await accessChanges
    .find({ userId }, { _id: 1 })
    .sort({ at: -1 })
    .skip(MOST_CHANGES)
    .limit(MOST_CHANGES)
    .lean();
  await accessChanges.deleteMany({ _id: { $in: beyond.map(({ _id }) => _id) } });
}

async function mailNotice(
  { mailer, attempts }: Noting,
  { _id, username, email }: Pick<UserRecord, '_id' | 'username' | 'email'>,
  notice: Notice,
  origin: Origin,
  at: number,
): Promise<void> {
  if (mailer === null || email === undefined || !(await attempts.mayNotify(_id.toString()))) return;
  await mailer.send({ to: email, ...noticeMail(notice, { username, origin, at }) });
}

/**
 * Stores changes of the ways in for the owner's browsers, and mails a notice to the address that was verified before. The
 * change has happened, so a failure is only logged. Does not wait for the mail.
 */
export async function noteChanges(
  context: Noting,
  before: Pick<UserRecord, '_id' | 'username' | 'email'>,
  made: readonly AccessChange['what'][],
  notice: Notice,
  origin: Origin,
): Promise<void> {
  const { logger, now } = context;
  const [userId, at] = [before._id.toString(), now()];
  mailNotice(context, before, notice, origin, at).catch((error: unknown) =>
    logger.warn({ err: error, userId }, 'a notice was not sent'),
  );
  await storeChanges(context, userId, made, origin, at).catch((error: unknown) =>
    logger.warn({ err: error, userId }, 'a change of the ways in is not stored'),
  );
}

/** Notes one change, as `noteChanges`. */
export function noteChange(
  context: Noting,
  before: Pick<UserRecord, '_id' | 'username' | 'email'>,
  what: AccessChange['what'],
  origin: Origin,
): Promise<void> {
  return noteChanges(context, before, [what], { kind: 'change', what }, origin);
}
