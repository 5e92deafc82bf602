import type { ErrorCode } from './errors.ts';

/** More messages than this within the window are a flood (pychess `chat_flood.py`). */
const FLOOD_MESSAGES = 4;
const FLOOD_WINDOW = 10_000;
/** Window in which a message like one of the author's last two is a repetition. Milliseconds. */
const REPEAT_WINDOW = 60_000;

/** Removes case, spaces, punctuation and repeated letters, for comparison. */
function essence(content: string): string {
  return (
    content
      .toLowerCase()
      .replace(/[\s\p{P}\p{S}]/gu, '')
      .replace(/(.)\1+/gu, '$1') || content
  );
}

/** Exempt from the repetition rule. */
const COURTESIES = new Set(
  ['你好', '您好', '请多指教', '多谢', '谢谢', '好棋', '承让', '再来一局', '好', '嗯'].map(essence),
);

/** A sent message; `timestamp` in epoch ms. */
export interface SaidMessage {
  content: string;
  timestamp: number;
}

/** Number of an author's last messages that `messageRefusal` needs. */
export const MESSAGES_TO_JUDGE = FLOOD_MESSAGES;

/**
 * Returns why a message is refused now (flood or repetition), or null. `own`: the author's messages in this place,
 * oldest first. Pure.
 */
export function messageRefusal(own: readonly SaidMessage[], content: string, now: number): ErrorCode | null {
  if (own.filter((message) => now - message.timestamp < FLOOD_WINDOW).length >= FLOOD_MESSAGES)
    return 'CHAT_FLOOD';
  const meant = essence(content);
  if (COURTESIES.has(meant)) return null;
  const recent = own.slice(-2).filter((message) => now - message.timestamp < REPEAT_WINDOW);
  return recent.some((message) => essence(message.content) === meant) ? 'CHAT_REPEAT' : null;
}
