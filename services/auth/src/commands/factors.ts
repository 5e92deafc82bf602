import { invitationHash, newInvitation } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import { officeOf, type UserRecord } from '../models.ts';
import { factorUri, newSecret, periodOf } from '../policies/codes.ts';
import type { Origin } from '../policies/origin.ts';
import { type Noting, noteChange } from './access-changes.ts';
import { type Credentials, withCredentials } from './credentials.ts';
import type { PasswordContext } from './own-password.ts';

type Factors = Pick<AuthContext, 'factors' | 'now'>;

/** Account of the look-ups that an unknown account or a wrong password costs. */
const NO_ACCOUNT = '0'.repeat(24);
/** Secret of an account without one. */
const NO_SECRET = newSecret();
/**
 * Wrong codes after right passwords, without a right one between them, that end a factor (NIST SP 800-63B, 5.2.2). Three
 * of a million codes count at a time, so all of these guesses succeed with 3 in 10 000.
 */
export const MOST_FAILURES = 100;

/** Replaces the factor of a user by an invitation, which is returned once, to set up another one. */
export async function invite({ factors, now }: Factors, userId: string): Promise<string> {
  const { invitation, stored } = newInvitation(now());
  const fresh = { invitation: stored, step: 0, failures: 0 };
  await factors.replaceOne({ _id: userId }, fresh, { upsert: true });
  return invitation;
}

/** Returns the id of an account that holds an office and stays, or an id without a factor. */
function staffId(user: UserRecord | null): string {
  const holds = user !== null && officeOf(user) !== null && user.deletesAt === undefined;
  return holds ? user._id.toString() : NO_ACCOUNT;
}

/**
 * Takes a code of a user, who has stated the right password, or of null. Returns the id of the user; null if the code is
 * wrong or was used, or the factor has ended. Does the same work for null. Of two uses at once one succeeds.
 */
export async function takeCode(
  { factors, logger, now }: Factors & Pick<AuthContext, 'logger'>,
  user: UserRecord | null,
  code: string,
): Promise<string | null> {
  const userId = staffId(user);
  const factor = await factors.findById(userId).lean();
  const step = periodOf(factor?.secret ?? NO_SECRET, code, now());
  const open = { _id: userId, secret: factor?.secret ?? NO_SECRET, failures: { $lt: MOST_FAILURES } };
  const taken = await factors
    .findOneAndUpdate({ ...open, step: { $lt: step ?? 0 } }, { step: step ?? 0, failures: 0 })
    .lean();
  if (taken !== null) return userId;
  await factors.updateOne(open, { $inc: { failures: 1 } });
  if (factor?.failures === MOST_FAILURES - 1)
    logger.error({ userId }, 'a second factor has ended after too many wrong codes; invite its owner again');
  return null;
}

interface Enrolment extends Credentials {
  invitation: string;
  code?: string | undefined;
}

/** Reply to a step of the enrolment. A confirmed secret is not shown again. */
interface Offer {
  uri: string;
  secret: string;
  isConfirmed: boolean;
}

/** Offers a secret to the holder of an invitation, the same at each call. Returns null for an invalid or used invitation. */
async function offer({ factors }: Factors, invited: object, user: UserRecord): Promise<Offer | null> {
  await factors.updateOne({ ...invited, secret: null, offered: null }, { offered: newSecret() });
  const factor = await factors.findOne({ ...invited, secret: null }).lean();
  if (factor?.offered === undefined) return null;
  const { offered: secret } = factor;
  return { uri: factorUri(secret, user.username), secret, isConfirmed: false };
}

const CONFIRMED: Offer = { uri: '', secret: '', isConfirmed: true };

/**
 * Confirms the offered secret by a code, which counts once. A repetition returns the same; `isNew` tells them apart. Returns
 * null for a wrong code, or an invalid invitation.
 */
async function confirm(
  { factors, now }: Factors,
  invited: object,
  code: string,
): Promise<{ isNew: boolean } | null> {
  const factor = await factors.findOne(invited).lean();
  const secret = factor?.secret ?? factor?.offered;
  const step = periodOf(secret ?? NO_SECRET, code, now());
  if (secret === undefined || step === null) return null;
  const { matchedCount } = await factors.updateOne(
    { ...invited, offered: secret },
    { $set: { secret, step, failures: 0 }, $unset: { offered: 1 } },
  );
  if (matchedCount > 0) return { isNew: true };
  return (await factors.exists({ ...invited, secret })) && { isNew: false };
}

/**
 * Sets up the second factor of a user with an invitation: without a code returns the secret, with one confirms it. Throws
 * CONSOLE_REFUSED, equal for a wrong password, invitation and code, and LOGIN_LOCKED after too many failures.
 */
export function enrolFactor(
  context: PasswordContext & Factors & Noting,
  { invitation, code, ...credentials }: Enrolment,
  address: string,
  origin: Origin,
): Promise<Offer> {
  return withCredentials(context, credentials, address, 'CONSOLE_REFUSED', async (user) => {
    const invited = {
      _id: staffId(user),
      'invitation.hash': invitationHash(invitation),
      'invitation.expiresAt': { $gt: new Date(context.now()) },
    };
    if (code === undefined) return user && offer(context, invited, user);
    const confirmed = await confirm(context, invited, code);
    if (user === null || confirmed === null) return null;
    if (confirmed.isNew) await noteChange(context, user, 'factor', origin);
    return CONFIRMED;
  });
}
