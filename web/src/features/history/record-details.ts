import { fromWireWinner, type GameRecord } from '@doushouqi/protocol';
import { SIDES, type Side } from '@doushouqi/rules';
import type { StampedResult } from '../../ui/Marks.tsx';

/** Texts of a record card. Pure. */

/** Returns the side that a user played; null for a game of two people on one device. */
function ownSide({ players }: Pick<GameRecord, 'players'>, userId: string): Side | null {
  return SIDES.find((side) => players[side]._id === userId) ?? null;
}

/** Returns the result for a user, or the winner if the user has no side. `open`: unfinished. */
export function verdictOf(record: Pick<GameRecord, 'players' | 'notation'>, userId: string): StampedResult {
  const won = fromWireWinner(record.notation.winner);
  if (won === null) return 'open';
  if (won === 'draw') return won;
  const own = ownSide(record, userId);
  if (own === null) return `${won}Wins`;
  return own === won ? 'win' : 'lose';
}

/** Returns the number of rounds begun. */
export function roundsOf({ notation }: Pick<GameRecord, 'notation'>): number {
  return Math.ceil(notation.moves.length / 2);
}

/** `bot`: rated, against a bot. `ai`: against the computer. */
type GameKind = 'online' | 'rated' | 'bot' | 'local' | 'ai';

export function kindOf({
  type,
  aiType,
  rated,
  ratings,
}: Pick<GameRecord, 'type' | 'aiType' | 'rated' | 'ratings'>): GameKind {
  if (rated) return 'rated';
  if (ratings !== null) return 'bot';
  return aiType === null ? type : 'ai';
}

/** Returns the rating change of a user; null if the game is unrated or not the user's own. */
export function ratingChangeOf(
  record: Pick<GameRecord, 'players' | 'ratings'>,
  userId: string,
): number | null {
  const side = ownSide(record, userId);
  if (side === null || record.ratings === null) return null;
  const { before, after } = record.ratings[side];
  return after.rating - before.rating;
}

/** Returns the page to show for a requested page: the last page disappears with its only game. */
export function pageWithin(page: number, totalPages: number): number {
  return Math.min(page, Math.max(1, totalPages));
}
