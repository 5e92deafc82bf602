import type { Core } from '@doushouqi/engine/laboratory';
import { type AnalyzedPly, analyzedPly, JUDGE_LIMITS } from '@doushouqi/fair-play';
import type { Game, Move } from '@doushouqi/rules';
import { searched } from '../engine/players.ts';

/** Judges a move as the service does, which knows the times too. */
export function analyzed(core: Core, game: Game, move: Move): AnalyzedPly {
  return analyzedPly(searched(core, game, JUDGE_LIMITS), { game, move, ms: null });
}
