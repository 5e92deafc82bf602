import type { SocialContext } from './context.ts';
import { removePush } from './push/subscriptions.ts';
import { friendIdsOf } from './relations.ts';

type Parts = Pick<
  SocialContext,
  | 'friendships'
  | 'requests'
  | 'blocks'
  | 'messages'
  | 'unread'
  | 'blockMirror'
  | 'subscriptions'
  | 'redis'
  | 'notifyFriendsChanged'
  | 'notifyBlocksChanged'
>;

/** Deletes friendships, requests, blocks, push subscriptions and sent messages of a deleted user. Idempotent. */
export async function forgetPerson(context: Parts, userId: string): Promise<void> {
  const { friendships, requests, blocks, messages, unread, blockMirror } = context;
  const friends = await friendIdsOf(context, userId);
  const blocked = await blocks.find({ by: userId }, { whom: 1 }).lean();
  for (const { whom } of blocked) await blockMirror.remove(userId, whom);
  await Promise.all([
    friendships.deleteMany({ users: userId }),
    requests.deleteMany({ from: userId }),
    requests.deleteMany({ to: userId }),
    blocks.deleteMany({ by: userId }),
    messages.deleteMany({ fromId: userId }),
    // `towards(userId, other)`; ids are hexadecimal, so `;` follows every one of them.
    removePush(context, userId),
    unread.deleteMany({ _id: { $gte: `${userId}:`, $lt: `${userId};` } }),
  ]);
  context.notifyBlocksChanged(userId);
  context.notifyFriendsChanged(friends);
}
