import type { CSSProperties } from 'react';
import { cx } from '../../ui/cx.ts';
import styles from './EvalBar.module.css';
import { t as reviewText } from './review/texts.ts';
import { t } from './texts.ts';

interface EvalBarProps {
  /** Red's win rate, 0 to 100; null while nobody knows it. */
  rate: number | null;
  /** Blue's end is below. */
  flipped: boolean;
  className?: string | undefined;
}

/** Beside the board: how much of the game is red's. Level until something is known (spec §9). */
export function EvalBar({ rate, flipped, className }: EvalBarProps) {
  const shown = Math.round(rate ?? 50);
  // The number stands at the end of the side that is ahead.
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
