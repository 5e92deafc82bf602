import type { ChatMessage } from '@doushouqi/protocol';
import type { RoomLogEntry } from '@doushouqi/room-client';

/** The items of the chat, oldest first. */

export type ChatItem =
  | { kind: 'log'; entry: RoomLogEntry }
  | {
      kind: 'said';
      message: ChatMessage;
      mine: boolean;
      /** The first of several messages by the same user: only it shows name and avatar. */
      opening: boolean;
    };

/** Merges messages and log entries by time; at equal times log entries come first. Pure. */
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

/** Returns the newest message of another user, or null. */
export function lastFromOthers(chat: readonly ChatMessage[], userId: string | null): ChatMessage | null {
  return chat.findLast(({ fromId }) => fromId !== userId) ?? null;
}

/** Minimum time between two sounds of new messages. Milliseconds. */
export const MESSAGE_SOUND_PAUSE = 2_000;
