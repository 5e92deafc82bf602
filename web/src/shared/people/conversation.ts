import type { PrivateMessage } from '@doushouqi/protocol';

/** What a private conversation shows, from what was fetched, what was pushed and what is on its way. Pure. */

/** A message of one's own that the server has not shown yet. `failed` is why it was not taken, null while it may be. */
export interface Outgoing {
  key: string;
  content: string;
  /** The newest message that was known when it was written: what it becomes is newer. */
  after: string;
  failed: string | null;
}

/** Newer than any message: of messages that were refused, or written before the conversation was known. */
export const NEVER = '~';

/**
 * Each message once, oldest first; ids sort by time. `pages` are the history, the newest page first. What was heard
 * and is older than all of it waits for its page, so that there is never a hole between.
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

/** The own ones that no message of the conversation stands for yet, in the order in which they were written. */
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

/** The id of the newest message of the other one, null when there is none. */
export function lastOf(messages: readonly PrivateMessage[], userId: string): string | null {
  return messages.findLast(({ fromId }) => fromId === userId)?._id ?? null;
}

/** A pause after which the time is said again. Milliseconds. */
const PAUSE = 5 * 60_000;

/** Where the time is said: at the first message and after every pause. */
export function saysTime(message: PrivateMessage, before: PrivateMessage | undefined): boolean {
  return !before || message.timestamp - before.timestamp >= PAUSE;
}
