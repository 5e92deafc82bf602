/** Points of the drawing of a day. */
export const WIDTH = 400;
export const HEIGHT = 110;
/** Room for the point of now at the top and the line at the bottom. */
const PADDING = 8;

type Samples = readonly (number | null)[];

export interface Drawing {
  today: string;
  area: string;
  before: string;
  /** The last sample of today. */
  now: { x: number; y: number } | null;
}

interface Point {
  x: number;
  y: number;
}

function pointsOf(samples: Samples, most: number): Point[] {
  return samples.flatMap((count, n) => {
    if (count === null) return [];
    const x = Math.round((n / (samples.length - 1)) * WIDTH * 10) / 10;
    const y = Math.round((HEIGHT - (count / most) * (HEIGHT - PADDING)) * 10) / 10;
    return [{ x, y }];
  });
}

function pathOf(points: readonly Point[]): string {
  return points.map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

/** Draws the users online of today and of the week before on one scale. Pure. */
export function drawCurve(today: Samples, before: Samples): Drawing {
  const most = Math.max(1, ...[...today, ...before].map((count) => count ?? 0));
  const points = pointsOf(today, most);
  const [first, last] = [points[0], points.at(-1)];
  const line = pathOf(points);
  return {
    today: line,
    area: first && last ? `${line}L${last.x} ${HEIGHT}L${first.x} ${HEIGHT}Z` : '',
    before: pathOf(pointsOf(before, most)),
    now: last ?? null,
  };
}

/** Returns the difference between now and the same time of the week before, or null. Pure. */
export function differenceOf(today: Samples, before: Samples): number | null {
  const at = today.findLastIndex((count) => count !== null);
  const [now, then] = [today[at], before[at]];
  return now == null || then == null ? null : now - then;
}
