import { randomUUID } from 'node:crypto';
import type { ConsoleSession, StaffRole } from '@doushouqi/protocol';
import { errorOf, type VerifiedToken } from '@doushouqi/service-kit';
import type { DeviceRecord } from '../access-models.ts';
import type { AuthContext } from '../context.ts';
import { officeOf, type UserRecord } from '../models.ts';
import type { Origin } from '../policies/origin.ts';
import { assertOpen, type ClosureContext } from './closures.ts';
import { type Credentials, withCredentials } from './credentials.ts';
import { type EndingDevices, endListed } from './devices.ts';
import { takeCode } from './factors.ts';
import type { PasswordContext } from './own-password.ts';

/** Life of a token of the console. Milliseconds. */
const TOKEN_LIFE = 15 * 60_000;
/** Time after the code until which its session is renewed. Milliseconds. */
const SESSION_LIFE = 8 * 3_600_000;
/** Begins the name of a session of the console in the list of devices. */
const NAME = '后台';

type Context = EndingDevices & Pick<AuthContext, 'users' | 'issueToken'>;
type Session = DeviceRecord & { office: StaffRole };

/** Returns the reply with a token of a session, whose begin is that of the session, so that what ends one ends the other. */
async function present({ issueToken, now }: Context, session: Session, user: UserRecord) {
  const { _id, userId, office, since, expiresAt: end } = session;
  const wanted = Math.min(now() + TOKEN_LIFE, end.getTime());
  const { token, expiresAt } = await issueToken(userId, since.getTime(), {
    ...{ role: office, sessionId: _id, expiresAt: wanted },
  });
  const { nickname, avatar } = user;
  return { access_token: token, role: office, nickname, avatar, userId, expiresAt, endsAt: end.getTime() };
}

/** Returns the account of a session if it still has the office and no later password; null otherwise. */
async function holderOf({ users }: Context, { userId, office, since }: Session): Promise<UserRecord | null> {
  const user = await users.findById(userId).lean();
  const holds = user !== null && officeOf(user) === office && user.passwordUpdatedAt <= since;
  return holds ? user : null;
}

/**
 * Opens a session of the console with password and code. Throws CONSOLE_REFUSED, equal in time and text for an unknown
 * account, a wrong password, a wrong or used code and an account without office; LOGIN_LOCKED after too many failures; and
 * ACCOUNT_CLOSED.
 */
export async function startConsole(
  context: Context & PasswordContext & ClosureContext & Pick<AuthContext, 'factors'>,
  { code, ...credentials }: Credentials & { code: string },
  address: string,
  { device, network }: Omit<Origin, 'sessionId'>,
): Promise<ConsoleSession> {
  const { devices, logger, now } = context;
  // Before the check of the password, so that a concurrent change of it ends this session too.
  const since = new Date(now());
  const account = await withCredentials(context, credentials, address, 'CONSOLE_REFUSED', async (user) =>
    (await takeCode(context, user, code)) === null ? null : user,
  );
  const office = officeOf(account);
  const userId = account._id.toString();
  await assertOpen(context, account, null);
  if (office === null) throw errorOf('CONSOLE_REFUSED');
  const session: Session = {
    _id: randomUUID(),
    userId,
    name: `${NAME} · ${device}`,
    network,
    since,
    seenAt: since,
    expiresAt: new Date(since.getTime() + SESSION_LIFE),
    office,
  };
  await devices.create(session);
  // After the session is listed: a concurrent end of the office either finds it or is seen here.
  const holder = await holderOf(context, session);
  if (holder === null) {
    await endListed(context, session);
    throw errorOf('CONSOLE_REFUSED');
  }
  logger.info({ userId, office, network }, 'a session of the console begins');
  return present(context, session, holder);
}

/** Returns a later token of a session of the console. Throws TOKEN_EXPIRED after its end. */
export async function renewConsole(
  context: Context,
  { userId, sessionId, role }: VerifiedToken,
): Promise<ConsoleSession> {
  const { devices, now } = context;
  const found = await devices.findOne({ _id: sessionId, userId }).lean();
  if (found?.office !== role || found.expiresAt.getTime() <= now()) throw errorOf('TOKEN_EXPIRED');
  const session = { ...found, office: found.office };
  const user = await holderOf(context, session);
  if (user === null) throw errorOf('TOKEN_EXPIRED');
  await devices.updateOne({ _id: sessionId, userId }, { seenAt: new Date(now()) });
  return present(context, session, user);
}

/** Ends the session of the console of a token. Rejects while Redis is unavailable. */
export async function endConsole(
  context: EndingDevices,
  { userId, sessionId, issuedAt }: VerifiedToken,
): Promise<void> {
  // A later token of the session may live longer than this one.
  const expiresAt = new Date(issuedAt + SESSION_LIFE);
  await endListed(context, { _id: sessionId, userId, expiresAt });
}

/** Ends every session of the console of a user. Rejects while Redis is unavailable. Idempotent. */
export async function endConsoles(context: EndingDevices, userId: string): Promise<void> {
  const found = await context.devices.find({ userId, office: { $ne: null } }).lean();
  for (const session of found) await endListed(context, session);
}
