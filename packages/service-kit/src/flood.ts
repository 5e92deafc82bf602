import { MESSAGES_TO_JUDGE, messageRefusal, type SaidMessage } from '@doushouqi/protocol';
import { errorOf } from './errors.ts';
import { isDuplicate } from './mongo.ts';

/** Seconds after which a user may write again. */
const FLOOD_RETRY = 10;

interface NewMessage<Stored> {
  content: string;
  /** Epoch ms. */
  now: number;
  /** Returns the author's last messages in this place, newest first; `n` counts them. */
  listLast(limit: number): Promise<(SaidMessage & { n: number })[]>;
  /** Stores the message as the author's `n`th. Rejects with a duplicate key if another one has this number. */
  store(n: number): Promise<Stored>;
}

/**
 * Stores a message unless it follows its author's last ones too soon. Checks again after a concurrent message has taken
 * its number. Throws CHAT_FLOOD and CHAT_REPEAT.
 */
export async function storeUnlessFlood<Stored>(message: NewMessage<Stored>): Promise<Stored> {
  for (let lost = 0; lost <= MESSAGES_TO_JUDGE; lost += 1) {
    const own = await message.listLast(MESSAGES_TO_JUDGE);
    const refusal = messageRefusal(own.toReversed(), message.content, message.now);
    if (refusal === 'CHAT_FLOOD') break;
    if (refusal !== null) throw errorOf(refusal);
    try {
      return await message.store((own[0]?.n ?? 0) + 1);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
  throw errorOf('CHAT_FLOOD', { retryAfter: FLOOD_RETRY });
}
