import type { RoomDetails } from '@doushouqi/protocol';
import { moveTimesOf, type Room, turnOf } from '@doushouqi/room';
import {
  type EndReason,
  gameMoves,
  gamePositions,
  outcome,
  type Position,
  pieces,
  positionOf,
} from '@doushouqi/rules';

type Pieces = RoomDetails['board']['pieces'];

function piecesOf(position: Position): Pieces {
  return pieces(position).map(({ type, position: { x, y }, player }) => ({
    type,
    position: { x, y },
    player,
  }));
}

/** Ends that a move brings about by itself; the others come from outside the board. */
const ENDS_BY_MOVE: readonly EndReason[] = ['DEN_CAPTURED', 'NO_PIECES', 'STALEMATE'];

function historyOf(room: Room): RoomDetails['moveHistory'] {
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
    player: move.player,
    timestamp: startTime + moveTimes[ply]!,
    boardState: { pieces: piecesOf(positions[ply + 1]!) },
    endReason: ply === moves.length - 1 && ENDS_BY_MOVE.includes(endReason) ? endReason : 'NONE',
  }));
}

/** The room in the spec's shape (spec §3): boards are derived from the record. `nickname`: of who did `lastAction`. */
export function presentRoomDetails(room: Room, nickname: string): RoomDetails {
  const { header, game, chat } = room;
  const {
    kind: _kind,
    ruleSet: _ruleSet,
    gameId: _gameId,
    departed: _departed,
    ply: _ply,
    offlineSince: _offlineSince,
    ...shown
  } = header;
  return {
    roomId: room.id,
    ...shown,
    lastAction: header.lastAction && { ...header.lastAction, byNickname: nickname },
    currentPlayer: turnOf(room),
    board: { pieces: piecesOf(positionOf(game)) },
    moveHistory: historyOf(room),
    chatMessages: [...chat],
  };
}
