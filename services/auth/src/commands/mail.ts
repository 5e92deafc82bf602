import { createHash, randomBytes } from 'node:crypto';
import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { hashPassword } from '../passwords.ts';
import { emailWay, isSuspended } from '../policies/access.ts';
import { additionOf, type Origin, originOf } from '../policies/origin.ts';
import { type Noting, noteChange } from './access-changes.ts';
import { completeEvent, type EventContext, eventFields } from './access-events.ts';
import { assertOpen, type ClosureContext } from './closures.ts';
import { assertStaying } from './deletion.ts';
import { type PasswordContext, withPassword } from './own-password.ts';

/** A link is valid for this time. Milliseconds. */
const LINK_LIFE = 3_600_000;

type Purpose = 'verify' | 'reset';
type Parts = Pick<AuthContext, 'users' | 'mailLinks' | 'attempts' | 'now'>;

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * Stores a new link, which replaces those of the same purpose, and returns its token of 256 random bits. `at`: when it
 * was asked for, before the password was checked; epoch ms.
 */
async function newLink(
  { mailLinks }: Pick<Parts, 'mailLinks'>,
  link: { userId: string; purpose: Purpose; email: string; sessionId?: string },
  at: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await mailLinks.deleteMany({ userId: link.userId, purpose: link.purpose });
  await mailLinks.create({ ...link, _id: hashOf(token), expiresAt: new Date(at + LINK_LIFE) });
  return token;
}

/** Filter of an account since whose last password a link was asked for: a link ends with the password. */
function accountOf({ userId, expiresAt }: { userId: string; expiresAt: Date }) {
  return { _id: userId, passwordUpdatedAt: { $lte: new Date(expiresAt.getTime() - LINK_LIFE) } };
}

/** Filter of a valid link. */
function validLink({ now }: Pick<Parts, 'now'>, token: string, purpose: Purpose) {
  return { _id: hashOf(token), purpose, expiresAt: { $gt: new Date(now()) } };
}

/**
 * Sends a link to an address for a user who states the password; without an address removes the verified one. Throws
 * MAIL_OFF, UNAVAILABLE if the server does not accept the e-mail, PASSWORD_LOCKED after too many e-mails,
 * PASSWORD_CHANGED, and as `withPassword`.
 */
export async function setEmail(
  context: Parts & PasswordContext & Noting,
  userId: string,
  { email, password }: { email?: string | undefined; password: string },
  address: string,
  origin: Origin,
): Promise<void> {
  const { users, mailLinks, mailer, attempts, logger, now } = context;
  if (email === undefined) {
    const before = await withPassword(context, userId, password, address, async ({ passwordHash }) => {
      await mailLinks.deleteMany({ userId });
      return users
        .findOneAndUpdate({ _id: userId, passwordHash }, { $unset: { email: 1, emailAddition: 1 } })
        .lean();
    });
    if (before === null) throw errorOf('PASSWORD_CHANGED');
    if (before.email !== undefined) await noteChange(context, before, 'email-removed', origin);
    return;
  }
  if (mailer === null) throw errorOf('MAIL_OFF');
  const at = now();
  const { usernameLower } = await withPassword(context, userId, password, address, async (member) => member);
  await attempts.countMail(usernameLower, email.toLowerCase(), address);
  const { sessionId } = origin;
  const link = mailer.linkTo(
    '/verify-email',
    await newLink(context, { userId, purpose: 'verify', email, sessionId }, at),
  );
  const text = `点下面的链接，确认这个邮箱用来找回斗兽棋的密码。链接一小时内有效。\n\n${link}\n\n不是你的操作，请忽略这封信。\n`;
  await mailer.send({ to: email, subject: '斗兽棋：确认邮箱', text }).catch((error: unknown) => {
    logger.warn({ err: error }, 'an e-mail was not accepted');
    throw errorOf('UNAVAILABLE', { cause: error });
  });
}

/**
 * Stores the address of a link with its account; the link counts once. `from` is the request, whose browser may have no
 * session. Throws LINK_INVALID.
 */
