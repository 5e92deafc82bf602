import { type KeyboardEvent, memo, type PointerEvent, useMemo } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Glyph } from './Glyph.tsx';
import { isFault } from './marks.ts';
import type { Review } from './review.ts';
import { t } from './texts.ts';
import styles from './WinRateGraph.module.css';

interface WinRateGraphProps {
  review: Review;
  /** Ply of the shown position; null beside the game. */
  ply: number | null;
  onShow: (ply: number) => void;
  className?: string | undefined;
}

/** Red's win rate over the game: a press shows the position there, the arrow keys step by move. */
export function WinRateGraph({ review, ply, onShow, className }: WinRateGraphProps) {
  const { rates } = review;
  const last = rates.length - 1;
  const rate = ply === null ? null : rates[ply];
  const said = { ply: ply ?? 0, rate: Math.round(rate ?? 0) };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = keyTarget(event.key, ply ?? 0, last);
    if (to === null) return;
    event.preventDefault();
    onShow(to);
  };
  const onPointer = (event: PointerEvent<HTMLElement>): void => {
    if (event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onShow(plyNear((event.clientX - box.left) / box.width, last));
  };
  return (
    <div className={cx(styles.graph, className)}>
      <span className={styles.scale} aria-hidden="true">
        <span>100</span>
        <span>50</span>
        <span>0</span>
      </span>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('graph.label')}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={said.ply}
        aria-valuetext={rate == null ? t('graph.unknown', said) : t('graph.at', said)}
        className={styles.plot}
        onKeyDown={onKeyDown}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
      >
        <StillCurve rates={rates} />
        {ply !== null && <i className={styles.now} style={{ left: `${(100 * ply) / Math.max(1, last)}%` }} />}
        <StillMarks review={review} />
      </div>
      <span className={styles.ticks} aria-hidden="true">
        {tickPlies(last).map((tick) => (
          <span key={tick} style={{ left: `${(100 * tick) / Math.max(1, last)}%` }}>
            {tick}
          </span>
        ))}
      </span>
    </div>
  );
}

function keyTarget(key: string, ply: number, last: number): number | null {
  const targets: Record<string, number> = {
    ArrowLeft: ply - 1,
    ArrowDown: ply - 1,
    ArrowRight: ply + 1,
    ArrowUp: ply + 1,
    Home: 0,
    End: last,
  };
  const to = targets[key];
  return to === undefined ? null : Math.min(last, Math.max(0, to));
}

/** One unit across is one ply, one unit down is one point of win rate. */
function Curve({ rates }: { rates: Review['rates'] }) {
  const last = Math.max(1, rates.length - 1);
  return (
    <svg className={styles.curve} viewBox={`0 0 ${last} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path d={areaOver(rates)} className={styles.blue} />
      <path d={areaUnder(rates)} className={styles.red} />
      <path d={`M0 50H${last}`} className={styles.middle} />
      <path d={lineThrough(rates)} className={styles.line} />
    </svg>
  );
}

/** A step moves only the cursor, not the curve. */
const StillCurve = memo(Curve);

/** More characters would hide the line: with more, the smaller faults are dots. */
const MOST_GLYPHS = 12;

/** The marks on the line. They take no presses: the graph below finds the nearest move. */
function Marks({ review: { rates, moves, summary } }: { review: Review }) {
  const shown = useMemo(
    () =>
      moves.flatMap((move) => {
        const mark = move?.mark;
        return mark && mark !== 'good' ? [{ ply: move.ply, after: move.after, mark }] : [];
      }),
    [moves],
  );
  const isCrowded = shown.length > MOST_GLYPHS;
  const last = Math.max(1, rates.length - 1);
  return (
    <span aria-hidden="true">
      {shown.map(({ ply, mark, after }) => {
        const isMoment = summary?.moments.includes(ply) ?? false;
        const isDot = isCrowded && isFault(mark) && !isMoment;
        return (
          <span
            key={ply}
            data-graph-ply={ply}
            className={cx(styles.mark, isMoment && styles.moment)}
            style={{ left: `${(100 * ply) / last}%`, top: `${100 - after}%` }}
          >
            {isDot ? <i className={styles.dot} data-mark-of={mark} /> : <Glyph mark={mark} />}
          </span>
        );
      })}
    </span>
  );
}

const StillMarks = memo(Marks);

/** Win rates as lines of a picture, one unit wide per ply and 100 high. Pure. */

type Rates = readonly (number | null)[];

/** Returns runs of positions with known win rates. */
function runsOf(rates: Rates): { ply: number; rate: number }[][] {
  const runs: { ply: number; rate: number }[][] = [[]];
  rates.forEach((rate, ply) => {
    if (rate === null) runs.push([]);
    else runs.at(-1)!.push({ ply, rate });
  });
  return runs.filter((run) => run.length > 1);
}

function pointsOf(run: { ply: number; rate: number }[]): string {
  return run.map(({ ply, rate }) => `${ply} ${(100 - rate).toFixed(1)}`).join('L');
}

/** Returns the line as SVG path data. */
function lineThrough(rates: Rates): string {
  return runsOf(rates)
    .map((run) => `M${pointsOf(run)}`)
    .join('');
}

function areaTo(rates: Rates, edge: number): string {
  return runsOf(rates)
    .map((run) => `M${run[0]!.ply} ${edge}L${pointsOf(run)}L${run.at(-1)!.ply} ${edge}Z`)
    .join('');
}

/** Returns the area below the line, which is red's share, as SVG path data. */
function areaUnder(rates: Rates): string {
  return areaTo(rates, 100);
}

function areaOver(rates: Rates): string {
  return areaTo(rates, 0);
}

/** Returns the ply nearest to a place in the picture, 0 at its left edge and 1 at its right edge. */
function plyNear(place: number, last: number): number {
  return Math.round(Math.min(1, Math.max(0, place)) * last);
}

/** Returns the plies that are labeled under the picture: about five round numbers and the last one. */
function tickPlies(last: number): number[] {
  const step = [2, 5, 10, 20, 50, 100, 200, 500, 1000].find((one) => last / one <= 6) ?? 2000;
  const ticks = Array.from({ length: Math.floor(last / step) }, (_, index) => (index + 1) * step);
  // Keeps space for the label of the last ply.
  return [...ticks.filter((tick) => last - tick >= step * 0.6), last];
}
