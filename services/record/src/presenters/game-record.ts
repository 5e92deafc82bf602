import type { ExportedGame, GameRecord } from '@doushouqi/protocol';
import { gameRecord } from '@doushouqi/protocol/server';
import { ONLINE_RULE_SET } from '@doushouqi/rules';
import { LRUCache } from 'lru-cache';
import type { OwnGame } from '../history/own-games.ts';
import type { StoredGame } from '../models/game-record.ts';
import { recordedMoves, replay } from '../replay.ts';

/** Characters of all records that are kept; that of the longest game has about 130 000. */
const MOST_KEPT = 16_000_000;

/** What depends on who asks, and on what they did with the game. */
type Personal = Pick<GameRecord, 'favorites' | 'shareId'>;
type Lasting = Omit<GameRecord, keyof Personal>;

/** What never changes of a record. */
const lasting = gameRecord.omit({ favorites: true, shareId: true });

function presentHead(stored: StoredGame): Omit<Lasting, 'notation'> {
  const { _id, type, players, start, timeControl, aiType, aiLevel, startTime, endTime } = stored;
  return {
    _id: _id.toString(),
    type,
    players,
    // Games from before rule sets had names were played by the first one.
    ruleSet: stored.ruleSet ?? ONLINE_RULE_SET,
    start: start ?? null,
    timeControl: timeControl ?? null,
    rated: stored.rated ?? false,
    ratings: stored.ratings ?? null,
    aiType: aiType ?? null,
    aiLevel: aiLevel ?? null,
    startTime,
    endTime,
  };
}

/** Moves are derived from the record string. */
function presentLasting(stored: StoredGame): Lasting {
  const head = presentHead(stored);
  const { record, winner, endReason, startTime, moveTimes } = stored;
  const game = replay({ record, ruleSet: head.ruleSet, start: head.start });
  if (game === null) throw new Error(`the stored record ${head._id} cannot be replayed`);
  return {
    ...head,
    notation: { record, moves: recordedMoves(game, startTime, moveTimes), winner, endReason },
  };
}

/** Stored games in the spec's shape, as JSON. */
export interface PresentGameRecord {
  /** To one of those whose it is. */
  own(game: OwnGame): string;
  /** To anybody who has its link, or to all: a rated one. */
  shared(stored: StoredGame): string;
}

/** Replaying a long game and writing its moves is dear, and a finished game stays as it is: each is presented once. */
export function createGameRecordPresenter(): PresentGameRecord {
  const written = new LRUCache<string, string>({
    maxSize: MOST_KEPT,
    sizeCalculation: (json) => json.length,
  });
  const present = (stored: StoredGame, personal: Personal): string => {
    const id = stored._id.toString();
    const json = written.get(id) ?? JSON.stringify(lasting.parse(presentLasting(stored)));
    written.set(id, json);
    return `${json.slice(0, -1)},${JSON.stringify(personal).slice(1)}`;
  };
  return {
    own: ({ game, entry: { userId, favorite, comment } }) =>
      present(game, { favorites: favorite ? [{ userId, comment }] : [], shareId: game.shareId ?? null }),
    shared: (stored) => present(stored, { favorites: [], shareId: null }),
  };
}

/** An own game to take away. */
export function presentExported({ game, entry: { favorite, comment } }: OwnGame): ExportedGame {
  const { record, moveTimes } = game;
  return { ...presentHead(game), record, moveTimes, comment: favorite ? comment : null };
}
