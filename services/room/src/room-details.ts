import { type RoomDetails, toWireHeader, toWireSide } from '@doushouqi/protocol';
import { roomDetails } from '@doushouqi/protocol/server';
import { moveTimesOf, type Room, turnOf } from '@doushouqi/room';
import {
  type EndReason,
  formatRecord,
  gameMoves,
  gamePositions,
  outcome,
  type Position,
  pieces,
  positionOf,
} from '@doushouqi/rules';
import { WrittenReply } from '@doushouqi/service-kit';
import { LRUCache } from 'lru-cache';

/** A board in the spec's shape. */
function piecesOf(position: Position): RoomDetails['board']['pieces'] {
  return pieces(position).map(({ type, position: { x, y }, side }) => ({
    type,
    position: { x, y },
    player: toWireSide(side),
  }));
}

/** Characters of all histories that are kept; that of the longest game has about 900 000. */
const MOST_KEPT = 16_000_000;

/** Ends that a move brings about by itself; the others come from outside the board. */
const ENDS_BY_MOVE: readonly EndReason[] = ['DEN_CAPTURED', 'NO_PIECES', 'STALEMATE'];

/** The moves of a room's game, each with the board after it. */
function moveHistoryOf(room: Room): RoomDetails['moveHistory'] {
  const { game, startTime } = room;
  const moveTimes = moveTimesOf(room);
  const positions = gamePositions(game);
  const { endReason } = outcome(game);
  const moves = gameMoves(game);
  return moves.map((move, ply) => ({
    from: move.from,
    to: move.to,
    piece: move.piece,
    capturedPiece: move.capturedPiece,
    player: toWireSide(move.side),
    timestamp: startTime + moveTimes[ply]!,
    boardState: { pieces: piecesOf(positions[ply + 1]!) },
    endReason: ply === moves.length - 1 && ENDS_BY_MOVE.includes(endReason) ? endReason : 'NONE',
  }));
}

/** As JSON: a thousand boards are made and written once, however many look at them. */
export type MoveHistories = (room: Room) => string;

export function createMoveHistories(): MoveHistories {
  /** By the room's last game: the moves and their times tell whether it has gone on or back since. */
  const kept = new LRUCache<string, { moves: string; moveTimes: string; json: string }>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ json }) => json.length,
  });
  return (room) => {
    const { header, moveTimes } = room;
    if (header.gameId === null) return '[]';
    const moves = formatRecord(room.game);
    const known = kept.get(header.gameId);
    if (known?.moves === moves && known.moveTimes === moveTimes) return known.json;
    const json = JSON.stringify(moveHistoryOf(room));
    kept.set(header.gameId, { moves, moveTimes, json });
    return json;
  };
}

const withoutHistory = roomDetails.omit({ moveHistory: true });

/** The room in the spec's shape (spec §3): boards are derived from the record. `nickname`: of who did `lastAction`. */
export function presentRoomDetails(room: Room, nickname: string, histories: MoveHistories): WrittenReply {
  const { header, game, chat } = room;
  const details = withoutHistory.parse({
    ...toWireHeader(header),
    roomId: room.id,
    lastAction: header.lastAction && { ...header.lastAction, byNickname: nickname },
    currentPlayer: toWireSide(turnOf(room)),
    board: { pieces: piecesOf(positionOf(game)) },
    chatMessages: chat,
  });
  return new WrittenReply(`${JSON.stringify(details).slice(0, -1)},"moveHistory":${histories(room)}}`);
}
