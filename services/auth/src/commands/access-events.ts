import type { ReviewReason } from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { maskEmail, reviewAfter, suspendedWays } from '../policies/access.ts';
import type { Origin } from '../policies/origin.ts';
import { type Noting, noteChanges } from './access-changes.ts';
import { type Ending, endOlderSessions } from './end-sessions.ts';
import { type PasswordContext, withPassword } from './own-password.ts';

export type EventContext = Ending & Noting & Pick<AuthContext, 'passkeys'>;

/** An event that calls for a review of the ways in. `keep`: ids of ways that it does not suspend. */
interface AccessEvent {
  reason: ReviewReason;
  keep: readonly string[];
}

/**
 * Returns the fields that an event writes to the account. They end what was authorized before: sessions and additions by
 * `passwordUpdatedAt`, ways in by `accessReview`.
 */
export async function eventFields(
  { passkeys, now }: Pick<AuthContext, 'passkeys' | 'now'>,
  user: UserRecord,
  event: AccessEvent,
): Promise<Pick<UserRecord, 'passwordUpdatedAt' | 'accessReview'>> {
  const found = await passkeys.find({ userId: user._id.toString() }, { since: 1 }).lean();
  const at = now();
  return { passwordUpdatedAt: new Date(at), accessReview: reviewAfter(event, user, found, at) };
}

/** Returns the names of the suspended ways, as a notice lists them. */
async function suspendedNames({ passkeys }: EventContext, user: UserRecord): Promise<string[]> {
  const found = await passkeys.find({ userId: user._id.toString() }, { since: 1, name: 1 }).lean();
  const ids = new Set(suspendedWays(user, found).map(({ id }) => id));
  return namesOf(user, found, ids);
}

/** Returns the names of ways by their ids, for a notice. Pure. */
export function namesOf(
  { email }: Pick<UserRecord, 'email'>,
  passkeys: readonly { _id: string; name: string }[],
  ids: ReadonlySet<string>,
): string[] {
  return [
    ...(ids.has('codes') ? ['恢复码'] : []),
    ...(ids.has('email') ? [`邮箱 ${maskEmail(email!)}`] : []),
    ...passkeys.filter(({ _id }) => ids.has(`passkey:${_id}`)).map(({ name }) => `通行密钥（${name}）`),
  ];
}

/**
 * Completes an event that changed `user`: ends every session that began before the returned time (epoch ms) and every
 * link, and notifies the owner. Does not fail.
 */
export async function completeEvent(
  context: EventContext,
  user: UserRecord,
  reason: ReviewReason,
  origin: Origin,
): Promise<number> {
  const { logger } = context;
  const since = await endOlderSessions(context, user._id.toString(), { isEvent: true });
  const suspended = await suspendedNames(context, user).catch((error: unknown) => {
    logger.warn({ err: error }, 'the suspended ways are not named');
    return [];
  });
  const made = reason === 'devices' ? [] : (['password'] as const);
  await noteChanges(context, user, made, { kind: 'event', reason, suspended }, origin);
  return since;
}

/**
 * Ends all sessions of a user who states the password, as an event. Returns the time (epoch ms) before which they began.
 * Rejects while the store is unavailable; what Redis misses is mirrored to it later. Throws as `withPassword`, and
 * PASSWORD_CHANGED.
 */
export async function endOtherSessions(
  context: EventContext & PasswordContext,
  userId: string,
  { password, keep }: { password: string; keep: readonly string[] },
  address: string,
  origin: Origin,
): Promise<number> {
  const user = await withPassword(context, userId, password, address, async ({ passwordHash, ...before }) =>
    context.users
      .findOneAndUpdate(
        { _id: userId, passwordHash },
        await eventFields(context, { passwordHash, ...before }, { reason: 'devices', keep }),
        { returnDocument: 'after' },
      )
      .lean(),
  );
  if (user === null) throw errorOf('PASSWORD_CHANGED');
  return completeEvent(context, user, 'devices', origin);
}
