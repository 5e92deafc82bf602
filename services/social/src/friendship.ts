import { MAX_BLOCKS, MAX_FRIENDS, MAX_REQUESTS } from '@doushouqi/protocol';
import { errorOf, isDuplicate, retryUpsert } from '@doushouqi/service-kit';
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
  | 'notify'
  | 'notifyFriendsChanged'
  | 'notifyBlocksChanged'
  | 'pushNotifications'
>;

/** Throws if a friendship that was just created is not allowed. */
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
 * Creates a friendship and deletes the requests of both; idempotent. Limits and blocks are checked after the
 * creation, so that of two concurrent changes one sees the other. `userId`: the acting user. Throws
 * FRIENDS_FULL, YOU_BLOCKED, NOT_ACCEPTING.
 */
async function befriend(context: Parts, userId: string, otherId: string, now: number): Promise<void> {
  const { friendships, requests, notifyFriendsChanged } = context;
  const _id = pairOf(userId, otherId);
  const friendship = { users: [userId, otherId], since: now };
  const made = await retryUpsert(() =>
    friendships.updateOne({ _id }, { $setOnInsert: friendship }, { upsert: true }),
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

/**
 * Throws if a request that was just stored is not allowed. The requester does not learn the other user's
 * reason.
 */
async function assertMayWait(context: Parts, userId: string, toId: string): Promise<void> {
  await assertNoBlock(context, userId, toId);
  if ((await context.requests.countDocuments({ to: toId })) > MAX_REQUESTS) throw errorOf('NOT_ACCEPTING');
}

/** Stores the request, then checks it: of a concurrent block one sees the other. */
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
 * Requests friendship. Returns true if the other user had requested it, so that both are friends. Throws
 * NOT_YOURSELF, USER_NOT_FOUND, USER_IS_GUEST, ALREADY_FRIENDS, FRIENDS_FULL, REQUEST_PENDING, YOU_BLOCKED, NOT_ACCEPTING.
 */
export async function requestFriend(
  context: Parts,
  { userId, toId, requestId }: Ask,
  now: number,
): Promise<boolean> {
  const { friendships, requests, fetchProfiles, notifyFriendsChanged } = context;
  assertNotSame(userId, toId);
  const [to, { nickname }] = await Promise.all([
    fetchProfile(fetchProfiles, toId, requestId),
    fetchProfile(fetchProfiles, userId, requestId),
  ]);
  if (to.isGuest) throw errorOf('USER_IS_GUEST');
  // A bot answers no requests.
  if (to.isBot) throw errorOf('NOT_ACCEPTING');
  if (await areFriends(context, userId, toId)) throw errorOf('ALREADY_FRIENDS');
  if ((await friendships.countDocuments({ users: userId })) >= MAX_FRIENDS) throw errorOf('FRIENDS_FULL');
  const hasAsked = async () => (await requests.exists({ _id: towards(toId, userId) })) !== null;
  if (!(await hasAsked())) {
    await place(context, userId, toId, now);
    // Checked again after storing: of two crossing requests at least one sees the other.
    if (!(await hasAsked())) {
      const friends = await areFriends(context, userId, toId);
      if (friends) {
        // The other user's reply was faster.
        await requests.deleteOne({ _id: towards(userId, toId) });
      } else {
        notifyFriendsChanged([userId, toId]);
        context.notify([toId], { event: 'friendRequested', payload: { nickname } });
        context.pushNotifications.send({ kind: 'friendRequest', userId: toId, fromId: userId });
      }
      return friends;
    }
  }
  await befriend(context, userId, toId, now);
  return true;
}

/** Withdraws a request and notifies both. A concurrent acceptance may win. Throws NO_REQUEST. */
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
 * Accepts a request; a second call finds them friends. Throws NO_REQUEST, FRIENDS_FULL (the request stays),
 * and NOT_ACCEPTING or YOU_BLOCKED after a block.
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

/** Deletes a request without notice to its sender. Throws NO_REQUEST. */
export async function rejectRequest(context: Parts, userId: string, fromId: string): Promise<void> {
  const { deletedCount } = await context.requests.deleteOne({ _id: towards(fromId, userId) });
  if (deletedCount === 0) throw errorOf('NO_REQUEST');
  context.notifyFriendsChanged([userId]);
}

/** Ends the friendship and pending invitations of two users. Returns false if they were no friends. */
async function endFriendship(
  { friendships, invitations }: Parts,
  userId: string,
  otherId: string,
): Promise<boolean> {
  const { deletedCount } = await friendships.deleteOne({ _id: pairOf(userId, otherId) });
  await Promise.all([invitations.take(userId, otherId), invitations.take(otherId, userId)]);
  return deletedCount > 0;
}

/** Ends a friendship. Throws NOT_FRIENDS. */
export async function removeFriend(context: Parts, userId: string, friendId: string): Promise<void> {
  if (!(await endFriendship(context, userId, friendId))) throw errorOf('NOT_FRIENDS');
  context.notifyFriendsChanged([userId, friendId]);
}

/**
 * Blocks a user: ends friendship, requests and invitations. The block is stored first, so that concurrent
 * changes see it or are removed. Idempotent. Throws NOT_YOURSELF, USER_NOT_FOUND, BLOCKS_FULL.
 */
export async function blockUser(
  context: Parts,
  { userId, blockedId, requestId }: { userId: string; blockedId: string; requestId: string },
  now: number,
): Promise<void> {
  const { blocks, blockMirror, requests, fetchProfiles, notifyFriendsChanged, notifyBlocksChanged } = context;
  assertNotSame(userId, blockedId);
  await fetchProfile(fetchProfiles, blockedId, requestId);
  if ((await blocks.countDocuments({ by: userId, whom: { $ne: blockedId } })) >= MAX_BLOCKS) {
    throw errorOf('BLOCKS_FULL');
  }
  const block = { by: userId, whom: blockedId, at: now };
  await retryUpsert(() =>
    blocks.updateOne({ _id: towards(userId, blockedId) }, { $setOnInsert: block }, { upsert: true }),
  );
  await blockMirror.add(userId, blockedId);
  notifyBlocksChanged(userId);
  const asked = [towards(userId, blockedId), towards(blockedId, userId)];
  const [{ deletedCount }, wereFriends] = await Promise.all([
    requests.deleteMany({ _id: { $in: asked } }),
    endFriendship(context, userId, blockedId),
  ]);
  // Notifies only users whose lists changed.
  notifyFriendsChanged(wereFriends || deletedCount > 0 ? [userId, blockedId] : [userId]);
}

/** Removes a block, if any. What it ended stays ended. */
export async function unblockUser(context: Parts, userId: string, blockedId: string): Promise<void> {
  await context.blocks.deleteOne({ _id: towards(userId, blockedId) });
  await context.blockMirror.remove(userId, blockedId);
  context.notifyBlocksChanged(userId);
  context.notifyFriendsChanged([userId]);
}
