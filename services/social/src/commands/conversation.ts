import type { PrivateMessage } from '@doushouqi/protocol';
import type { SocialContext } from '../context.ts';
import { pairOf, towards } from '../models/ids.ts';
import { friendIdsOf } from '../policies/relations.ts';
import { presentMessage } from '../presenters/private-message.ts';

interface Page {
  /** Id of the message before which the page ends; the newest page where absent. */
  before?: string | undefined;
  limit: number;
}

/** A page of what two users wrote to each other, newest last; empty where they never did. */
export async function listMessages(
  { messages }: Pick<SocialContext, 'messages'>,
  userId: string,
  otherId: string,
  { before, limit }: Page,
): Promise<PrivateMessage[]> {
  const pair = pairOf(userId, otherId);
  const found = await messages
    .find(before === undefined ? { pair } : { pair, _id: { $lt: before } })
    .sort({ _id: -1 })
    .limit(limit)
    .lean();
  return found.reverse().map(presentMessage);
}

/** The user has read what the other wrote; his other windows hear it, if there was anything. */
export async function readMessages(
  { unread, tell }: Pick<SocialContext, 'unread' | 'tell'>,
  userId: string,
  otherId: string,
): Promise<void> {
  const { deletedCount } = await unread.deleteOne({ _id: towards(userId, otherId) });
  if (deletedCount > 0) tell([userId], { event: 'messagesRead', payload: { userId: otherId } });
}

/** How many messages by each of these a user has not read; who is missing has none. */
export async function unreadBy(
  { unread }: Pick<SocialContext, 'unread'>,
  userId: string,
  others: readonly string[],
): Promise<Map<string, number>> {
  const found = await unread.find({ _id: { $in: others.map((other) => towards(userId, other)) } }).lean();
  return new Map(found.map(({ other, count }) => [other, count]));
}

/** How many messages by friends a user has not read. What others wrote is found where they are met, in their room. */
export async function countUnreadOfFriends(
  context: Pick<SocialContext, 'unread' | 'friendships'>,
  userId: string,
): Promise<number> {
  const unread = await unreadBy(context, userId, await friendIdsOf(context, userId));
  return [...unread.values()].reduce((sum, count) => sum + count, 0);
}
