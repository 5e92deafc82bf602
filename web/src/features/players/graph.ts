import { forClasses, TIME_CLASSES, type TimeClass } from '@doushouqi/protocol';
import { levelOf, levelStart } from '@doushouqi/rating/levels';

/** The rating curve as lines and words. Pure: times in epoch ms, lengths in drawing units. */

interface RatingPoint {
  at: number;
  rating: number;
}
export type Histories = Record<TimeClass, readonly RatingPoint[]>;

/** Days shown; null: all since the first game. */
export type Period = 30 | 90 | null;

export interface GraphFrame {
  width: number;
  height: number;
  /** Frame of the curve. */
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Curve {
  line: string;
  /** Path closed along the bottom. */
  area: string;
  /** Corners with their values, oldest first. */
  points: (RatingPoint & { x: number; y: number })[];
  last: { x: number; y: number };
  best: { x: number; y: number; rating: number };
}

export interface Graph {
  ratings: { y: number; rating: number }[];
  /** Position of each animal's first level. */
  levels: { y: number; order: number }[];
  times: { x: number; at: number }[];
  /** `month`: each time is the first day of a month. */
  timeUnit: 'month' | 'day';
  curves: Record<TimeClass, Curve | null>;
}

const DAY = 86_400_000;
/** Minimum of the time span when all is shown, and of the rating span. */
const LEAST_DAYS = 7;
const LEAST_SPAN = 200;
const MOST_RATINGS = 7;
const MOST_TIMES = 6;
/** Spans from this many days on have months. */
const MONTHS_FROM = 60;
/** Levels of an animal. */
const STEPS = 3;

/** Returns the part of a history from `start` to `now`; the last earlier value is at the left edge. */
export function visible(points: readonly RatingPoint[], start: number, now: number): RatingPoint[] {
  const within = points.filter(({ at }) => at >= start && at <= now);
  const before = points.findLast(({ at }) => at < start);
  const seen = before ? [{ at: start, rating: before.rating }, ...within] : within;
  const last = seen.at(-1);
  return last ? [...seen, { at: now, rating: last.rating }] : [];
}

/** Returns the first visible time. */
export function startOf(histories: Histories, period: Period, now: number): number {
  if (period !== null) return now - period * DAY;
  const first = Math.min(
    now,
    ...TIME_CLASSES.flatMap((one) => histories[one].slice(0, 1).map(({ at }) => at)),
  );
  return Math.min(first, now - LEAST_DAYS * DAY);
}

interface Span {
  from: number;
  to: number;
}

/** Returns a span in hundreds with a margin above and below. */
function ratingSpan(ratings: readonly number[]): Span {
  const least = Math.min(...ratings);
  const most = Math.max(...ratings);
  const from = Math.floor((least - 20) / 100) * 100;
  const to = Math.ceil((most + 20) / 100) * 100;
  return to - from < LEAST_SPAN ? { from, to: from + LEAST_SPAN } : { from, to };
}

function ratingTicks({ from, to }: Span): number[] {
  const step = [100, 200, 500].find((one) => (to - from) / one < MOST_RATINGS) ?? 1000;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step);
}

function firstSteps({ from, to }: Span): number[] {
  const orders = Array.from({ length: levelOf(to).order }, (_, index) => index + 1);
  return orders.filter(
    (order) => order % STEPS === 1 && levelStart(order) >= from && levelStart(order) <= to,
  );
}

/** Returns the first days of months, local time. */
function months({ from, to }: Span): number[] {
  const first = new Date(from);
  const found: number[] = [];
  for (let month = first.getMonth() + 1; ; month++) {
    const at = new Date(first.getFullYear(), month, 1).getTime();
    if (at > to) return found;
    found.push(at);
  }
}

/** Returns evenly spaced times, always including the last. */
function thinned(times: readonly number[]): number[] {
  const step = Math.ceil(times.length / MOST_TIMES);
  return times.filter((_, index) => (times.length - 1 - index) % step === 0);
}

function days({ from, to }: Span): number[] {
  const first = new Date(from);
  const count = Math.floor((to - from) / DAY);
  const at = (day: number): number =>
    new Date(first.getFullYear(), first.getMonth(), first.getDate() + day + 1).getTime();
  return thinned(Array.from({ length: count }, (_, day) => at(day)).filter((time) => time <= to));
}

interface Scales {
  x: (at: number) => number;
  y: (rating: number) => number;
  bottom: number;
}

function curveOf(points: readonly RatingPoint[], { x, y, bottom }: Scales): Curve | null {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const line = points
    .map(({ at, rating }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(rating)}`)
    .join('');
  const top = points.reduce((best, point) => (point.rating > best.rating ? point : best), first);
  return {
    line,
    points: points.map(({ at, rating }) => ({ at, rating, x: x(at), y: y(rating) })),
    area: `${line}L${x(last.at)} ${bottom}L${x(first.at)} ${bottom}Z`,
    last: { x: x(last.at), y: y(last.rating) },
    best: { x: x(top.at), y: y(top.rating), rating: top.rating },
  };
}

/** Returns the drawing of the histories; null without a value in this period. */
export function graphOf(histories: Histories, period: Period, now: number, frame: GraphFrame): Graph | null {
  const time = { from: startOf(histories, period, now), to: now };
  const seen = forClasses(TIME_CLASSES, (name) => visible(histories[name], time.from, now));
  const ratings = TIME_CLASSES.flatMap((name) => seen[name].map(({ rating }) => rating));
  if (ratings.length === 0) return null;
  const span = ratingSpan(ratings);
  const round = (value: number): number => Math.round(value * 10) / 10;
  const x = (at: number): number =>
    round(frame.left + ((at - time.from) / (time.to - time.from)) * (frame.right - frame.left));
  const y = (rating: number): number =>
    round(frame.bottom - ((rating - span.from) / (span.to - span.from)) * (frame.bottom - frame.top));
  const scales = { x, y, bottom: frame.bottom };
  const byMonth = time.to - time.from > MONTHS_FROM * DAY;
  return {
    ratings: ratingTicks(span).map((rating) => ({ y: y(rating), rating })),
    levels: firstSteps(span).map((order) => ({ y: y(levelStart(order)), order })),
    times: (byMonth ? thinned(months(time)) : days(time)).map((at) => ({ x: x(at), at })),
    timeUnit: byMonth ? 'month' : 'day',
    curves: forClasses(TIME_CLASSES, (name) => curveOf(seen[name], scales)),
  };
}

/** Returns a history in numbers, for screen readers; null without a value in this period. */
export function summaryOf(points: readonly RatingPoint[], start: number, now: number) {
  const ratings = visible(points, start, now).map(({ rating }) => rating);
  if (ratings.length === 0) return null;
  return {
    first: ratings[0]!,
    last: ratings.at(-1)!,
    best: Math.max(...ratings),
    least: Math.min(...ratings),
  };
}
