import { fromWireWinner } from '@doushouqi/protocol';
import { otherSide, SIDES, type Side, type Winner } from '@doushouqi/rules';
import type { StoredGame } from '../models/game-record.ts';
import { entryId, type GameResult, type StoredEntry } from '../models/history.ts';

function resultFor(side: Side, winner: Winner | null): GameResult | null {
  if (winner === null) return null;
  if (winner === 'draw') return 'draw';
  return winner === side ? 'win' : 'loss';
}

/** Returns the entries of a game: one for the user who saved it, or one for each player. */
export function entriesOf(game: StoredGame): StoredEntry[] {
  const { _id: recordId, type, owner, winner, endTime, rated, start } = game;
  const { players } = game;
  const users = owner === undefined ? SIDES.flatMap((side) => players[side]._id ?? []) : [owner];
  return users.map((userId) => {
    const side = SIDES.find((one) => players[one]._id === userId) ?? null;
    return {
      _id: entryId(userId, recordId),
      userId,
      recordId,
      type,
      ...(rated && { rated }),
      ...(start && { setUp: true as const }),
      result: side === null ? null : resultFor(side, fromWireWinner(winner)),
      opponent: side === null ? null : players[otherSide(side)].nickname,
      endTime,
      favorite: false,
      comment: '',
    };
  });
}
