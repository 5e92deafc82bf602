import { fromWireWinner, type GameRecord } from '@doushouqi/protocol';
import { SIDES, type Side } from '@doushouqi/rules';
import type { StampedResult } from '../../ui/Marks.tsx';

/** Texts of a record card. Pure. */

/** Returns the side that a user played; null for a game of two people on one device. */
function ownSide({ players }: Pick<GameRecord, 'players'>, userId: string): Side | null {
  return SIDES.find((side) => players[side]._id === userId) ?? null;
}

/** How a game ended for a user; who has won, where he has no own side. `open`: it was broken off. */
export function verdictOf(record: Pick<GameRecord, 'players' | 'notation'>, userId: string): StampedResult {
  const won = fromWireWinner(record.notation.winner);
  if (won === null) return 'open';
  if (won === 'draw') return won;
  const own = ownSide(record, userId);
  if (own === null) return `${won}Wins`;
  return own === won ? 'win' : 'lose';
}

/** Rounds begun. */
export function roundsOf({ notation }: Pick<GameRecord, 'notation'>): number {
  return Math.ceil(notation.moves.length / 2);
}

/** `ai`: against the computer. */
type GameKind = 'online' | 'rated' | 'local' | 'ai';

export function kindOf({ type, aiType, rated }: Pick<GameRecord, 'type' | 'aiType' | 'rated'>): GameKind {
  if (rated) return 'rated';
  return aiType === null ? type : 'ai';
}

/** Points that a rated game brought a user; null where it was not rated, or not the user's own. */
export function ratingChangeOf(
  record: Pick<GameRecord, 'players' | 'ratings'>,
  userId: string,
): number | null {
  const side = ownSide(record, userId);
  if (side === null || record.ratings === null) return null;
  const { before, after } = record.ratings[side];
  return after.rating - before.rating;
}

/** The page to show where `page` was asked for: the last one has gone when its only game has. */
export function pageWithin(page: number, totalPages: number): number {
  return Math.min(page, Math.max(1, totalPages));
}
