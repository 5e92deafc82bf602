import type { GameRecord } from '@doushouqi/protocol';
import { ONLINE_RULE_SET } from '@doushouqi/rules';
import type { StoredGame } from '../models/game-record.ts';
import { recordedMoves, replay } from '../replay.ts';

/** A stored game in the spec's shape; moves are derived from the record string. */
export function presentGameRecord(stored: StoredGame): GameRecord {
  const { _id, type, players, record, start, winner, endReason, startTime, endTime, moveTimes } = stored;
  // Games from before rule sets had names were played by the first one.
  const { ruleSet = ONLINE_RULE_SET } = stored;
  const game = replay({ record, ruleSet, start });
  if (game === null) throw new Error(`the stored record ${_id} cannot be replayed`);
  return {
    _id: _id.toString(),
    type,
    players,
    ruleSet,
    start: start ?? null,
    notation: { record, moves: recordedMoves(game, startTime, moveTimes), winner, endReason },
    startTime,
    endTime,
    favorites: [],
  };
}
