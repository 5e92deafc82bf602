import type { CSSProperties } from 'react';
import { cx } from './cx.ts';
import styles from './Loading.module.css';

/** A pulsing paw of four dots, for work in progress inside a button. */
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

/** A large paw with a label, while a page or panel loads. */
export function Loading({ label }: { label: string }) {
  return (
    <div className={styles.loading} role="status">
      <PawDots />
      <span className={styles.word}>{label}</span>
    </div>
  );
}

/** A placeholder of the size of the content, so that nothing shifts. */
export function Skeleton({ className, style }: { className?: string | undefined; style?: CSSProperties }) {
  return <div className={cx(styles.skeleton, className)} style={style} aria-hidden="true" />;
}
