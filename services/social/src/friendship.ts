import { MAX_BLOCKS, MAX_FRIENDS, MAX_REQUESTS } from '@doushouqi/protocol';
import { errorOf, isDuplicate } from '@doushouqi/service-kit';
import type { SocialContext } from './context.ts';
import { pairOf, towards } from './models.ts';
import { fetchProfile } from './people.ts';
import { areFriends, assertNoBlock, assertNotSame } from './relations.ts';

type Parts = Pick<
  SocialContext,
  | 'friendships'
  | 'requests'
  | 'blocks'
  | 'blockMirror'
  | 'invitations'
  | 'fetchProfiles'
  | 'notifyFriendsChanged'
  | 'notifyBlocksChanged'
>;

/** Throws where a friendship that was just made may not stand. */
async function assertMayStand(context: Parts, userId: string, otherId: string): Promise<void> {
  const { friendships } = context;
  const [own, others] = await Promise.all([
    friendships.countDocuments({ users: userId }),
    friendships.countDocuments({ users: otherId }),
    assertNoBlock(context, userId, otherId),
  ]);
  if (own > MAX_FRIENDS) throw errorOf('FRIENDS_FULL');
  if (others > MAX_FRIENDS) throw errorOf('FRIENDS_FULL', { message: '对方的好友数量已达上限' });
}

/**
 * Makes two users friends and forgets their requests; being friends already is as good. Judged after it is made, so
 * that of a block or a last free place that comes at the same moment one side always sees the other. `userId` is who
 * acts. Throws FRIENDS_FULL, YOU_BLOCKED, NOT_ACCEPTING.
 */
async function befriend(context: Parts, userId: string, otherId: string, now: number): Promise<void> {
  const { friendships, requests, notifyFriendsChanged } = context;
  const _id = pairOf(userId, otherId);
  // Two of these at once are retried by the store, as the condition is the unique key itself.
  const made = await friendships.updateOne(
    { _id },
    { $setOnInsert: { users: [userId, otherId], since: now } },
    { upsert: true },
  );
  if (made.upsertedCount > 0) {
    try {
      await assertMayStand(context, userId, otherId);
    } catch (error) {
      await friendships.deleteOne({ _id });
      throw error;
    }
  }
  await requests.deleteMany({ _id: { $in: [towards(userId, otherId), towards(otherId, userId)] } });
  notifyFriendsChanged([userId, otherId]);
}

interface Ask {
  userId: string;
  toId: string;
  requestId: string;
}

/** Throws where a request that was just stored may not stand. Why the other does not take it is not told. */
async function assertMayWait(context: Parts, userId: string, toId: string): Promise<void> {
  await assertNoBlock(context, userId, toId);
  if ((await context.requests.countDocuments({ to: toId })) > MAX_REQUESTS) throw errorOf('NOT_ACCEPTING');
}

/** Stores the request, and judges it then: a block that comes at the same moment sees it, or is seen. */
async function place(context: Parts, userId: string, toId: string, now: number): Promise<void> {
  const { requests } = context;
  const _id = towards(userId, toId);
  try {
    await requests.create({ _id, from: userId, to: toId, at: now });
  } catch (error) {
    throw isDuplicate(error) ? errorOf('REQUEST_PENDING', { cause: error }) : error;
  }
  try {
    await assertMayWait(context, userId, toId);
  } catch (error) {
    await requests.deleteOne({ _id });
    throw error;
  }
}

/**
 * Asks somebody to be friends; true where they asked too, so that both are friends now. Throws NOT_YOURSELF,
 * USER_NOT_FOUND, ALREADY_FRIENDS, FRIENDS_FULL, REQUEST_PENDING, YOU_BLOCKED, NOT_ACCEPTING.
 */
export async function requestFriend(
  context: Parts,
  { userId, toId, requestId }: Ask,
  now: number,
): Promise<boolean> {
  const { friendships, requests, fetchProfiles, notifyFriendsChanged } = context;
  assertNotSame(userId, toId);
  await fetchProfile(fetchProfiles, toId, requestId);
  if (await areFriends(context, userId, toId)) throw errorOf('ALREADY_FRIENDS');
  if ((await friendships.countDocuments({ users: userId })) >= MAX_FRIENDS) throw errorOf('FRIENDS_FULL');
  const hasAsked = async () => (await requests.exists({ _id: towards(toId, userId) })) !== null;
  if (!(await hasAsked())) {
    await place(context, userId, toId, now);
    // Asked for again after the own request is there: of two that cross, one at least sees the other.
    if (!(await hasAsked())) {
      const friends = await areFriends(context, userId, toId);
      // The other's answer to an earlier press, or to this one, was faster.
      if (friends) await requests.deleteOne({ _id: towards(userId, toId) });
      else notifyFriendsChanged([userId, toId]);
      return friends;
    }
  }
  await befriend(context, userId, toId, now);
  return true;
}

