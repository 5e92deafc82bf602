import type { AccountRole, Device } from '@doushouqi/protocol';
import { SCOPES_OF } from '@doushouqi/protocol/server';
import { errorOf, type VerifiedToken } from '@doushouqi/service-kit';
import type { DeviceRecord } from '../access-models.ts';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { UNKNOWN_DEVICE } from '../policies/device-name.ts';
import type { Origin } from '../policies/origin.ts';
import { noteSighting } from './sightings.ts';

/** Valid sessions of a user; further logins end the oldest, so that no valid session is missing in the list. */
const MOST = 50;
/** `seenAt` is stored once in this time. Milliseconds. */
const SEEN_INTERVAL = 3_600_000;

export type EndingDevices = Pick<AuthContext, 'devices' | 'sessions' | 'notifier' | 'logger' | 'now'>;

/** Ends a listed session and closes its connections. Rejects while Redis is unavailable. */
export async function endListed(
  { devices, sessions, notifier, logger, now }: EndingDevices,
  { _id: sessionId, userId, expiresAt }: Pick<DeviceRecord, '_id' | 'userId' | 'expiresAt'>,
): Promise<void> {
  await sessions.end({ userId, sessionId, expiresAt: expiresAt.getTime() }, now());
  await devices.deleteOne({ _id: sessionId, userId });
  notifier
    .endSession(userId, sessionId)
    .catch((error: unknown) => logger.warn({ err: error }, 'could not end the connections of a session'));
}

/** Ends the sessions of a user beyond MOST. One that Redis cannot end yet stays listed until the next login. */
async function endOldest(context: EndingDevices, userId: string): Promise<void> {
  const oldest = await context.devices.find({ userId }).sort({ since: -1 }).skip(MOST).limit(MOST).lean();
  await Promise.all(oldest.map((device) => endListed(context, device)));
}

interface Owner {
  userId: string;
  role: AccountRole;
  memberSince?: number | undefined;
}

/**
 * Returns a token for a session that begins at `since` (epoch ms), and lists it for a user who manages sessions. Rejects
 * if it cannot be listed.
 */
export async function openSession(
  context: EndingDevices & Pick<AuthContext, 'issueToken' | 'sightings'>,
  { userId, role, memberSince }: Owner,
  since: number,
  { device: name, network, sessionId, address, deviceHash: device }: Origin,
): Promise<string> {
  const { devices, logger, issueToken } = context;
  const session = { role, sessionId, device, memberSince };
  const { token, expiresAt } = await issueToken(userId, since, session);
  await noteSighting(context, { userId, role, device }, address);
  if (!SCOPES_OF[role].includes('account')) return token;
  const at = new Date(since);
  const times = { since: at, seenAt: at, expiresAt: new Date(expiresAt) };
  await devices.create({ _id: sessionId, userId, name, network, ...times });
  await endOldest(context, userId).catch((error: unknown) =>
    logger.warn({ err: error, userId }, 'the oldest sessions could not be ended yet'),
  );
  return token;
}

/** Notes the use of a session, and from where. Does not wait for the store. */
export function noteSeen(
  context: Pick<AuthContext, 'devices' | 'sightings' | 'logger' | 'now'>,
  user: VerifiedToken,
  address: string,
): void {
  const { devices, logger, now } = context;
  const { userId, sessionId } = user;
  const seenAt = new Date(now());
  devices
    .updateOne({ _id: sessionId, userId, seenAt: { $lt: new Date(now() - SEEN_INTERVAL) } }, { seenAt })
    .then(({ modifiedCount }) => (modifiedCount > 0 ? noteSighting(context, user, address) : undefined))
    .catch((error: unknown) => logger.warn({ err: error, userId }, 'the use of a session is not noted'));
}

/** Returns the records of a user's valid sessions, the calling one first, then last seen first. */
export async function validSessions(
  { devices, now }: Pick<AuthContext, 'devices' | 'now'>,
  { passwordUpdatedAt }: Pick<UserRecord, 'passwordUpdatedAt'>,
  { userId, sessionId, issuedAt, expiresAt }: VerifiedToken,
): Promise<(DeviceRecord & { isThis: boolean })[]> {
  const valid = { userId, since: { $gte: passwordUpdatedAt }, expiresAt: { $gt: new Date(now()) } };
  const found = await devices.find(valid).lean();
  const listed: (DeviceRecord & { isThis: boolean })[] = found.map((device) => ({
    ...device,
    isThis: device._id === sessionId,
  }));
  // A session of an older version.
  if (!listed.some(({ isThis }) => isThis)) {
    const at = new Date(issuedAt);
    const times = { since: at, seenAt: at, expiresAt: new Date(expiresAt) };
    listed.push({ _id: sessionId, userId, name: UNKNOWN_DEVICE, ...times, isThis: true });
  }
  return listed.toSorted(
    (a, b) => Number(b.isThis) - Number(a.isThis) || b.seenAt.getTime() - a.seenAt.getTime(),
  );
}

/** Lists the valid sessions of a user, as `validSessions`. */
export async function listDevices(
  context: Pick<AuthContext, 'users' | 'devices' | 'now'>,
  session: VerifiedToken,
): Promise<Device[]> {
  const user = await context.users.findById(session.userId, { passwordUpdatedAt: 1 }).lean();
  if (user === null) throw errorOf('USER_NOT_FOUND');
  return (await validSessions(context, user, session)).map(({ _id, name, since, seenAt, isThis }) => ({
    id: _id,
    name,
    since: since.getTime(),
    seenAt: seenAt.getTime(),
    isThis,
  }));
}

/** Ends a session of the user and closes its connections. Throws NOT_FOUND. Rejects while Redis is unavailable. */
export async function endDevice(context: EndingDevices, userId: string, sessionId: string): Promise<void> {
  const device = await context.devices.findOne({ _id: sessionId, userId }).lean();
  if (device === null) throw errorOf('NOT_FOUND');
  await endListed(context, device);
}
