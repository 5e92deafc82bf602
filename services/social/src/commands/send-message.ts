import { MESSAGES_TO_JUDGE, messageRefusal, type PrivateMessage } from '@doushouqi/protocol';
import { errorOf, isDuplicate } from '@doushouqi/service-kit';
import type { SocialContext } from '../context.ts';
import { pairOf, towards } from '../models/ids.ts';
import { messageIdAt, type StoredMessage } from '../models/talks.ts';
import { presentMessage } from '../presenters/private-message.ts';

type Parts = Pick<SocialContext, 'messages' | 'unread' | 'moderator' | 'tell'>;

interface NewMessage {
  fromId: string;
  toId: string;
  content: string;
}

/** Seconds after which somebody who wrote too fast may write again. */
const FLOOD_RETRY = 10;
function flood() {
  return errorOf('CHAT_FLOOD', { retryAfter: FLOOD_RETRY });
}

/** Throws when the message may not follow those that its author wrote before (newest first). */
function assertNoFlood(own: readonly StoredMessage[], content: string, now: number): void {
  const refusal = messageRefusal([...own].reverse(), content, now);
  if (refusal === 'CHAT_FLOOD') throw flood();
  if (refusal !== null) throw errorOf(refusal);
}

/** Null when a parallel message took the number: what was judged is no longer all that was written. */
async function store(
  { messages }: Parts,
  { fromId, toId, content }: NewMessage,
  n: number,
  now: number,
): Promise<StoredMessage | null> {
  const pair = pairOf(fromId, toId);
  const message = { _id: messageIdAt(now, n), pair, fromId, toId, n, content, timestamp: now };
  try {
    return (await messages.create(message)).toObject();
  } catch (error) {
    if (isDuplicate(error)) return null;
    throw error;
  }
}

/** Judges and stores; again when a parallel message came first, which ends as a flood at the latest. */
async function storeUnlessFlood(context: Parts, message: NewMessage, now: number): Promise<StoredMessage> {
  const { fromId, toId, content } = message;
  for (let lost = 0; lost <= MESSAGES_TO_JUDGE; lost += 1) {
    const own = await context.messages.find({ fromId, toId }).sort({ n: -1 }).limit(MESSAGES_TO_JUDGE).lean();
    assertNoFlood(own, content, now);
    const stored = await store(context, message, (own[0]?.n ?? 0) + 1, now);
    if (stored !== null) return stored;
  }
  throw flood();
}

/**
 * Stores a message, counts it as unread, and tells both. Whether they may write to each other was asked before.
 * Throws IMPROPER_TEXT, CHAT_FLOOD, CHAT_REPEAT.
 */
export async function sendMessage(context: Parts, written: NewMessage, now: number): Promise<PrivateMessage> {
  const { fromId, toId, content } = written;
  const improper = await context.moderator.moderate(content);
  if (improper !== null) throw errorOf(improper);
  const message = presentMessage(await storeUnlessFlood(context, written, now));
  await context.unread.updateOne(
    { _id: towards(toId, fromId) },
    { $inc: { count: 1 }, $setOnInsert: { other: fromId } },
    { upsert: true },
  );
  context.tell([toId, fromId], { event: 'privateMessage', payload: message });
  return message;
}
