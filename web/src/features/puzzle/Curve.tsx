import type { CSSProperties } from 'react';
import styles from './Curve.module.css';
import { t } from './texts.ts';

interface CurveProps {
  /** Ratings, oldest first; not empty. */
  points: readonly number[];
  /** The last piece has just been added: it is drawn after the stamp. */
  isNew?: boolean;
  size?: keyof typeof SIZES;
}

/** Sizes of the drawing, and its margins, px. The smallest one has no numbers beside its lines. */
const SIZES = {
  large: { width: 300, height: 120, left: 40 },
  small: { width: 190, height: 74, left: 40 },
  tiny: { width: 130, height: 80, left: 8 },
} as const;
const EDGE = { right: 10, top: 24, bottom: 8 } as const;
/** Points between two lines, the first that makes at most three of them. */
const STEPS = [10, 20, 30, 50, 100, 200, 500] as const;

/** Returns the values of two or three lines around the ratings. Pure. */
export function linesOf(points: readonly number[]): readonly number[] {
  const [least, most] = [Math.min(...points), Math.max(...points)];
  const step = STEPS.find((one) => (most - least) / one <= 2) ?? 1000;
  const first = Math.floor(least / step) * step;
  const count = Math.max(2, Math.ceil((most - first) / step) + 1);
  return Array.from({ length: count }, (_, at) => first + at * step);
}

/** A rating over the last puzzles. */
export function Curve({ points, isNew = false, size = 'large' }: CurveProps) {
  const { width, height, left } = SIZES[size];
  const lines = linesOf(points);
  const [low, high] = [lines[0]!, lines.at(-1)!];
  const across = (at: number): number =>
    left + (width - left - EDGE.right) * (points.length === 1 ? 1 : at / (points.length - 1));
  const up = (rating: number): number =>
    height - EDGE.bottom - ((height - EDGE.top - EDGE.bottom) * (rating - low)) / (high - low);
  const path = points.map((rating, at) => `${across(at).toFixed(1)} ${up(rating).toFixed(1)}`).join('L');
  const last = points.at(-1)!;
  const end = { x: across(points.length - 1), y: up(last) };
  const bottom = height - EDGE.bottom;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={styles.curve}
      data-grows={isNew}
      role="img"
      aria-label={t('curve.label', { count: points.length, first: points[0]!, last })}
    >
      {lines.map((rating) => (
        <g key={rating}>
          <line x1={left} x2={width - EDGE.right} y1={up(rating)} y2={up(rating)} className={styles.rule} />
          {size !== 'tiny' && (
            <text x={left - 6} y={up(rating) + 4} className={styles.scale}>
              {rating}
            </text>
          )}
        </g>
      ))}
      <g className={styles.drawn} style={{ '--last': `${100 / (points.length - 1)}%` } as CSSProperties}>
        <path d={`M${left} ${bottom}L${path}L${end.x} ${bottom}Z`} className={styles.ground} />
        <path d={`M${path}`} className={styles.way} />
      </g>
      <g className={styles.end}>
        <circle cx={end.x} cy={end.y} r={4.5} className={styles.now} />
        <text x={end.x} y={end.y - 9} className={styles.value}>
          {last}
        </text>
      </g>
    </svg>
  );
}
