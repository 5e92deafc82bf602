import { LOBBY_LINES, type LobbyMessage } from '@doushouqi/protocol';

/** What the lobby shows, oldest first. Pure. */

function byAge(a: LobbyMessage, b: LobbyMessage): number {
  return a.timestamp - b.timestamp || (a._id < b._id ? -1 : 1);
}

/** The messages of both lists, each once, oldest first. */
export function united(known: readonly LobbyMessage[], more: readonly LobbyMessage[]): LobbyMessage[] {
  const messages = new Map([...known, ...more].map((message) => [message._id, message]));
  return [...messages.values()].sort(byAge);
}

/** The same, the last ones only, where there are more than the last page holds. */
export function merged(known: readonly LobbyMessage[], more: readonly LobbyMessage[]): LobbyMessage[] {
  return united(known, more).slice(-LOBBY_LINES);
}

/** The loaded older messages with those that the last page, once `before`, no longer holds because newer ones came. */
export function withPushedOut(
  older: readonly LobbyMessage[],
  before: readonly LobbyMessage[],
  latest: readonly LobbyMessage[],
): LobbyMessage[] {
  const [oldest] = latest;
  return united(older, oldest ? before.filter((message) => byAge(message, oldest) < 0) : []);
}

/** The server's list may be so old: messages this young may be missing in it. Milliseconds. */
const ANSWER_AGE = 2_000;

/**
 * The server's answer (newest first), and what was heard lately but is not in it yet. Whatever else the answer lacks
 * is gone.
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
  /** Face, name and time stand here; the messages that follow at once are by the same person. */
  opening: boolean;
}

/** After such a pause the same person is named again, with the time. Milliseconds. */
const PAUSE = 5 * 60_000;

/** The messages with whose they are, without those of hidden people. */
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

/** When a message was said, in local time: the clock, on other days with the day. Both in epoch ms. */
export function messageTime(timestamp: number, now: number): string {
  const sameDay = new Date(timestamp).toDateString() === new Date(now).toDateString();
  return (sameDay ? CLOCK : DAY_AND_CLOCK).format(timestamp);
}
