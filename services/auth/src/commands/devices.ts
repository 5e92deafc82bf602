import type { Device } from '@doushouqi/protocol';
import { errorOf, type VerifiedToken } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { deviceName } from '../policies/device-name.ts';

/** Listed sessions of a user; the oldest leave the list first, and stay valid. */
const MOST = 50;
/** `seenAt` is stored once in this time. Milliseconds. */
const SEEN_INTERVAL = 3_600_000;

type Owner = Pick<UserRecord, '_id' | 'guestSeenAt' | 'isBot'>;

/** Lists a session. Removes those beyond MOST. */
async function listSession(
  { devices }: Pick<AuthContext, 'devices'>,
  session: { sessionId: string; userId: string; since: number; expiresAt: number; userAgent: string },
): Promise<void> {
  const { sessionId, userId, expiresAt, userAgent } = session;
  const since = new Date(session.since);
  const known = { userId, since, seenAt: since, name: deviceName(userAgent), expiresAt: new Date(expiresAt) };
  await devices.create({ _id: sessionId, ...known });
  const beyond = await devices.find({ userId }, { _id: 1 }).sort({ since: -1 }).skip(MOST).limit(MOST).lean();
  if (beyond.length > 0) await devices.deleteMany({ _id: { $in: beyond.map(({ _id }) => _id) } });
}

/**
 * Returns a token for a session that begins at `since` (epoch ms), and lists it for a member. Without the store the
 * session is valid and not listed.
 */
export async function openSession(
  context: Pick<AuthContext, 'issueToken' | 'devices' | 'logger'>,
  { _id, guestSeenAt, isBot }: Owner,
  since: number,
  userAgent: string,
): Promise<string> {
  const userId = _id.toString();
  const isGuest = guestSeenAt != null;
  const { token, sessionId, expiresAt } = await context.issueToken(
    userId,
    since,
    isGuest ? 'guest' : 'member',
  );
  if (!isGuest && !isBot)
    await listSession(context, { sessionId, userId, since, expiresAt, userAgent }).catch((error: unknown) =>
      context.logger.warn({ err: error, userId }, 'a session is not listed'),
    );
  return token;
}

/** Notes the use of a session. Does not wait for the store. */
export function noteSeen(
  { devices, logger, now }: Pick<AuthContext, 'devices' | 'logger' | 'now'>,
  { userId, sessionId }: VerifiedToken,
): void {
  const seenAt = new Date(now());
  devices
    .updateOne({ _id: sessionId, userId, seenAt: { $lt: new Date(now() - SEEN_INTERVAL) } }, { seenAt })
    .catch((error: unknown) => logger.warn({ err: error, userId }, 'the use of a session is not noted'));
}

/** Lists the valid sessions of a user, the calling one first, then last seen first. */
export async function listDevices(
  { users, devices }: Pick<AuthContext, 'users' | 'devices'>,
  { userId, sessionId, issuedAt }: VerifiedToken,
): Promise<Device[]> {
  const user = await users.findById(userId, { passwordUpdatedAt: 1 }).lean();
  if (user === null) throw errorOf('USER_NOT_FOUND');
  const valid = { userId, since: { $gte: user.passwordUpdatedAt } };
  const found = await devices.find(valid).sort({ since: -1 }).limit(MOST).lean();
  const listed = found.map(({ _id, name, since, seenAt }) => ({
    id: _id,
    name,
    since: since.getTime(),
    seenAt: seenAt.getTime(),
    isThis: _id === sessionId,
  }));
  // A session of an older version, or of a time without the store.
  if (!listed.some(({ isThis }) => isThis))
    listed.push({ id: sessionId, name: deviceName(''), since: issuedAt, seenAt: issuedAt, isThis: true });
  return listed.toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || b.seenAt - a.seenAt);
}

type Ending = Pick<AuthContext, 'devices' | 'sessions' | 'notifier' | 'logger' | 'now'>;

/** Ends a session of the user and closes its connections. Throws NOT_FOUND. Rejects while Redis is unavailable. */
export async function endDevice(context: Ending, userId: string, sessionId: string): Promise<void> {
  const { devices, sessions, notifier, logger, now } = context;
  const device = await devices.findOne({ _id: sessionId, userId }).lean();
  if (device === null) throw errorOf('NOT_FOUND');
  await sessions.end({ userId, sessionId, expiresAt: device.expiresAt.getTime() }, now());
  await devices.deleteOne({ _id: sessionId, userId });
  notifier
    .endSession(userId, sessionId)
    .catch((error: unknown) => logger.warn({ err: error }, 'could not end the connections of a session'));
}
