import { messageRefusal, type RoomEvent } from '@doushouqi/protocol';
import { err, ok } from '@doushouqi/rules';
import type { Room } from '../room.ts';
import { plyOf, seatOf } from '../view.ts';
import { type Decided, withEvents } from './decision.ts';

export function say(room: Room, userId: string, content: string, now: number): Decided {
  if (!seatOf(room.header, userId)) return err('SPECTATOR_SILENT');
  const own = room.chat.filter((message) => message.fromId === userId);
  const refusal = messageRefusal(own, content, now);
  if (refusal) return err(refusal);
  const v = room.v + 1;
  const message: RoomEvent = {
    type: 'chatMessage',
    roomId: room.id,
    v,
    id: String(v),
    fromId: userId,
    content,
    ply: plyOf(room),
    timestamp: now,
  };
  return ok(withEvents(room, [message]));
}
