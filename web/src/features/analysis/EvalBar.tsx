import { type Game, positionOf, turn } from '@doushouqi/rules';
import { type CSSProperties, useMemo } from 'react';
import { decidedRate, moverRate, redRateOf } from '../../shared/engine/evaluation.ts';
import type { EngineWork } from '../../shared/engine/work.ts';
import { cx } from '../../ui/cx.ts';
import styles from './EvalBar.module.css';
import { reviewIn } from './review/review.ts';
import { t as reviewText } from './review/texts.ts';
import { shownStudy } from './study/analysis.ts';
import { useAnalysis } from './study/analysis-game.ts';
import { nodeOf, pathOfGame, plyOnGame } from './study/study.ts';
import { t } from './texts.ts';
import { useWork } from './use-engine.ts';
import type { Workspace } from './use-workspace.ts';

function liveRate({ live, found }: EngineWork): number | null {
  const best = found?.lines[0];
  return live && best ? redRateOf(turn(positionOf(live)), best.rate) : null;
}

/** Returns red's win rate of a position beside the reviewed game. */
function singleRate({ single }: EngineWork, shown: Game): number | null {
  return single?.evaluation && single.game === shown
    ? redRateOf(turn(positionOf(single.game)), moverRate(single.evaluation))
    : null;
}

/** Returns red's win rate in the shown position, from the analysis or else from the review; null if unknown. */
export function useShownRate({ game, engine }: Workspace): number | null {
  const path = useAnalysis(game, (analysis) => (analysis.mode === 'play' ? null : shownStudy(analysis).path));
  const shown = useAnalysis(game, (analysis) => nodeOf(shownStudy(analysis)).game);
  const decided = useMemo(() => decidedRate(shown), [shown]);
  const reviewed = useWork(engine, ({ review }) => review?.game ?? null);
  const whole = useMemo(() => reviewed && pathOfGame(reviewed), [reviewed]);
  const ply = whole === null || path === null ? null : plyOnGame(whole, path);
  return useWork(engine, (work) => {
    if (decided !== null) return decided;
    return liveRate(work) ?? (ply === null ? singleRate(work, shown) : (reviewIn(work)?.rates[ply] ?? null));
  });
}

interface EvalBarProps {
  /** Red's win rate, 0 to 100; null while unknown. */
  rate: number | null;
  /** Whether blue's end is at the bottom. */
  flipped: boolean;
  className?: string | undefined;
}

/** The evaluation bar beside the board: red's share of the win rate. Even until a rate is known. */
export function EvalBar({ rate, flipped, className }: EvalBarProps) {
  const shown = Math.round(rate ?? 50);
  // The number is at the end of the side that leads.
  const isAbove = shown < 50 !== flipped;
  return (
    <div
      role="img"
      aria-label={rate === null ? t('ai.searching') : reviewText('bar', { rate: shown })}
      data-rate={rate === null ? '' : shown}
      className={cx(styles.bar, flipped && styles.flipped, className)}
      style={{ '--rate': (rate ?? 50) / 100 } as CSSProperties}
    >
      <i />
      {rate !== null && (
        <b className={isAbove ? styles.above : styles.below}>{Math.max(shown, 100 - shown)}</b>
      )}
    </div>
  );
}
