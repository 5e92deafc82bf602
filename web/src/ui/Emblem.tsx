import folder from 'virtual:level-art';
import { cx } from './cx.ts';
import styles from './Emblem.module.css';
import { levelName, levelParts } from './level.ts';

/** Smallest edge, in px, of the detailed drawing. */
const FULL = 40;

interface EmblemProps {
  /** Order of the level, 1–24; null: unrated, an empty ring of the same size. */
  level: number | null;
  /** Edge in px. */
  size: number;
  /** The name of the level stands beside it, so screen readers skip the picture. */
  named?: boolean;
  className?: string | undefined;
}

/** The emblem of a level. */
export function Emblem({ level, size, named = false, className }: EmblemProps) {
  const name = levelName(level);
  if (level === null)
    return (
      <span
        className={cx(styles.unrated, className)}
        style={{ width: size, height: size }}
        {...(named ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name })}
      />
    );
  const { animal, step } = levelParts(level);
  return (
    <img
      className={cx(styles.emblem, className)}
      src={`${folder}/${animal}-${step}${size < FULL ? '-s' : ''}.svg`}
      alt={named ? '' : name}
      title={named ? undefined : name}
      width={size}
      height={size}
    />
  );
}
