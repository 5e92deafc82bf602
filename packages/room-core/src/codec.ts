import type { FinishedGame, RoomSnapshot } from '@doushouqi/protocol';
import { formatRecord, ONLINE_RULE_SET, outcome, parseRecord } from '@doushouqi/rules';
import { headerOf, type LiveGame, moveTimesOf, type Room } from './room.ts';

/** A room as stored: the same but for the board, which is kept as the compact record string. */
interface StoredRoom extends Omit<Room, 'game'> {
  game: (Omit<LiveGame, 'board'> & { record: string }) | null;
}

export const encodeRoom = (room: Room): string => {
  const stored = (game: LiveGame): StoredRoom['game'] => {
    const { board, ...rest } = game;
    return { ...rest, record: formatRecord(board) };
  };
  return JSON.stringify({ ...room, game: room.game && stored(room.game) } satisfies StoredRoom);
};

/** The room of `encodeRoom`. Throws where the text is not one: nobody but `encodeRoom` writes it. */
export const decodeRoom = (text: string): Room => {
  const stored = JSON.parse(text) as StoredRoom;
  if (!stored.game) return { ...stored, game: null };
  const { record, ...game } = stored.game;
  const board = parseRecord(record, { ruleSet: ONLINE_RULE_SET });
  if (!board.ok)
    throw new Error(
      `stored record of room ${stored.id} is damaged: ${board.error.code} at ${board.error.ply}`,
    );
  return { ...stored, game: { ...game, board: board.value } };
};

const EMPTY_RECORD = '000090';

/** The compact view of spec §7 for joining, resyncing and `GET …?view=compact`. `serverTime` in epoch ms. */
export const snapshotOf = (room: Room, serverTime: number): RoomSnapshot => ({
  roomId: room.id,
  v: room.v,
  ...headerOf(room),
  record: room.game ? formatRecord(room.game.board) : EMPTY_RECORD,
  chatMessages: [...room.chatMessages],
  serverTime,
});

/** The archive's form of the room's game, or null while it is not over. */
export const finishedGameOf = (room: Room): FinishedGame | null => {
  const { game, players } = room;
  const [red, blue] = players;
  if (!game || game.endTime === null || !red || !blue) return null;
  const { winner, endReason } = outcome(game.board);
  if (winner === -1) return null;
  return {
    gameId: game.id,
    roomId: room.id,
    players: [red, blue],
    record: formatRecord(game.board),
    winner,
    endReason,
    timeControl: room.timeControl,
    startTime: game.startTime,
    endTime: game.endTime,
    moveTimes: moveTimesOf(game),
  };
};
