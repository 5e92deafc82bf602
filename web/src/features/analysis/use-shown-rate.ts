import { positionOf, turn } from '@doushouqi/rules';
import { shownStudy } from '../../game/analysis/analysis.ts';
import { reviewIn } from '../../game/analysis/engine/known.ts';
import type { EngineWork } from '../../game/analysis/engine/work.ts';
import { nodeOf } from '../../game/analysis/study.ts';
import { decidedRate, redRateOf } from '../../game/review/evaluation.ts';
import { pathOfGame, plyOnGame } from '../../game/review/reviewed.ts';
import { useAnalysis } from './use-analysis.ts';
import type { Desk } from './use-desk.ts';
import { useWork } from './use-engine.ts';

function liveRate({ live, found }: EngineWork): number | null {
  const best = found?.lines[0];
  return live && best ? redRateOf(turn(positionOf(live)), best.rate) : null;
}

/** Red's win rate in the shown position: as it is analysed, else as it was reviewed; null where nobody knows it. */
export function useShownRate({ game, engine }: Desk): number | null {
  const path = useAnalysis(game, (analysis) => (analysis.mode === 'play' ? null : shownStudy(analysis).path));
  const decided = useAnalysis(game, (analysis) => decidedRate(nodeOf(shownStudy(analysis)).game));
  return useWork(engine, (work) => {
    if (decided !== null) return decided;
    const analysed = liveRate(work);
    if (analysed !== null || path === null || !work.review) return analysed;
    const ply = plyOnGame(pathOfGame(work.review.game), path);
    return ply === null ? null : (reviewIn(work)?.rates[ply] ?? null);
  });
}
