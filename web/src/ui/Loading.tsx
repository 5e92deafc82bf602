import type { CSSProperties } from 'react';
import { cx } from './cx.ts';
import styles from './Loading.module.css';

/** A paw of four dots that pulses: work in progress inside a button. */
export function PawDots() {
  return (
    <svg className={styles.paw} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="5.4" cy="11" r="2.5" />
      <circle cx="12" cy="6" r="2.5" />
      <circle cx="18.6" cy="11" r="2.5" />
      <ellipse cx="12" cy="17" rx="5.4" ry="4.2" />
    </svg>
  );
}

/** A large paw with a word, for a whole page or panel that is on its way. */
export function Loading({ label }: { label: string }) {
  return (
    <div className={styles.loading} role="status">
      <PawDots />
      <span className={styles.word}>{label}</span>
    </div>
  );
}

/** A block of paper where content will be; it keeps the room, so nothing shifts. */
export function Skeleton({ className, style }: { className?: string | undefined; style?: CSSProperties }) {
  return <div className={cx(styles.skeleton, className)} style={style} aria-hidden="true" />;
}
