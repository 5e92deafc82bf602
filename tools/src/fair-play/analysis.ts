import type { Core } from '@doushouqi/engine/laboratory';
import type { AnalyzedPly } from '@doushouqi/fair-play';
import { type Game, type Move, pieces, positionOf } from '@doushouqi/rules';
import { searched } from '../engine/players.ts';

const JUDGE_NODES = 4_000;
const WON = 3_000;

export function analyzed(core: Core, game: Game, move: Move, choices: number): AnalyzedPly {
  const { lines } = searched(core, game, { nodes: JUDGE_NODES, lines: 3 });
  return {
    move,
    lines: lines.map(({ move: best, score }) => ({
      move: best,
      value: score.kind === 'cp' ? score.value : score.plies > 0 ? WON - score.plies : -WON - score.plies,
    })),
    choices,
    pieces: pieces(positionOf(game)).length,
    ms: null,
  };
}
