import type { PrivateMessage } from '@doushouqi/protocol';

/** Messages of a private conversation, from the fetched, received and pending ones. Pure. */

/**
 * A message of the user that the server has not returned yet. `failed`: reason of a refusal, null while it is
 * pending.
 */
export interface Outgoing {
  key: string;
  content: string;
  /** Id of the newest message when this one was written; the stored message will be newer. */
  after: string;
  failed: string | null;
}

/** Greater than any id, for refused messages and those written before the conversation was loaded. */
export const NEVER = '~';

/**
 * Returns each message once, oldest first; ids sort by time. `pages` is the history, newest page first. Received
 * messages
 * older than the loaded pages wait for their page, so that there is never a gap.
 */
export function conversationOf(
  pages: readonly (readonly PrivateMessage[])[],
  received: readonly PrivateMessage[],
): PrivateMessage[] {
  const oldest = pages.at(-1)?.[0]?._id ?? '';
  const byId = new Map(received.filter(({ _id }) => _id > oldest).map((message) => [message._id, message]));
  for (const message of pages.flat()) byId.set(message._id, message);
  return [...byId.values()].sort((a, b) => (a._id < b._id ? -1 : 1));
}

/** Returns the pending messages that are not in the conversation yet, in order of writing. */
export function unseen(
  messages: readonly PrivateMessage[],
  outgoing: readonly Outgoing[],
  me: string,
): Outgoing[] {
  const taken = new Set<string>();
  return outgoing.filter(({ content, after }) => {
    const same = messages.find(
      ({ _id, fromId, content: said }) => fromId === me && said === content && _id > after && !taken.has(_id),
    );
    if (same) taken.add(same._id);
    return !same;
  });
}

/** Returns the id of the other user's newest message, or null. */
export function lastOf(messages: readonly PrivateMessage[], userId: string): string | null {
  return messages.findLast(({ fromId }) => fromId === userId)?._id ?? null;
}

/** Milliseconds of a pause after which the time is shown. */
const PAUSE = 5 * 60_000;

/** Returns whether the time is shown: at the first message and after every pause. */
export function showsTime(message: PrivateMessage, before: PrivateMessage | undefined): boolean {
  return !before || message.timestamp - before.timestamp >= PAUSE;
}