export async function verifyEmail(
  context: Parts & Noting,
  token: string,
  from: { userAgent: string; address: string },
): Promise<void> {
  const { users, mailLinks, now } = context;
  const link = await mailLinks.findOneAndDelete(validLink(context, token, 'verify')).lean();
  if (link === null) throw errorOf('LINK_INVALID');
  const origin = originOf(from, { sessionId: link.sessionId });
  const member = { ...accountOf(link), passwordHash: { $exists: true } };
  const known = await users.findOne(member).lean();
  // The same address again is no addition.
  if (known?.email === link.email && !isSuspended(emailWay(known), known.accessReview)) return;
  const emailAddition = additionOf(origin, new Date(now()));
  const before = await users.findOneAndUpdate(member, { email: link.email, emailAddition }).lean();
  if (before === null) throw errorOf('LINK_INVALID');
  await noteChange(context, before, 'email', origin);
}

/**
 * Sends a link to the verified address of an account, if it has one that is not suspended. The caller does not wait for
 * it, so neither reply nor time reveals which accounts exist. Throws MAIL_OFF, and PASSWORD_LOCKED after too many
 * requests.
 */
export async function askForReset(
  context: Parts & Pick<AuthContext, 'mailer' | 'logger'>,
  username: string,
  address: string,
): Promise<void> {
  const { users, attempts, mailer, logger, now } = context;
  if (mailer === null) throw errorOf('MAIL_OFF');
  const account = username.toLowerCase();
  // No address contains a colon.
  await attempts.countMail(account, `account:${account}`, address);
  const send = async (): Promise<void> => {
    const at = now();
    const user = await users.findOne({ usernameLower: account }).lean();
    if (user?.email === undefined || isSuspended(emailWay(user), user.accessReview)) return;
    const { email } = user;
    const token = await newLink(context, { userId: user._id.toString(), purpose: 'reset', email }, at);
    const text = `点下面的链接，给斗兽棋账号 ${user.username} 设一个新密码。链接一小时内有效，只能用一次。\n\n${mailer.linkTo('/recover', token)}\n\n不是你的操作，请忽略这封信，密码不会变。\n`;
    await mailer.send({ to: user.email, subject: '斗兽棋：找回密码', text });
  };
  send().catch((error: unknown) => logger.warn({ err: error }, 'an e-mail was not sent'));
}

interface Reset {
  token: string;
  password: string;
  /** Keeps an account that waits for its deletion. */
  restore: boolean;
  /** Ids of ways that the reset does not suspend. */
  keep: readonly string[];
}

/**
 * Sets a new password by the token of a link, which counts once, and ends every session that began before the returned
 * time (epoch ms). Throws LINK_INVALID, PASSWORD_LOCKED after too many attempts of an address, ACCOUNT_CLOSED and
 * ACCOUNT_LEAVING, which do not use the link.
 */
export async function resetPassword(
  context: Parts & EventContext & ClosureContext & Pick<AuthContext, 'hashing'>,
  { token, password, restore, keep }: Reset,
  origin: Origin,
): Promise<{ user: UserRecord; since: number }> {
  const { address } = origin;
  const { users, mailLinks, attempts, hashing, sessions, now } = context;
  await attempts.countReset(address);
  const valid = validLink(context, token, 'reset');
  const link = await mailLinks.findOne(valid).lean();
  if (link === null) throw errorOf('LINK_INVALID');
  // The address may have been changed since.
  const account = { ...accountOf(link), email: link.email };
  const known = await users.findOne(account).lean();
  if (known === null || isSuspended(emailWay(known), known.accessReview)) throw errorOf('LINK_INVALID');
  await assertOpen(context, known, origin);
  await assertStaying(context, known, restore, 'LINK_INVALID');
  const passwordHash = await hashing.run([address, known.usernameLower], () => hashPassword(password));
  if ((await mailLinks.findOneAndDelete(valid)) === null) throw errorOf('LINK_INVALID');
  const fields = await eventFields(context, known, { reason: 'reset', keep });
  // Two requests at once may both leave a link: the new password ends the other one.
  const user = await users
    .findOneAndUpdate(account, { passwordHash, ...fields }, { returnDocument: 'after' })
    .lean()
    .catch(async (error: unknown) => {
      await sessions.endBefore(link.userId, now() + 1);
      throw error;
    });
  if (user === null) throw errorOf('LINK_INVALID');
  await attempts.rememberOwner(user.usernameLower, address);
  return { user, since: await completeEvent(context, user, 'reset', origin) };
}
