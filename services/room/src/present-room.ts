import type { RoomView } from '@doushouqi/protocol';
import { headerOf, type LiveGame, moveTimesOf, type Room, turnOf } from '@doushouqi/room-core';
import {
  type EndReason,
  gameMoves,
  gamePositions,
  outcome,
  type Position,
  pieces,
  positionOf,
  startPosition,
} from '@doushouqi/rules';

type Pieces = RoomView['board']['pieces'];

const piecesOf = (position: Position): Pieces =>
  pieces(position).map(({ type, position: { x, y }, player }) => ({ type, position: { x, y }, player }));

/** Ends that a move brings about by itself; the others come from outside the board. */
const ENDS_BY_MOVE: readonly EndReason[] = ['DEN_CAPTURED', 'NO_PIECES', 'STALEMATE'];

const historyOf = (game: LiveGame): RoomView['moveHistory'] => {
  const { board, startTime } = game;
  const moveTimes = moveTimesOf(game);
  const positions = gamePositions(board);
  const { endReason } = outcome(board);
  const moves = gameMoves(board);
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
};

/** The room in the spec's shape (spec §3): boards are derived from the record. `nickname`: of who did `lastAction`. */
export const presentRoom = (room: Room, nickname: string): RoomView => {
  const {
    gameId: _gameId,
    departed: _departed,
    ply: _ply,
    offlineSince: _offlineSince,
    ...header
  } = headerOf(room);
  const { game, lastAction } = room;
  return {
    roomId: room.id,
    ...header,
    lastAction: lastAction && { ...lastAction, byNickname: nickname },
    currentPlayer: game ? turnOf(game) : 1,
    board: { pieces: piecesOf(game ? positionOf(game.board) : startPosition()) },
    moveHistory: game ? historyOf(game) : [],
    chatMessages: [...room.chatMessages],
  };
};
