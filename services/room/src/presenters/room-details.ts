import { roomDetails } from '@doushouqi/protocol/server';
import { type Room, turnOf } from '@doushouqi/room';
import { positionOf } from '@doushouqi/rules';
import { WrittenReply } from '@doushouqi/service-kit';
import type { MoveHistories } from './move-histories.ts';
import { piecesOf } from './pieces.ts';

const withoutHistory = roomDetails.omit({ moveHistory: true });

/** The room in the spec's shape (spec §3): boards are derived from the record. `nickname`: of who did `lastAction`. */
export function presentRoomDetails(room: Room, nickname: string, histories: MoveHistories): WrittenReply {
  const { header, game, chat } = room;
  const details = withoutHistory.parse({
    ...header,
    roomId: room.id,
    lastAction: header.lastAction && { ...header.lastAction, byNickname: nickname },
    currentPlayer: turnOf(room),
    board: { pieces: piecesOf(positionOf(game)) },
    chatMessages: chat,
  });
  return new WrittenReply(`${JSON.stringify(details).slice(0, -1)},"moveHistory":${histories(room)}}`);
}
