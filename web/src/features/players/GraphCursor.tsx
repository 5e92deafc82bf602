import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { dayText } from '../../ui/dates.ts';
import styles from './GraphCursor.module.css';
import type { Curve, GraphFrame } from './graph.ts';
import { t as playersText } from './texts.ts';

interface GraphCursorProps {
  curve: Curve;
  frame: GraphFrame;
  /** Epoch ms. */
  now: number;
}

/** Where a key leads from a point; null for other keys. Pure. */
function pointAfter(key: string, index: number, last: number): number | null {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = steps[key];
  return step === undefined ? null : Math.min(last, Math.max(0, index + step));
}

/** Lies over the curve and says its points one by one: by arrow keys, or under the pointer. */
export function GraphCursor({ curve: { points }, frame, now }: GraphCursorProps) {
  const last = points.length - 1;
  const [chosen, setChosen] = useState<number | null>(null);
  const index = Math.min(chosen ?? last, last);
  const { x, y, at, rating } = points[index]!;
  const text = playersText('graph.point', { day: dayText(at, now), rating });
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = pointAfter(event.key, index, last);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setChosen(next);
  };
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const over = ((clientX - left) / width) * frame.width;
    const distances = points.map((point) => Math.abs(point.x - over));
    setChosen(distances.indexOf(Math.min(...distances)));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={playersText('graph.label')}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={index}
      aria-valuetext={text}
      className={styles.cursor}
      onKeyDown={onKeyDown}
      onFocus={() => setChosen(index)}
      onBlur={() => setChosen(null)}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setChosen(null)}
    >
      {chosen !== null && <Mark x={x} y={y} text={text} frame={frame} />}
    </div>
  );
}

function Mark({ x, y, text, frame }: { x: number; y: number; text: string; frame: GraphFrame }) {
  const part = (100 * x) / frame.width;
  return (
    <>
      <svg viewBox={`0 0 ${frame.width} ${frame.height}`} aria-hidden="true">
        <path d={`M${x} ${frame.top}V${frame.bottom}`} />
        <circle cx={x} cy={y} r={5.5} />
      </svg>
      <span
        aria-hidden="true"
        className={styles.said}
        style={part > 50 ? { right: `${100 - part}%` } : { left: `${part}%` }}
      >
        {text}
      </span>
    </>
  );
}
