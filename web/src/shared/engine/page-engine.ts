import {
  createEngine,
  EngineError,
  type EnginePort,
  limitsOfDifficulty,
  type SearchInfo,
  type SearchLimits,
  winRate,
} from '@doushouqi/engine';
import { type Game, type Move, withoutVerdict } from '@doushouqi/rules';
import { EVALUATION_LIMITS, type Evaluation, GLANCE_DEPTH } from './evaluation.ts';
import type { AnalysisSource, Evaluator, Found } from './source.ts';

function openWorker(): EnginePort {
  const worker = new Worker(new URL('@doushouqi/engine/worker', import.meta.url), { type: 'module' });
  // The handlers of a worker are declared for whole events; a port uses a part of them.
  return worker as unknown as EnginePort;
}

/**
 * The single engine of this page. A request stops the previous one. The worker starts with the first request, and with
 * the first one after a crash or `close()`.
 */
export const pageEngine = createEngine(openWorker);

/** Difficulty of the analysis in the page. */
const DIFFICULTY = 3;

const LIVE_LIMITS = limitsOfDifficulty(DIFFICULTY);

function search(game: Game, limits: SearchLimits, onInfo: (info: SearchInfo) => void): Promise<SearchInfo> {
  return pageEngine.analyze(withoutVerdict(game), limits, onInfo);
}

/** The in-page engine as a source of analysis and evaluations. */
export const pageSource: AnalysisSource & Evaluator = {
  analyze: async (game, onFound) =>
    foundOf(await search(game, LIVE_LIMITS, (info) => onFound(foundOf(info)))),
  evaluate: async (game) => {
    let glance: Move | undefined;
    const info = await search(game, EVALUATION_LIMITS, ({ depth, lines }) => {
      if (depth <= GLANCE_DEPTH) glance = lines[0]?.move;
    });
    return evaluationOf(info, glance);
  },
  stop: () => pageEngine.stop(),
};

function foundOf({ depth, nodes, lines }: SearchInfo): Found {
  return { depth, nodes, lines: lines.map((line) => ({ ...line, rate: winRate(line.score) })) };
}

function evaluationOf({ lines }: SearchInfo, glance: Move | undefined): Evaluation {
  const best = lines[0];
  if (!best) throw new EngineError('CRASHED', 'nothing was found');
  // A search that ended within the first plies has no earlier choice.
  return { lines, glance: glance ?? best.move };
}
