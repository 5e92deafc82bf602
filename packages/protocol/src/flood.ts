import type { ErrorCode } from './errors.ts';

/** More than this many messages in this long is a flood (pychess `chat_flood.py`). */
const FLOOD_MESSAGES = 4;
const FLOOD_WINDOW = 10_000;
/** A message like one of the speaker's last two is a repetition; for this long. */
const REPEAT_WINDOW = 60_000;

/** Messages that differ only in case, spaces, punctuation or repeated letters are alike. */
function essence(content: string): string {
  return (
    content
      .toLowerCase()
      .replace(/[\s\p{P}\p{S}]/gu, '')
      .replace(/(.)\1+/gu, '$1') || content
  );
}

/** May be said as often as one likes. */
const COURTESIES = new Set(
  ['你好', '您好', '请多指教', '多谢', '谢谢', '好棋', '承让', '再来一局', '好', '嗯'].map(essence),
);

/** A message that somebody said; `timestamp` in epoch ms. */
export interface SaidMessage {
  content: string;
  timestamp: number;
}

/** How many of a speaker's last messages `messageRefusal` needs to see. */
export const MESSAGES_TO_JUDGE = FLOOD_MESSAGES;

/**
 * Why a message may not be said now, or null: too many in too short a time, or the same again (lessons E). `own`: what
 * the speaker said in this place, oldest first. Pure.
 */
export function messageRefusal(own: readonly SaidMessage[], content: string, now: number): ErrorCode | null {
  if (own.filter((message) => now - message.timestamp < FLOOD_WINDOW).length >= FLOOD_MESSAGES)
    return 'CHAT_FLOOD';
  const meant = essence(content);
  if (COURTESIES.has(meant)) return null;
  const recent = own.slice(-2).filter((message) => now - message.timestamp < REPEAT_WINDOW);
  return recent.some((message) => essence(message.content) === meant) ? 'CHAT_REPEAT' : null;
}
