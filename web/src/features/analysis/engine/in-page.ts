import {
  type Engine,
  EngineError,
  limitsOfDifficulty,
  type SearchInfo,
  type SearchLimits,
  winRate,
} from '@doushouqi/engine';
import { type Game, type Move, withoutVerdict } from '@doushouqi/rules';
import { type Evaluation, GLANCE_DEPTH, REVIEW_LIMITS } from '../review/evaluation.ts';
import type { AnalysisSource, Evaluator, Found } from './source.ts';

/** Difficulty of the in-page engine. */
const DIFFICULTY = 3;

const LIVE_LIMITS = limitsOfDifficulty(DIFFICULTY);

/**
 * Returns the in-page engine as a source of analysis and reviews.
 * @param open returns the engine, or a new one after a crash
 */
export function inPage(open: () => Promise<Engine>): AnalysisSource & Evaluator {
  let engine: Engine | null = null;
  let isStopped = false;
  const search = async (
    game: Game,
    limits: SearchLimits,
    onInfo: (info: SearchInfo) => void,
  ): Promise<SearchInfo> => {
    isStopped = false;
    engine = await open();
    // Stopped before the search began.
    if (isStopped) return { depth: 0, nodes: 0, lines: [] };
    return engine.analyze(withoutVerdict(game), limits, onInfo);
  };
  return {
    analyze: async (game, onFound) =>
      foundOf(await search(game, LIVE_LIMITS, (info) => onFound(foundOf(info)))),
    evaluate: async (game) => {
      let glance: Move | undefined;
      const info = await search(game, REVIEW_LIMITS, ({ depth, lines }) => {
        if (depth <= GLANCE_DEPTH) glance = lines[0]?.move;
      });
      return evaluationOf(info, glance);
    },
    stop: () => {
      isStopped = true;
      engine?.stop();
    },
  };
}

function foundOf({ depth, nodes, lines }: SearchInfo): Found {
  return { depth, nodes, lines: lines.map((line) => ({ ...line, rate: winRate(line.score) })) };
}

function evaluationOf({ lines }: SearchInfo, glance: Move | undefined): Evaluation {
  const best = lines[0];
  if (!best) throw new EngineError('CRASHED', 'nothing was found');
  // A search that ended within the first plies has no earlier choice.
  return { lines, glance: glance ?? best.move };
}
