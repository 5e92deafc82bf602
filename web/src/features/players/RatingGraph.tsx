import { RATING_DEFS, TIME_CLASSES, type TimeClass } from '@doushouqi/protocol';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import parts from '../../shared/ratings/Parts.module.css';
import { QueryResult } from '../../shared/ratings/Parts.tsx';
import { useRatingHistories } from '../../shared/ratings/player-queries.ts';
import { t } from '../../shared/ratings/texts.ts';
import { Card } from '../../ui/Card.tsx';
import { ChoiceGrid } from '../../ui/ChoiceGrid.tsx';
import { dayText } from '../../ui/format.ts';
import { levelName } from '../../ui/level.ts';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-browser.ts';
import {
  type Curve,
  type Graph,
  type GraphFrame,
  graphOf,
  type Histories,
  type Period,
  startOf,
  summaryOf,
} from './graph.ts';
import styles from './RatingGraph.module.css';
import { t as playersText } from './texts.ts';

const WIDE: GraphFrame = { width: 860, height: 236, left: 44, right: 846, top: 26, bottom: 206 };
const NARROW: GraphFrame = { width: 340, height: 190, left: 40, right: 328, top: 24, bottom: 160 };
const DAYS = { days30: 30, days90: 90, all: null } as const;
type PeriodName = keyof typeof DAYS;
const PERIODS = ['days30', 'days90', 'all'] as const satisfies readonly PeriodName[];

interface RatingGraphProps {
  userId: string;
  /** The class that is highlighted at first. */
  main: TimeClass;
  /** Epoch ms. */
  now: number;
}

/** The ratings over time: fast solid, slow dashed; the best of the highlighted one is marked. */
export function RatingGraph({ userId, main, now }: RatingGraphProps) {
  const [chosen, setChosen] = useState(main);
  const [period, setPeriod] = useState<PeriodName>('days90');
  const histories = useRatingHistories(userId);
  const choices = { className: parts.tray, itemClassName: parts.slip };
  return (
    <Card framed role="region" aria-label={t('graph.title')} className={styles.card}>
      <div className={styles.head}>
        <h2>{t('graph.title')}</h2>
        <ChoiceGrid
          {...choices}
          label={t('graph.class')}
          items={TIME_CLASSES}
          nameOf={(name) => RATING_DEFS[name].name}
          current={chosen}
          onChoose={setChosen}
        >
          {(name) => (
            <>
              <i className={styles.key} data-class={name} />
              {RATING_DEFS[name].name}
            </>
          )}
        </ChoiceGrid>
        <span className={styles.space} />
        <ChoiceGrid
          {...choices}
          label={t('graph.period')}
          items={PERIODS}
          nameOf={(name) => t(`graph.${name}`)}
          current={period}
          onChoose={setPeriod}
        >
          {(name) => t(`graph.${name}`)}
        </ChoiceGrid>
      </div>
      <QueryResult query={histories} skeleton={styles.skeleton}>
        {(known) => <Picture histories={known} period={DAYS[period]} now={now} chosen={chosen} />}
      </QueryResult>
    </Card>
  );
}

interface PictureProps {
  histories: Histories;
  period: Period;
  now: number;
  chosen: TimeClass;
}

/** Describes the curves in words. */
function saidOf({ histories, period, now }: PictureProps): string {
  const start = startOf(histories, period, now);
  const said = TIME_CLASSES.flatMap((name) => {
    const summary = summaryOf(histories[name], start, now);
    return summary ? [t('graph.said', { class: RATING_DEFS[name].name, ...summary })] : [];
  });
  return t('graph.label', { text: said.join('；') });
}

function Picture(props: PictureProps) {
  const { histories, period, now, chosen } = props;
  const frame = useMedia(MEDIA.phone) ? NARROW : WIDE;
  const graph = graphOf(histories, period, now, frame);
  if (!graph) {
    const none = TIME_CLASSES.every((name) => histories[name].length === 0);
    return <p className={styles.empty}>{t(none ? 'graph.empty' : 'graph.quiet')}</p>;
  }
  const own = graph.curves[chosen];
  return (
    <div className={styles.picture}>
      <svg
        className={styles.graph}
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        role="img"
        aria-label={saidOf(props)}
      >
        <Grid graph={graph} frame={frame} />
        {TIME_CLASSES.filter((name) => name !== chosen).map((name) => (
          <Line key={name} curve={graph.curves[name]} name={name} />
        ))}
        <Area curve={own} name={chosen} />
        <Line curve={own} name={chosen} />
        <Best curve={own} name={chosen} frame={frame} />
      </svg>
      {own && <GraphCursor key={`${chosen}${period}`} curve={own} frame={frame} now={now} />}
    </div>
  );
}

/** Ratings at the left, times below, and the first level of each animal. */
function Grid({ graph, frame }: { graph: Graph; frame: GraphFrame }) {
  const dayOf = (at: number): string => {
    const date = new Date(at);
    return t(`graph.${graph.timeUnit}`, { month: date.getMonth() + 1, day: date.getDate() });
  };
  return (
    <>
      {graph.levels.map(({ y, order }) => (
        <g key={order}>
          <path d={`M${frame.left} ${y}H${frame.right}`} className={styles.step} />
          <text x={frame.left + 4} y={y - 5} className={styles.stepName}>
            {levelName(order)}
          </text>
        </g>
      ))}
      {graph.ratings.map(({ y, rating }) => (
        <text key={rating} x={frame.left - 8} y={y + 4} textAnchor="end" className={styles.tick}>
          {rating}
        </text>
      ))}
      {graph.times.map(({ x, at }) => (
        <text key={at} x={x} y={frame.height - 8} textAnchor="middle" className={styles.tick}>
          {dayOf(at)}
        </text>
      ))}
    </>
  );
}

interface CurveProps {
  curve: Curve | null;
  name: TimeClass;
}

function Area({ curve, name }: CurveProps) {
  return curve && <path d={curve.area} className={styles.area} data-class={name} />;
}

function Line({ curve, name }: CurveProps) {
  if (!curve) return null;
  return (
    <>
      <path d={curve.line} className={styles.line} data-class={name} />
      <circle cx={curve.last.x} cy={curve.last.y} r={5.5} className={styles.last} data-class={name} />
    </>
  );
}

/** Half width of a label in drawing units, to keep it inside the frame. */
const HALF_WORD = 34;

function Best({ curve, name, frame }: CurveProps & { frame: GraphFrame }) {
  if (!curve) return null;
  const { x, y, rating } = curve.best;
  const middle = Math.min(frame.right - HALF_WORD, Math.max(frame.left + HALF_WORD, x));
  return (
    <>
      <circle cx={x} cy={y} r={5} className={styles.best} data-class={name} />
      <text x={middle} y={y - 11} textAnchor="middle" className={styles.bestName} data-class={name}>
        {t('graph.best', { rating })}
      </text>
    </>
  );
}

interface GraphCursorProps {
  curve: Curve;
  frame: GraphFrame;
  /** Epoch ms. */
  now: number;
}

/** Returns the point that a key leads to; null for other keys. Pure. */
function pointAfter(key: string, index: number, last: number): number | null {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = steps[key];
  return step === undefined ? null : Math.min(last, Math.max(0, index + step));
}

/** Overlay that announces the points of the curve, by arrow keys or pointer. */
function GraphCursor({ curve: { points }, frame, now }: GraphCursorProps) {
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
