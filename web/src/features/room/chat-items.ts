import type { ChatMessage } from '@doushouqi/protocol';
import type { RoomLogEntry } from './online/room-log.ts';

/** What the chat shows, in the order in which it happened. Pure. */

export type ChatItem =
  | { kind: 'log'; entry: RoomLogEntry }
  | {
      kind: 'said';
      message: ChatMessage;
      mine: boolean;
      /** The first of several messages by the same person: name and face stand here alone. */
      opening: boolean;
    };

/** Said and happened, merged by time; where the times are equal, what happened comes first. */
export function chatItems(
  chat: readonly ChatMessage[],
  log: readonly RoomLogEntry[],
  userId: string | null,
): ChatItem[] {
  const timed = [
    ...log.map((entry) => ({ at: entry.at, entry, message: null })),
    ...chat.map((message) => ({ at: message.timestamp, entry: null, message })),
  ].sort((a, b) => a.at - b.at);
  let speaker: string | null = null;
  return timed.map(({ entry, message }): ChatItem => {
    const opening = message?.fromId !== speaker;
    speaker = message?.fromId ?? null;
    return message
      ? { kind: 'said', message, mine: message.fromId === userId, opening }
      : { kind: 'log', entry };
  });
}

/** The newest message of somebody else, null when there is none. */
export function lastFromOthers(chat: readonly ChatMessage[], userId: string | null): ChatMessage | null {
  return chat.findLast(({ fromId }) => fromId !== userId) ?? null;
}

/** Between two sounds of new messages. Milliseconds. */
export const MESSAGE_SOUND_PAUSE = 2_000;
