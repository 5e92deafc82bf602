/** A level of the endgame school and what it asks for. */
import { type Game, newGame, parseFen, type RuleSetName, type Side } from '@doushouqi/rules';

/** The chapters in their order. */
export const CHAPTERS = ['river', 'leap', 'trap', 'race', 'elephant', 'siege', 'fewer', 'standard'] as const;
export type Chapter = (typeof CHAPTERS)[number];

export const LEVELS_OF_CHAPTER = 9;

/** No rule of levels depends on the history: only den, last capture and stalemate end a game. */
export const LEVEL_RULES: RuleSetName = 'local-1';

export interface Level {
  /** Chapter and number, as `river-1`. */
  readonly id: string;
  readonly chapter: Chapter;
  readonly fen: string;
  /** The player's side, which is to move. */
  readonly side: Side;
  /** `hold`: the player must not be lost after the last move that is asked for. */
  readonly goal: 'win' | 'hold';
  /** Plies of the shortest win, or of the hold; the player makes the first and the last of them. */
  readonly shortest: number;
  /** The good moves and the defender's replies, see `readSolution`. */
  readonly solution: string;
}

/** Returns the game of a level before its first move. */
export function startOf({ fen, id }: Pick<Level, 'fen' | 'id'>): Game {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(`${id}: ${position.error.code}`);
  return newGame(LEVEL_RULES, position.value);
}

/** Returns the player's moves in the shortest line. */
export function movesOf({ shortest }: Pick<Level, 'shortest'>): number {
  return (shortest + 1) / 2;
}

/** Returns the number of a level in its chapter, from 1. */
export function numberOf({ id }: Pick<Level, 'id'>): number {
  return Number(id.slice(id.lastIndexOf('-') + 1));
}
