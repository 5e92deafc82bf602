import { createHash, randomBytes } from 'node:crypto';
import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { hashPassword } from '../passwords.ts';
import { assertStaying } from './deletion.ts';
import { endOlderSessions } from './end-sessions.ts';
import { type PasswordContext, withPassword } from './own-password.ts';

/** A link is valid for this time. Milliseconds. */
const LINK_LIFE = 3_600_000;

type Purpose = 'verify' | 'reset';
type Parts = Pick<AuthContext, 'users' | 'mailLinks' | 'attempts' | 'now'>;

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Stores a new link, which replaces those of the same purpose, and returns its token of 256 random bits. */
async function newLink(
  { mailLinks, now }: Pick<Parts, 'mailLinks' | 'now'>,
  userId: string,
  purpose: Purpose,
  email: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await mailLinks.deleteMany({ userId, purpose });
  await mailLinks.create({
    _id: hashOf(token),
    userId,
    purpose,
    email,
    expiresAt: new Date(now() + LINK_LIFE),
  });
  return token;
}

/** Filter of a valid link. */
function validLink({ now }: Pick<Parts, 'now'>, token: string, purpose: Purpose) {
  return { _id: hashOf(token), purpose, expiresAt: { $gt: new Date(now()) } };
}

/**
 * Sends a link to an address for a user who states the password; without an address removes the verified one. Throws
 * MAIL_OFF, UNAVAILABLE if the server does not accept the e-mail, PASSWORD_LOCKED after too many e-mails, and as
 * `withPassword`.
 */
export async function setEmail(
  context: Parts & PasswordContext & Pick<AuthContext, 'mailer' | 'logger'>,
  userId: string,
  { email, password }: { email?: string | undefined; password: string },
  address: string,
): Promise<void> {
  const { users, mailLinks, mailer, attempts, logger } = context;
  if (email === undefined) {
    await withPassword(context, userId, password, address, async () => {
      await users.updateOne({ _id: userId }, { $unset: { email: 1 } });
      await mailLinks.deleteMany({ userId });
    });
    return;
  }
  if (mailer === null) throw errorOf('MAIL_OFF');
  await withPassword(context, userId, password, address, async () => undefined);
  await attempts.countMail(email.toLowerCase(), address);
  const link = mailer.linkTo('/verify-email', await newLink(context, userId, 'verify', email));
  const text = `点下面的链接，确认这个邮箱用来找回斗兽棋的密码。链接一小时内有效。\n\n${link}\n\n不是你的操作，请忽略这封信。\n`;
  await mailer.send({ to: email, subject: '斗兽棋：确认邮箱', text }).catch((error: unknown) => {
    logger.warn({ err: error }, 'an e-mail was not accepted');
    throw errorOf('UNAVAILABLE', { cause: error });
  });
}

/** Stores the address of a link with its account; the link counts once. Notifies a former address. Throws LINK_INVALID. */
export async function verifyEmail(
  context: Parts & Pick<AuthContext, 'mailer' | 'logger'>,
  token: string,
): Promise<void> {
  const { users, mailLinks, mailer, logger } = context;
  const link = await mailLinks.findOneAndDelete(validLink(context, token, 'verify')).lean();
  if (link === null) throw errorOf('LINK_INVALID');
  const member = { _id: link.userId, passwordHash: { $exists: true } };
  const before = await users.findOneAndUpdate(member, { email: link.email }).lean();
  if (before === null) throw errorOf('LINK_INVALID');
  const { email, username } = before;
  if (email === undefined || email === link.email) return;
  const text = `斗兽棋账号 ${username} 换了找回密码用的邮箱，以后不再寄到这里。\n\n不是你的操作，请马上登录，修改密码并换回邮箱。\n`;
  mailer
    ?.send({ to: email, subject: '斗兽棋：邮箱已更换', text })
    .catch((error: unknown) => logger.warn({ err: error }, 'a former address was not notified'));
}

/**
 * Sends a link to the verified address of an account, if it has one. The caller does not wait for it, so neither reply
 * nor time reveals which accounts exist. Throws MAIL_OFF, and PASSWORD_LOCKED after too many requests.
 */
export async function askForReset(
  context: Parts & Pick<AuthContext, 'mailer' | 'logger'>,
  username: string,
  address: string,
): Promise<void> {
  const { users, attempts, mailer, logger } = context;
  if (mailer === null) throw errorOf('MAIL_OFF');
  const account = username.toLowerCase();
  await attempts.countMail(account, address);
  const send = async (): Promise<void> => {
    const user = await users.findOne({ usernameLower: account }, { email: 1 }).lean();
    if (user?.email === undefined) return;
    const token = await newLink(context, user._id.toString(), 'reset', user.email);
    const text = `点下面的链接，给斗兽棋账号 ${username} 设一个新密码。链接一小时内有效，只能用一次。\n\n${mailer.linkTo('/recover', token)}\n\n不是你的操作，请忽略这封信，密码不会变。\n`;
    await mailer.send({ to: user.email, subject: '斗兽棋：找回密码', text });
  };
  send().catch((error: unknown) => logger.warn({ err: error }, 'an e-mail was not sent'));
}

/**
 * Sets a new password by the token of a link, which counts once, and ends every session that began before the returned
 * time (epoch ms). Throws LINK_INVALID, PASSWORD_LOCKED after too many attempts of an address, and ACCOUNT_LEAVING.
 */
export async function resetPassword(
  context: Parts & Pick<AuthContext, 'devices' | 'hashing' | 'sessions' | 'logger'>,
  { token, password, restore }: { token: string; password: string; restore: boolean },
  address: string,
): Promise<{ user: UserRecord; since: number }> {
  const { users, mailLinks, attempts, hashing, sessions, now } = context;
  await attempts.countReset(address);
  const valid = validLink(context, token, 'reset');
  const link = await mailLinks.findOne(valid).lean();
  // The address may have been changed since.
  const known = link === null ? null : await users.findOne({ _id: link.userId, email: link.email }).lean();
  if (link === null || known === null) throw errorOf('LINK_INVALID');
  await assertStaying(context, known, restore, 'LINK_INVALID');
  const passwordHash = await hashing.run([address, known.usernameLower], () => hashPassword(password));
  if ((await mailLinks.findOneAndDelete(valid)) === null) throw errorOf('LINK_INVALID');
  // Two requests at once may both leave a link. It is deleted before the password changes, so that only one counts.
  await mailLinks.deleteMany({ userId: link.userId, purpose: 'reset' });
  const user = await users
    .findOneAndUpdate(
      { _id: link.userId, email: link.email, passwordUpdatedAt: known.passwordUpdatedAt },
      { passwordHash, passwordUpdatedAt: new Date(now()) },
      { returnDocument: 'after' },
    )
    .lean()
    .catch(async (error: unknown) => {
      await sessions.endBefore(link.userId, now() + 1);
      throw error;
    });
  if (user === null) throw errorOf('LINK_INVALID');
  await attempts.rememberOwner(user.usernameLower, address);
  return { user, since: await endOlderSessions(context, link.userId) };
}