/**
 * Takes back the user's request and notifies both. An acceptance at the same moment may win: the two are friends then.
 * Throws NO_REQUEST.
 */
export async function withdrawRequest(
  { requests, notifyFriendsChanged }: Pick<Parts, 'requests' | 'notifyFriendsChanged'>,
  userId: string,
  toId: string,
): Promise<void> {
  const { deletedCount } = await requests.deleteOne({ _id: towards(userId, toId) });
  if (deletedCount === 0) throw errorOf('NO_REQUEST');
  notifyFriendsChanged([userId, toId]);
}

/**
 * Makes friends of the user and who asked; a second press finds them friends, which is as good. Throws NO_REQUEST,
 * FRIENDS_FULL (the request goes on waiting), and NOT_ACCEPTING or YOU_BLOCKED when a block came first.
 */
export async function acceptRequest(
  context: Parts,
  userId: string,
  fromId: string,
  now: number,
): Promise<void> {
  const asked = await context.requests.exists({ _id: towards(fromId, userId) });
  if (asked !== null) await befriend(context, userId, fromId, now);
  else if (!(await areFriends(context, userId, fromId))) throw errorOf('NO_REQUEST');
}

/** Forgets a request; who asked is not told. Throws NO_REQUEST. */
export async function rejectRequest(context: Parts, userId: string, fromId: string): Promise<void> {
  const { deletedCount } = await context.requests.deleteOne({ _id: towards(fromId, userId) });
  if (deletedCount === 0) throw errorOf('NO_REQUEST');
  context.notifyFriendsChanged([userId]);
}

/** Ends the friendship and the invitations that wait between the two; false where they were no friends. */
async function endFriendship(
  { friendships, invitations }: Parts,
  userId: string,
  otherId: string,
): Promise<boolean> {
  const { deletedCount } = await friendships.deleteOne({ _id: pairOf(userId, otherId) });
  await Promise.all([invitations.take(userId, otherId), invitations.take(otherId, userId)]);
  return deletedCount > 0;
}

/** Throws NOT_FRIENDS. */
export async function removeFriend(context: Parts, userId: string, friendId: string): Promise<void> {
  if (!(await endFriendship(context, userId, friendId))) throw errorOf('NOT_FRIENDS');
  context.notifyFriendsChanged([userId, friendId]);
}

/**
 * Blocks a user: no friendship, no requests either way, no invitation. The block comes first, so that whatever is made
 * at the same moment sees it, or is seen by what follows. Twice is once. Throws NOT_YOURSELF, USER_NOT_FOUND, BLOCKS_FULL.
 */
export async function blockUser(
  context: Parts,
  { userId, whomId, requestId }: { userId: string; whomId: string; requestId: string },
  now: number,
): Promise<void> {
  const { blocks, blockMirror, requests, fetchProfiles, notifyFriendsChanged, notifyBlocksChanged } = context;
  assertNotSame(userId, whomId);
  await fetchProfile(fetchProfiles, whomId, requestId);
  if ((await blocks.countDocuments({ by: userId, whom: { $ne: whomId } })) >= MAX_BLOCKS) {
    throw errorOf('BLOCKS_FULL');
  }
  await blocks.updateOne(
    { _id: towards(userId, whomId) },
    { $setOnInsert: { by: userId, whom: whomId, at: now } },
    { upsert: true },
  );
  await blockMirror.add(userId, whomId);
  notifyBlocksChanged(userId);
  const asked = [towards(userId, whomId), towards(whomId, userId)];
  const [{ deletedCount }, wereFriends] = await Promise.all([
    requests.deleteMany({ _id: { $in: asked } }),
    endFriendship(context, userId, whomId),
  ]);
  // Whoever notices nothing of it is not told.
  notifyFriendsChanged(wereFriends || deletedCount > 0 ? [userId, whomId] : [userId]);
}

/** Takes a block back; what it ended stays ended. Where there was none, nothing happens. */
export async function unblockUser(context: Parts, userId: string, whomId: string): Promise<void> {
  await context.blocks.deleteOne({ _id: towards(userId, whomId) });
  await context.blockMirror.remove(userId, whomId);
  context.notifyBlocksChanged(userId);
  context.notifyFriendsChanged([userId]);
}
