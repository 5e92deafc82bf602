import { cooldownLeft, type OfferKind, type Room, type RoomCommand } from '@doushouqi/room';
import type { CommandResult } from '@doushouqi/room-core';
import { type AppError, errorOf } from '@doushouqi/service-kit';

export type RefusedCommand = Extract<CommandResult, { ok: false }>;

/** Seconds after which asking again makes sense. */
const RETRY_AFTER: Partial<Record<RefusedCommand['code'], number>> = { ROOM_BUSY: 1, CHAT_FLOOD: 10 };
const WAIT_FOR: Record<OfferKind, string> = { draw: '求和', undo: '悔棋', reset: '请求' };

/** Says how long there is to wait, in whole seconds, as the spec's client does. */
function cooling(room: Room, userId: string, kind: OfferKind, now: number): AppError {
  const seconds = Math.max(1, Math.ceil(cooldownLeft(room, userId, kind, now) / 1000));
  return errorOf('OFFER_COOLDOWN', { message: `请等待 ${seconds} 秒后再${WAIT_FOR[kind]}` });
}

/** What a caller is told of a refused command. `now` in epoch ms. */
export function refusalOf({ code, room }: RefusedCommand, command: RoomCommand, now: number): AppError {
  if (code === 'OFFER_COOLDOWN' && room && command.type === 'offer') {
    return cooling(room, command.userId, command.kind, now);
  }
  const retryAfter = RETRY_AFTER[code];
  return errorOf(code, retryAfter === undefined ? {} : { retryAfter });
}
