import { type Game, positionOf, turn } from '@doushouqi/rules';
import { useMemo } from 'react';
import type { EngineWork } from './engine/work.ts';
import { decidedRate, moverRate, redRateOf } from './review/evaluation.ts';
import { pathOfGame, plyOnGame } from './review/reviewed.ts';
import { shownStudy } from './study/analysis.ts';
import { nodeOf } from './study/study.ts';
import { useAnalysis } from './use-analysis.ts';
import type { Desk } from './use-desk.ts';
import { useWork } from './use-engine.ts';

function liveRate({ live, found }: EngineWork): number | null {
  const best = found?.lines[0];
  return live && best ? redRateOf(turn(positionOf(live)), best.rate) : null;
}

/** Of a position beside the reviewed game. */
function asideRate({ aside }: EngineWork, shown: Game): number | null {
  return aside?.evaluation && aside.game === shown
    ? redRateOf(turn(positionOf(aside.game)), moverRate(aside.evaluation))
    : null;
}

/** Red's win rate in the shown position: as it is analysed, else as it was reviewed; null where nobody knows it. */
export function useShownRate({ game, engine }: Desk): number | null {
  const path = useAnalysis(game, (analysis) => (analysis.mode === 'play' ? null : shownStudy(analysis).path));
  const shown = useAnalysis(game, (analysis) => nodeOf(shownStudy(analysis)).game);
  const decided = useMemo(() => decidedRate(shown), [shown]);
  const reviewed = useWork(engine, ({ review }) => review?.game ?? null);
  const whole = useMemo(() => reviewed && pathOfGame(reviewed), [reviewed]);
  const ply = whole === null || path === null ? null : plyOnGame(whole, path);
  return useWork(engine, (work) => {
    if (decided !== null) return decided;
    return (
      liveRate(work) ?? (ply === null ? asideRate(work, shown) : (work.review?.result.rates[ply] ?? null))
    );
  });
}
