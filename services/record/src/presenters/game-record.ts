import { type ExportedGame, type GameRecord, tournamentOfContext } from '@doushouqi/protocol';
import { gameRecord } from '@doushouqi/protocol/server';
import { ONLINE_RULE_SET } from '@doushouqi/rules';
import { LRUCache } from 'lru-cache';
import type { OwnGame } from '../history/own-games.ts';
import type { StoredGame } from '../models/game-record.ts';
import { recordedMoves, replay } from '../replay.ts';

/** Maximum number of cached characters; the longest game has about 130 000. */
const MOST_KEPT = 16_000_000;

/** Fields that depend on the caller. */
type Personal = Pick<GameRecord, 'favorites' | 'shareId'>;
type Lasting = Omit<GameRecord, keyof Personal>;

/** Fields of a record that change only when the game is rated or a player is forgotten. */
const lasting = gameRecord.omit({ favorites: true, shareId: true });

function presentHead(stored: StoredGame): Omit<Lasting, 'notation'> {
  const { _id, type, players, start, timeControl, aiType, aiLevel, startTime, endTime } = stored;
  return {
    _id: _id.toString(),
    type,
    players,
    // Games older than named rule sets follow the first one.
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

/** Derives the moves from the record string. */
function presentLasting(stored: StoredGame): Lasting {
  const head = presentHead(stored);
  const { record, winner, endReason, startTime, moveTimes } = stored;
  const game = replay({ record, ruleSet: head.ruleSet, start: head.start });
  if (game === null) throw new Error(`the stored record ${head._id} cannot be replayed`);
  const tournamentId = tournamentOfContext(stored.context);
  return {
    ...head,
    ...(tournamentId !== null && { tournamentId }),
    notation: { record, moves: recordedMoves(game, startTime, moveTimes), winner, endReason },
  };
}

/** Presents stored games as JSON. */
export interface PresentGameRecord {
  /** For one of its users. */
  own(game: OwnGame): string;
  /** For visitors: a shared or a rated game. */
  shared(stored: StoredGame): string;
}

/**
 * Creates the presenter. It caches presented games: replaying and serializing a long game is expensive, and
 * finished games change only in their players and their rating change.
 */
export function createGameRecordPresenter(): PresentGameRecord {
  const written = new LRUCache<string, string>({
    maxSize: MOST_KEPT,
    sizeCalculation: (json) => json.length,
  });
  const present = (stored: StoredGame, personal: Personal): string => {
    const { _id, players, ratings } = stored;
    const key = `${_id} ${players.red.nickname} ${players.blue.nickname} ${ratings ? 'rated' : ''}`;
    const json = written.get(key) ?? JSON.stringify(lasting.parse(presentLasting(stored)));
    written.set(key, json);
    return `${json.slice(0, -1)},${JSON.stringify(personal).slice(1)}`;
  };
  return {
    own: ({ game, entry: { userId, favorite, comment } }) =>
      present(game, { favorites: favorite ? [{ userId, comment }] : [], shareId: game.shareId ?? null }),
    shared: (stored) => present(stored, { favorites: [], shareId: null }),
  };
}

/** Presents a game for export. `comment`: of a favorite of the reader. */
export function presentExported(game: StoredGame, comment: string | null): ExportedGame {
  const { record, moveTimes } = game;
  return { ...presentHead(game), record, moveTimes, comment };
}
