import { GUEST_PUSH_KINDS, MAX_PUSH_DEVICES, PUSH_KINDS, type PushKinds } from '@doushouqi/protocol';
import { turnCallsKey } from '@doushouqi/room-core/push-notifications';
import { errorOf, inBatches, retryUpsert, type VerifiedToken } from '@doushouqi/service-kit';
import type { SocialContext } from '../context.ts';
import { readEndpoint } from './endpoint.ts';

type Parts = Pick<SocialContext, 'subscriptions' | 'redis'>;

const IN_GAMES = { $or: [{ 'kinds.turn': true }, { 'kinds.tournament': true }] };

/** Mirrors until when a device of each user is called at a turn or to a tournament, for the services that queue these calls. */
async function mirrorTurnNotifications(
  { subscriptions, redis }: Parts,
  userIds: readonly string[],
): Promise<void> {
  const found = await subscriptions.find({ userId: { $in: userIds }, ...IN_GAMES }).lean();
  const until = Map.groupBy(found, ({ userId }) => userId);
  const write = (userId: string) => {
    const ends = until.get(userId)?.map(({ expiresAt }) => expiresAt.getTime());
    const key = turnCallsKey(userId);
    return ends === undefined ? redis.del(key) : redis.set(key, '1', 'PXAT', Math.max(...ends));
  };
  await Promise.all([...new Set(userIds)].map(write));
}

/** As `mirrorTurnNotifications`, for all users, after Redis lost it. */
export async function mirrorAllTurnNotifications(parts: Parts): Promise<void> {
  const wanting = parts.subscriptions.find(IN_GAMES, { userId: 1 }).lean().cursor();
  await inBatches(wanting, (batch) =>
    mirrorTurnNotifications(
      parts,
      batch.map(({ userId }) => userId),
    ),
  );
}

/** Returns the public key and the calls that this device gets; null if it gets none. */
export async function showPush(
  { subscriptions, vapid }: Pick<SocialContext, 'subscriptions' | 'vapid'>,
  { userId, sessionId, role }: VerifiedToken,
): Promise<{ publicKey: string; kinds: PushKinds | null }> {
  const found = await subscriptions.findOne({ _id: sessionId, userId }).lean();
  return { publicKey: vapid.publicKey, kinds: found && kindsFor(role === 'guest', found.kinds) };
}

interface Wish {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  kinds: PushKinds;
}

function kindsFor(isGuest: boolean, wished: PushKinds): PushKinds {
  const kinds = PUSH_KINDS.map((kind) => [
    kind,
    (wished[kind] ?? false) && (!isGuest || GUEST_PUSH_KINDS.includes(kind)),
  ]);
  return Object.fromEntries(kinds) as PushKinds;
}

/** Stores the subscription of this device, and removes the user's oldest ones. Throws PUSH_SERVICE_UNKNOWN. */
export async function setPush(
  context: Parts & Pick<SocialContext, 'pushHosts'>,
  { userId, sessionId, issuedAt, expiresAt, role }: VerifiedToken,
  { endpoint: text, keys, kinds }: Wish,
  now: number,
): Promise<void> {
  const { subscriptions, pushHosts } = context;
  const endpoint = readEndpoint(text, pushHosts);
  if (endpoint === null) throw errorOf('PUSH_SERVICE_UNKNOWN');
  const stored = { userId, endpoint, keys, kinds: kindsFor(role === 'guest', kinds), at: now, issuedAt };
  // A browser has one endpoint: before, it belonged to another session.
  await retryUpsert(async () => {
    await subscriptions.deleteMany({ endpoint, _id: { $ne: sessionId } });
    const set = { ...stored, expiresAt: new Date(expiresAt) };
    await subscriptions.updateOne({ _id: sessionId }, { $set: set }, { upsert: true });
  });
  const beyond = await subscriptions
    .find({ userId }, { _id: 1 })
    .sort({ at: -1 })
    .skip(MAX_PUSH_DEVICES)
    .lean();
  if (beyond.length > 0) await subscriptions.deleteMany({ _id: { $in: beyond.map(({ _id }) => _id) } });
  await mirrorTurnNotifications(context, [userId]);
}

/** Removes devices of a user; all of them without `sessionIds`. Idempotent. */
export async function removePush(
  context: Parts,
  userId: string,
  sessionIds?: readonly string[],
): Promise<void> {
  await context.subscriptions.deleteMany({ userId, ...(sessionIds && { _id: { $in: sessionIds } }) });
  await mirrorTurnNotifications(context, [userId]);
}
