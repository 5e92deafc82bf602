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
import { SerializedReply } from '@doushouqi/service-kit';
import { LRUCache } from 'lru-cache';

/** Presents a board. */
function piecesOf(position: Position): RoomDetails['board']['pieces'] {
  return pieces(position).map(({ type, position: { x, y }, side }) => ({
    type,
    position: { x, y },
    player: toWireSide(side),
  }));
}

/** Maximum number of cached characters; the longest game has about 900 000. */
const MOST_KEPT = 16_000_000;

/** End reasons that a move causes; all others come from outside the board. */
const ENDS_BY_MOVE: readonly EndReason[] = ['DEN_CAPTURED', 'NO_PIECES', 'STALEMATE'];

/** Presents the moves of a game, each with the board after it. */
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

/** Returns the moves as JSON, cached: up to 1 000 boards. */
export type MoveHistories = (room: Room) => string;

export function createMoveHistories(): MoveHistories {
  /** By room: moves and their times show whether the game has changed. */
  const cache = new LRUCache<string, { moves: string; moveTimes: string; json: string }>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ json }) => json.length,
  });
  return (room) => {
    const { header, moveTimes } = room;
    if (header.gameId === null) return '[]';
    const moves = formatRecord(room.game);
    const known = cache.get(header.gameId);
    if (known?.moves === moves && known.moveTimes === moveTimes) return known.json;
    const json = JSON.stringify(moveHistoryOf(room));
    cache.set(header.gameId, { moves, moveTimes, json });
    return json;
  };
}

const withoutHistory = roomDetails.omit({ moveHistory: true });

/** Presents a room; boards are derived from the record. `nickname`: of the user of `lastAction`. */
export function presentRoomDetails(room: Room, nickname: string, histories: MoveHistories): SerializedReply {
  const { header, game, chat } = room;
  const details = withoutHistory.parse({
    ...toWireHeader(header),
    roomId: room.id,
    lastAction: header.lastAction && { ...header.lastAction, byNickname: nickname },
    currentPlayer: toWireSide(turnOf(room)),
    board: { pieces: piecesOf(positionOf(game)) },
    chatMessages: chat,
  });
  return new SerializedReply(`${JSON.stringify(details).slice(0, -1)},"moveHistory":${histories(room)}}`);
}
