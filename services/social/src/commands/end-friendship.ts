import { MAX_BLOCKS } from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { SocialContext } from '../context.ts';
import { pairOf, towards } from '../models/ids.ts';
import { assertNotSame } from '../policies/relations.ts';
import { fetchProfile } from '../profiles.ts';

type Parts = Pick<
  SocialContext,
  | 'friendships'
  | 'requests'
  | 'blocks'
  | 'blockMirror'
  | 'invitations'
  | 'fetchProfiles'
  | 'tellChanged'
  | 'tellBlocks'
>;

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
  context.tellChanged([userId, friendId]);
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
  const { blocks, blockMirror, requests, fetchProfiles, tellChanged, tellBlocks } = context;
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
  tellBlocks(userId);
  const asked = [towards(userId, whomId), towards(whomId, userId)];
  const [{ deletedCount }, wereFriends] = await Promise.all([
    requests.deleteMany({ _id: { $in: asked } }),
    endFriendship(context, userId, whomId),
  ]);
  // Whoever notices nothing of it is not told.
  tellChanged(wereFriends || deletedCount > 0 ? [userId, whomId] : [userId]);
}

/** Takes a block back; what it ended stays ended. Where there was none, nothing happens. */
export async function unblockUser(context: Parts, userId: string, whomId: string): Promise<void> {
  await context.blocks.deleteOne({ _id: towards(userId, whomId) });
  await context.blockMirror.remove(userId, whomId);
  context.tellBlocks(userId);
  context.tellChanged([userId]);
}
