import type { ChatMessage } from '@doushouqi/protocol';
import type { LogLine } from '../../game/room-log.ts';

/** What the chat shows, in the order in which it happened. Pure. */

export type ChatItem =
  | { kind: 'log'; line: LogLine }
  | {
      kind: 'said';
      message: ChatMessage;
      mine: boolean;
      /** The first of several lines by the same person: name and face stand here alone. */
      opening: boolean;
    };

/** Said and happened, merged by time; where the times are equal, what happened comes first. */
export const chatItems = (
  chat: readonly ChatMessage[],
  log: readonly LogLine[],
  userId: string | null,
): ChatItem[] => {
  const timed = [
    ...log.map((line) => ({ at: line.at, line, message: null })),
    ...chat.map((message) => ({ at: message.timestamp, line: null, message })),
  ].sort((a, b) => a.at - b.at);
  let speaker: string | null = null;
  return timed.map(({ line, message }): ChatItem => {
    const opening = message?.fromId !== speaker;
    speaker = message?.fromId ?? null;
    return message
      ? { kind: 'said', message, mine: message.fromId === userId, opening }
      : { kind: 'log', line };
  });
};

/** The newest line of somebody else, null when there is none. */
export const lastFromOthers = (chat: readonly ChatMessage[], userId: string | null): ChatMessage | null =>
  chat.findLast(({ fromId }) => fromId !== userId) ?? null;

/** Between two sounds of new lines. Milliseconds. */
export const MESSAGE_SOUND_PAUSE = 2_000;
