import { type BoardLayout, cellBox } from '../../board/geometry.ts';
import type { Point } from '../../board/types.ts';
import styles from './Hand.module.css';

interface HandProps {
  at: Point;
  layout: BoardLayout;
  /** The tip lies beside the character of a piece. */
  isOnPiece: boolean;
}

/** The hand that points at the goal: it taps twice and rests. */
export function Hand({ at, layout, isOnPiece }: HandProps) {
  const { left, top, width, height } = cellBox(layout, at);
  const [x, y] = isOnPiece ? [0.9, 0.72] : [0.7, 0.7];
  return (
    <span
      className={styles.hand}
      data-mark="hand"
      style={{ left: `${left + width * x}%`, top: `${top + height * y}%` }}
    >
      <i />
      <svg viewBox="0 0 72 84" aria-hidden="true">
        <path
          className={styles.skin}
          d="M25 8C25 3.6 28.4 1.6 31.6 1.6S38.2 3.6 38.2 8V33.4C39.6 31 42 30 44.4 30C47.6 30 50 32 50.6 34.8C51.8 33.6 53.6 33 55.4 33C58.6 33 60.8 35 61.4 37.8C62.4 37.2 63.6 36.8 65 36.8C68.4 36.8 70.4 39.6 70.4 43V55C70.4 70 61 82 45 82C33.6 82 27.4 76.6 22 68.4L6.4 46.4C4 42.8 4.6 39 7.4 37C10.4 35 14.2 35.8 16.8 39L25 48.6Z"
        />
        <path className={styles.fingers} d="M38.2 33V48M50.8 36V49M61.6 39V50" />
      </svg>
    </span>
  );
}
