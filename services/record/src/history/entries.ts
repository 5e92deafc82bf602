import type { Player, Winner } from '@doushouqi/rules';
import type { StoredGame } from '../models/game-record.ts';
import { entryId, type GameResult, type StoredEntry } from '../models/history.ts';

function resultFor(side: Player, winner: Winner): GameResult | null {
  if (winner === -1) return null;
  if (winner === 0) return 'draw';
  return winner === side ? 'win' : 'loss';
}

/** The entries of a game: one for who saved it, or one for each of its two players. */
export function entriesOf(game: StoredGame): StoredEntry[] {
  const { _id: recordId, type, owner, winner, endTime, rated } = game;
  const { red, blue } = game.players;
  const users = owner === undefined ? [red._id, blue._id].filter((id) => id !== null) : [owner];
  return users.map((userId) => {
    const side = red._id === userId ? 1 : blue._id === userId ? 2 : null;
    return {
      _id: entryId(userId, recordId),
      userId,
      recordId,
      type,
      ...(rated && { rated }),
      result: side === null ? null : resultFor(side, winner),
      opponent: side === null ? null : (side === 1 ? blue : red).nickname,
      endTime,
      favorite: false,
      comment: '',
    };
  });
}
