import { EXPIRED_GUEST, GUEST_LIFE, type PublicUser } from '@doushouqi/protocol';
import { errorOf, type SignedToken } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { liveGuest } from './guests.ts';
import { releaseNickname } from './nicknames.ts';

/** A guest that was carried along stays marked for this time: a game that was ending is carried by a later run. */
const LINGER_MS = 60 * 60_000;

type EndingGuests = Pick<
  AuthContext,
  | 'users'
  | 'nicknames'
  | 'sightings'
  | 'sessions'
  | 'forgetPlayer'
  | 'carryGames'
  | 'replacePlayer'
  | 'forgetSolver'
  | 'carrySolver'
>;

/** The member that gets the games of a guest; null if the games are deleted. */
async function heirOf({ users }: EndingGuests, { mergedInto }: UserRecord): Promise<PublicUser | null> {
  if (mergedInto === undefined) return null;
  const heir = await users.findOne({ _id: mergedInto, deletedAt: null }, { nickname: 1, avatar: 1 }).lean();
  return heir && { _id: mergedInto, nickname: heir.nickname, avatar: heir.avatar };
}

/** Ends the sessions of a marked guest, and moves games, lessons and stars to their heir or deletes them. Idempotent. */
async function emptyGuest(context: EndingGuests, guest: UserRecord, now: number): Promise<void> {
  const userId = guest._id.toString();
  await context.sessions.endBefore(userId, now);
  const heir = await heirOf(context, guest);
  if (heir === null) {
    await context.forgetPlayer(userId, EXPIRED_GUEST);
    return context.forgetSolver(userId);
  }
  // First, so that a game that ends meanwhile is already the heir's.
  await context.replacePlayer(userId, heir._id);
  await context.carryGames(userId, heir);
  await context.carrySolver(userId, heir._id);
}

/** Empties a marked guest and deletes the account, last, so that a failure is repeated by the next run. */
async function deleteGuest(context: EndingGuests, guest: UserRecord, now: number): Promise<void> {
  const { users, nicknames, sightings } = context;
  await emptyGuest(context, guest, now);
  await sightings.deleteMany({ userId: guest._id.toString() });
  await releaseNickname({ nicknames }, { nickname: guest.nickname, userId: guest._id });
  await users.deleteOne({ _id: guest._id });
}

/**
 * Ends a guest for a member who logged in on its device; with `bring` the member gets the games. Returns the guest's id.
 * Idempotent: a repeated call completes the first. Throws NOT_A_GUEST unless `token` is of a guest that is live, or that
 * this member has ended.
 */
export async function mergeGuest(
  context: EndingGuests & Pick<AuthContext, 'verifier' | 'now'>,
  memberId: string,
  { token, bring }: { token: string; bring: boolean },
): Promise<string> {
  const { users, verifier, now } = context;
  const refused = () => {
    throw errorOf('NOT_A_GUEST');
  };
  const { userId, role }: SignedToken = await verifier.read(token).catch(refused);
  if (role !== 'guest') refused();
  const ended = await users.findById(userId, { mergedInto: 1, deletedAt: 1 }).lean();
  if (ended === null) return userId;
  if (ended.mergedInto !== memberId) await verifier.verify(token).catch(refused);
  const at = now();
  const mark = {
    deletedAt: new Date(at),
    // The expiry finds it after this time.
    guestSeenAt: new Date(at - GUEST_LIFE + LINGER_MS),
    ...(bring && { mergedInto: memberId }),
  };
  const guest =
    (await users.findOneAndUpdate(liveGuest(userId), mark, { returnDocument: 'after' }).lean()) ??
    (await users.findOne({ _id: userId, mergedInto: memberId }).lean());
  if (guest === null) return refused();
  if (bring) await emptyGuest(context, guest, at);
  else await deleteGuest(context, guest, at);
  return userId;
}

/** Guests that one run deletes; the next run deletes further ones. */
const BATCH = 500;

/**
 * Deletes guests without activity for GUEST_LIFE with their data and returns their number. A guest is marked first, so
 * that one who returns stays whole or finds the sessions ended. `now` in epoch ms.
 */
export async function expireGuests(context: EndingGuests, now: number): Promise<number> {
  const { users } = context;
  const idle = { guestSeenAt: { $lt: new Date(now - GUEST_LIFE) } };
  const found = await users.find(idle, { _id: 1 }).limit(BATCH).lean();
  let expired = 0;
  for (const { _id } of found) {
    const mark = { deletedAt: new Date(now) };
    const guest = await users.findOneAndUpdate({ _id, ...idle }, mark).lean();
    if (guest === null) continue;
    await deleteGuest(context, guest, now);
    expired += 1;
  }
  return expired;
}
