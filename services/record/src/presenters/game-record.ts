import type { GameRecord } from '@doushouqi/protocol';
import type { StoredGame } from '../models/game-record.ts';
import { recordedMoves, replayOnline } from '../replay.ts';

/** A stored game in the spec's shape; moves are derived from the record string. */
export function presentGameRecord(stored: StoredGame): GameRecord {
  const { _id, type, players, record, winner, endReason, startTime, endTime, moveTimes } = stored;
  const game = replayOnline(record);
  if (game === null) throw new Error(`the stored record ${_id} cannot be replayed`);
  return {
    _id: _id.toString(),
    type,
    players,
    notation: { record, moves: recordedMoves(game, startTime, moveTimes), winner, endReason },
    startTime,
    endTime,
    favorites: [],
  };
}
