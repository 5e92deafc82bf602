import type { GameRecord } from '@doushouqi/protocol';
import { gameRecord } from '@doushouqi/protocol/server';
import { ONLINE_RULE_SET } from '@doushouqi/rules';
import { LRUCache } from 'lru-cache';
import type { StoredGame } from '../models/game-record.ts';
import { recordedMoves, replay } from '../replay.ts';

/** Characters of all records that are kept; that of the longest game has about 130 000. */
const MOST_KEPT = 16_000_000;

/** What never changes of a record. */
const kept = gameRecord.omit({ favorites: true });

/** Moves are derived from the record string. */
function present(stored: StoredGame): Omit<GameRecord, 'favorites'> {
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
  };
}

/** A stored game in the spec's shape, as JSON. */
export type PresentGameRecord = (stored: StoredGame) => string;

/** Replaying a long game and writing its moves is dear, and a finished game stays as it is: each is presented once. */
export function createGameRecordPresenter(): PresentGameRecord {
  const written = new LRUCache<string, string>({
    maxSize: MOST_KEPT,
    sizeCalculation: (json) => json.length,
  });
  return (stored) => {
    const id = stored._id.toString();
    const json = written.get(id) ?? JSON.stringify(kept.parse(present(stored)));
    written.set(id, json);
    return `${json.slice(0, -1)},"favorites":[]}`;
  };
}
