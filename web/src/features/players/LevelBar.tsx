import { progressOf } from '../../shared/ratings/progress.ts';
import { t } from '../../shared/ratings/texts.ts';
import { levelName } from '../../ui/level.ts';
import styles from './LevelBar.module.css';

interface LevelBarProps {
  rating: number;
  /** Under the bar, where the step begins and ends. */
  ends?: boolean;
}

/** How far it is to the next level. */
export function LevelBar({ rating, ends = true }: LevelBarProps) {
  const { order, from, to, share } = progressOf(rating);
  const text =
    to === null ? t('progress.top') : t('progress.left', { left: to - rating, level: levelName(order + 1) });
  return (
    <div className={styles.level}>
      <div
        role="progressbar"
        aria-label={t('progress.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(100 * share)}
        aria-valuetext={text}
        className={styles.bar}
      >
        <i style={{ width: `${100 * share}%` }} />
      </div>
      <p className={styles.ends} aria-hidden="true">
        {ends && <span>{from}</span>}
        <span className={styles.left}>{text}</span>
        {ends && to !== null && <span>{to}</span>}
      </p>
    </div>
  );
}
