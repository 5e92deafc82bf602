import type { ChatMessage, ErrorCode, RoomEvent } from '@doushouqi/protocol';
import { err, ok, plyCount } from '@doushouqi/rules';
import { type Room, sideOf } from '../room.ts';
import { type Decided, happened } from './decision.ts';

/** More than this many lines in this long is a flood (pychess `chat_flood.py`). */
const FLOOD_LINES = 4;
const FLOOD_WINDOW = 10_000;
/** A line like one of the speaker's last two is a repetition; for this long. */
const REPEAT_WINDOW = 60_000;

/** Lines that differ only in case, spaces, punctuation or repeated letters are alike. */
const essence = (content: string): string =>
  content
    .toLowerCase()
    .replace(/[\s\p{P}\p{S}]/gu, '')
    .replace(/(.)\1+/gu, '$1') || content;

/** May be said as often as one likes. */
const COURTESIES = new Set(
  ['你好', '您好', '请多指教', '多谢', '谢谢', '好棋', '承让', '再来一局', '好', '嗯'].map(essence),
);

/** Why a line may not be said now, or null. `lines`: what was said in the room, oldest first. */
export const chatRefusal = (
  lines: readonly ChatMessage[],
  userId: string,
  content: string,
  now: number,
): ErrorCode | null => {
  const own = lines.filter((line) => line.fromId === userId);
  if (own.filter((line) => now - line.timestamp < FLOOD_WINDOW).length >= FLOOD_LINES) return 'CHAT_FLOOD';
  const meant = essence(content);
  if (COURTESIES.has(meant)) return null;
  const recent = own.slice(-2).filter((line) => now - line.timestamp < REPEAT_WINDOW);
  return recent.some((line) => essence(line.content) === meant) ? 'CHAT_REPEAT' : null;
};

/** A player says something; spectators only read. */
export const say = (room: Room, userId: string, content: string, now: number): Decided => {
  if (!sideOf(room, userId)) return err('SPECTATOR_SILENT');
  const refusal = chatRefusal(room.chatMessages, userId, content, now);
  if (refusal) return err(refusal);
  const v = room.v + 1;
  const line: RoomEvent = {
    type: 'chatMessage',
    roomId: room.id,
    v,
    id: String(v),
    fromId: userId,
    content,
    ply: room.game ? plyCount(room.game.board) : 0,
    timestamp: now,
  };
  return ok(happened(room, [line]));
};
