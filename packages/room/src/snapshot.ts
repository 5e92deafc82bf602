import {
  type FinishedGame,
  fromWireHeader,
  type RoomHeader,
  type RoomSnapshot,
  toWireHeader,
  toWirePair,
  toWireWinner,
} from '@doushouqi/protocol';
import { formatRecord, outcome, parseRecord } from '@doushouqi/rules';
import { moveTimesOf, numbersIn, type Room } from './room.ts';
import { plyOf, type RoomView, startOf } from './view.ts';

/** Returns the snapshot for joining, resyncing and `GET …?view=compact`. `serverTime` in epoch ms. */
export function snapshotOf({ id, v, header, game, chat }: RoomView, serverTime: number): RoomSnapshot {
  return {
    roomId: id,
    v,
    ...toWireHeader(header),
    record: formatRecord(game),
    chatMessages: [...chat],
    serverTime,
  };
}

/** Returns the room of a snapshot, or null if its record cannot be replayed. */
export function viewOfSnapshot(snapshot: RoomSnapshot): RoomView | null {
  const { roomId, v, record, chatMessages, serverTime: _serverTime, ...header } = snapshot;
  const game = parseRecord(record, { ruleSet: header.ruleSet, start: startOf(header) });
  return game.ok
    ? { id: roomId, v, header: fromWireHeader(header), game: game.value, chat: chatMessages }
    : null;
}

/** Returns the user who lost by leaving or being offline, in a game that has just ended. */
function leaverOf({ endReason, departed, offlinePlayerSurrendered }: RoomHeader): string | undefined {
  return endReason === 'SURRENDER' ? departed[0] : (offlinePlayerSurrendered ?? undefined);
}

function archived(room: Room, endTime: number): FinishedGame | null {
  const { id, header, game, startTime } = room;
  const { gameId, ruleSet, timeControl, table } = header;
  const [red, blue] = header.players;
  if (gameId === null || !red || !blue) return null;
  const { winner, endReason } = outcome(game);
  const lags = numbersIn(room.lags);
  const leftBy = leaverOf(header);
  return {
    gameId,
    roomId: id,
    players: [red, blue],
    ruleSet,
    ...(table?.start && { start: table.start }),
    record: formatRecord(game),
    winner: toWireWinner(winner),
    endReason,
    timeControl,
    startTime,
    endTime,
    moveTimes: moveTimesOf(room),
    kind: header.kind,
    ...(header.context && { context: header.context }),
    ...(header.isRated === false && { isRated: false as const }),
    ...(header.abortedBy && { abortedBy: header.abortedBy }),
    ...(leftBy && { leftBy }),
    lags: lags.length === plyOf(room) ? lags : [],
    focusLosses: toWirePair({ red: 0, blue: 0 }),
  };
}

/**
 * Returns the game that a commit ended, aborted, or broke off (by a reset: without a winner, and only if it has a move).
 * Null if no game ended.
 */
export function gameToArchive(before: Room | null, after: Room): FinishedGame | null {
  if (!before?.header.gameId || before.endTime !== null) return null;
  if (after.header.gameId === before.header.gameId) {
    return after.endTime === null ? null : archived(after, after.endTime);
  }
  return plyOf(before) > 0 ? archived(before, after.startTime) : null;
}
