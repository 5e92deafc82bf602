import { LOBBY_LINES, type LobbyMessage } from '@doushouqi/protocol';

function byAge(a: LobbyMessage, b: LobbyMessage): number {
  return a.timestamp - b.timestamp || (a._id < b._id ? -1 : 1);
}

/** Returns the messages of both lists without duplicates, oldest first. Pure. */
export function mergeMessages(known: readonly LobbyMessage[], more: readonly LobbyMessage[]): LobbyMessage[] {
  const messages = new Map([...known, ...more].map((message) => [message._id, message]));
  return [...messages.values()].sort(byAge);
}

/** Returns the same, limited to the last page. Pure. */
export function merged(known: readonly LobbyMessage[], more: readonly LobbyMessage[]): LobbyMessage[] {
  return mergeMessages(known, more).slice(-LOBBY_LINES);
}

/** Returns the loaded older messages plus those that newer ones displaced from the last page `before`. Pure. */
export function withDisplaced(
  older: readonly LobbyMessage[],
  before: readonly LobbyMessage[],
  latest: readonly LobbyMessage[],
): LobbyMessage[] {
  const [oldest] = latest;
  return mergeMessages(older, oldest ? before.filter((message) => byAge(message, oldest) < 0) : []);
}

/** The server's list may have this age, so newer messages may be missing in it. Milliseconds. */
const ANSWER_AGE = 2_000;

/**
 * Merges the server's answer (newest first) with received messages that are too new to be in it. Other messages that
 * the answer lacks are dropped. Pure.
 */
export function answered(reply: readonly LobbyMessage[], known: readonly LobbyMessage[]): LobbyMessage[] {
  const sure = (reply[0]?.timestamp ?? 0) - ANSWER_AGE;
  return merged(
    known.filter(({ timestamp }) => timestamp > sure),
    reply,
  );
}

export interface LobbyItem {
  message: LobbyMessage;
  mine: boolean;
  /** Shows avatar, name and time; the following messages are by the same user. */
  opening: boolean;
}

/** After a pause of this length name and time are shown again. Milliseconds. */
const PAUSE = 5 * 60_000;

/** Returns the items of the messages without those of hidden users. Pure. */
export function lobbyItems(
  messages: readonly LobbyMessage[],
  hidden: ReadonlySet<string>,
  userId: string | null,
): LobbyItem[] {
  let last: LobbyMessage | null = null;
  return messages
    .filter((message) => !hidden.has(message.userId))
    .map((message): LobbyItem => {
      const opening = last?.userId !== message.userId || message.timestamp - last.timestamp > PAUSE;
      last = message;
      return { message, mine: message.userId === userId, opening };
    });
}

const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const CLOCK = new Intl.DateTimeFormat('zh-CN', clock);
const DAY_AND_CLOCK = new Intl.DateTimeFormat('zh-CN', { ...clock, month: 'long', day: 'numeric' });

/** Returns the local time of a message, with the date on other days. Both in epoch ms. Pure. */
export function messageTime(timestamp: number, now: number): string {
  const sameDay = new Date(timestamp).toDateString() === new Date(now).toDateString();
  return (sameDay ? CLOCK : DAY_AND_CLOCK).format(timestamp);
}
