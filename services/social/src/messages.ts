import type { PrivateMessage } from '@doushouqi/protocol';
import { errorOf, retryUpsert, storeUnlessFlood } from '@doushouqi/service-kit';
import type { SocialContext } from './context.ts';
import { messageIdAt, pairOf, type StoredMessage, towards } from './models.ts';
import { friendIdsOf } from './relations.ts';

/** Presents a stored message. */
function presentMessage({ _id, fromId, toId, content, timestamp }: StoredMessage): PrivateMessage {
  return {
    _id: _id.toString(),
    fromId,
    toId,
    content,
    timestamp,
  };
}

type Parts = Pick<SocialContext, 'messages' | 'unread' | 'moderator' | 'notify' | 'pushNotifications'>;

interface NewMessage {
  fromId: string;
  toId: string;
  content: string;
  /** The author is shadow-muted. */
  isShadowed: boolean;
}

/** Throws what `storeUnlessFlood` throws. */
function storeMessage(
  { messages }: Parts,
  { fromId, toId, content, isShadowed }: NewMessage,
  now: number,
): Promise<StoredMessage> {
  const pair = pairOf(fromId, toId);
  return storeUnlessFlood({
    content,
    now,
    listLast: (limit) => messages.find({ fromId, toId }).sort({ n: -1 }).limit(limit).lean(),
    async store(n) {
      const message = { _id: messageIdAt(now, n), pair, fromId, toId, n, content, timestamp: now };
      return (await messages.create({ ...message, ...(isShadowed && { isShadowed }) })).toObject();
    },
  });
}

/**
 * Stores a message, counts it as unread and notifies both. That of a shadow-muted author exists for the author alone.
 * The caller has checked that they may write. Throws IMPROPER_TEXT, CHAT_FLOOD, CHAT_REPEAT.
 */
export async function sendMessage(context: Parts, written: NewMessage, now: number): Promise<PrivateMessage> {
  const { fromId, toId, content, isShadowed } = written;
  const improper = await context.moderator.moderate(content);
  if (improper !== null) throw errorOf(improper);
  const message = presentMessage(await storeMessage(context, written, now));
  if (isShadowed) {
    context.notify([fromId], { event: 'privateMessage', payload: message });
    return message;
  }
  const counted = { $inc: { count: 1 }, $setOnInsert: { other: fromId } };
  await retryUpsert(() =>
    context.unread.updateOne({ _id: towards(toId, fromId) }, counted, { upsert: true }),
  );
  context.notify([toId, fromId], { event: 'privateMessage', payload: message });
  context.pushNotifications.send({ kind: 'message', userId: toId, fromId });
  return message;
}

interface Page {
  /** Id of the message after the page; the newest page if absent. */
  before?: string | undefined;
  limit: number;
}

/** Matches the messages that a user may see: not those of another shadow-muted author. */
function visibleTo(userId: string) {
  return { $or: [{ isShadowed: { $ne: true as const } }, { fromId: userId }] };
}

/** Returns a page of a conversation, newest last. */
export async function listMessages(
  { messages }: Pick<SocialContext, 'messages'>,
  userId: string,
  otherId: string,
  { before, limit }: Page,
): Promise<PrivateMessage[]> {
  const pair = pairOf(userId, otherId);
  const found = await messages
    .find({ pair, ...visibleTo(userId), ...(before !== undefined && { _id: { $lt: before } }) })
    .sort({ _id: -1 })
    .limit(limit)
    .lean();
  return found.reverse().map(presentMessage);
}

/** Messages before and after a reported one. */
const AROUND = 10;

/** Returns a message that the user received, and if asked those around it, oldest first. Throws NOT_FOUND. */
export async function showReceived(
  { messages }: Pick<SocialContext, 'messages'>,
  userId: string,
  messageId: string,
  withAround: boolean,
): Promise<{ message: PrivateMessage; around: PrivateMessage[] }> {
  const found = await messages.findOne({ _id: messageId, toId: userId, ...visibleTo(userId) }).lean();
  if (found === null) throw errorOf('NOT_FOUND');
  const message = presentMessage(found);
  if (!withAround) return { message, around: [message] };
  const { _id, pair } = found;
  const [before, after] = await Promise.all([
    messages
      .find({ pair, _id: { $lt: _id } })
      .sort({ _id: -1 })
      .limit(AROUND)
      .lean(),
    messages
      .find({ pair, _id: { $gt: _id } })
      .sort({ _id: 1 })
      .limit(AROUND)
      .lean(),
  ]);
  return {
    message,
    around: [...before.reverse().map(presentMessage), message, ...after.map(presentMessage)],
  };
}

/** Marks the other user's messages as read and notifies the user's windows if there were any. */
export async function readMessages(
  { unread, notify }: Pick<SocialContext, 'unread' | 'notify'>,
  userId: string,
  otherId: string,
): Promise<void> {
  const { deletedCount } = await unread.deleteOne({ _id: towards(userId, otherId) });
  if (deletedCount > 0) notify([userId], { event: 'messagesRead', payload: { userId: otherId } });
}

/** Counts unread messages by sender; senders without any are missing. */
export async function unreadBy(
  { unread }: Pick<SocialContext, 'unread'>,
  userId: string,
  others: readonly string[],
): Promise<Map<string, number>> {
  const found = await unread.find({ _id: { $in: others.map((other) => towards(userId, other)) } }).lean();
  return new Map(found.map(({ other, count }) => [other, count]));
}

/** Counts unread messages of friends. Those of other users are shown in their room. */
export async function countUnreadOfFriends(
  context: Pick<SocialContext, 'unread' | 'friendships'>,
  userId: string,
): Promise<number> {
  const unread = await unreadBy(context, userId, await friendIdsOf(context, userId));
  return [...unread.values()].reduce((sum, count) => sum + count, 0);
}
