/** The positions of the tactical suite (suite.json). */
import { type Game, newGame, parseFen } from '@doushouqi/rules';

export const KINDS = ['ending', 'elephant', 'leap', 'trap', 'den', 'gain'] as const;
export type PuzzleKind = (typeof KINDS)[number];

/** Proves that no other move is as good: the endgame tables, a search of all moves, or 50 times the nodes of level 5. */
export type PuzzleProof = 'tables' | 'everything' | 'search';

/** A position with its only good move, as `a3b3`, and its win in plies; null if it wins material. */
export interface Puzzle {
  readonly kind: PuzzleKind;
  readonly fen: string;
  readonly move: string;
  readonly win: number | null;
  readonly proof: PuzzleProof;
}

/** Starts a game at a position. Throws if the FEN is not valid. */
export function gameOf(fen: string): Game {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(`${fen}: ${position.error.code}`);
  return newGame(undefined, position.value);
}
