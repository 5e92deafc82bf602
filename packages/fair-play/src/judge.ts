import { type Game, legalGameMoves, type Move, pieces, positionOf } from '@doushouqi/rules';
import type { AnalyzedPly } from './decisions.ts';

/** The search of the judging engine at each position: nodes, so that every machine judges alike. */
export const JUDGE_LIMITS = { nodes: 4_000, lines: 3 } as const;

/** Value of a win in the next half-move. */
const WON = 3_000;

/** What a search came to, as the engine states it. */
interface Searched {
  readonly lines: readonly {
    readonly move: Move;
    readonly score:
      | { readonly kind: 'cp'; readonly value: number }
      | { readonly kind: 'win'; readonly plies: number };
  }[];
}

interface Played {
  /** Before the move. */
  game: Game;
  move: Move;
  ms: number | null;
}

/** Returns a half-move with the engine's view of the position before it. */
export function analyzedPly({ lines }: Searched, { game, move, ms }: Played): AnalyzedPly {
  return {
    move,
    lines: lines.map(({ move: best, score }) => ({
      move: best,
      value: score.kind === 'cp' ? score.value : score.plies > 0 ? WON - score.plies : -WON - score.plies,
    })),
    choices: legalGameMoves(game).length,
    pieces: pieces(positionOf(game)).length,
    ms,
  };
}
