import type { RoomEvent } from '@doushouqi/protocol';
import { err, ok, plyCount } from '@doushouqi/rules';
import { lineRefusal } from '@doushouqi/talk';
import { type Room, sideOf } from '../room.ts';
import { type Decided, happened } from './decision.ts';

/** A player says something; spectators only read. */
export const say = (room: Room, userId: string, content: string, now: number): Decided => {
  if (!sideOf(room, userId)) return err('SPECTATOR_SILENT');
  const own = room.chatMessages.filter((line) => line.fromId === userId);
  const refusal = lineRefusal(own, content, now);
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
