import { describe, expect, it } from 'vitest';
import { type GraphFrame, graphOf, startOf, summaryOf, visible } from './graph.ts';

const DAY = 86_400_000;
const NOW = new Date(2026, 10, 23, 12).getTime();
const FRAME: GraphFrame = { width: 200, height: 120, left: 20, right: 180, top: 10, bottom: 100 };

function ago(days: number, rating: number) {
  return { at: NOW - days * DAY, rating };
}
/** Returns the corners of a path. */
function corners(path: string): number[][] {
  return path
    .split(/[MLZ]/)
    .filter(Boolean)
    .map((corner) => corner.split(' ').map(Number));
}

describe('the visible part', () => {
  it('begins with the value before the period and ends with the current one', () => {
    const points = [ago(100, 1500), ago(50, 1540), ago(10, 1600)];
    expect(visible(points, NOW - 30 * DAY, NOW)).toEqual([ago(30, 1540), ago(10, 1600), ago(0, 1600)]);
  });

  it('begins with the first game without an earlier value', () => {
    expect(visible([ago(10, 1600)], NOW - 30 * DAY, NOW)).toEqual([ago(10, 1600), ago(0, 1600)]);
    expect(visible([], NOW - 30 * DAY, NOW)).toEqual([]);
  });

  it('spans at least a week when all is shown', () => {
    expect(startOf({ fast: [ago(1, 1500)], slow: [] }, null, NOW)).toBe(NOW - 7 * DAY);
    expect(startOf({ fast: [ago(1, 1500)], slow: [ago(40, 1500)] }, null, NOW)).toBe(NOW - 40 * DAY);
    expect(startOf({ fast: [], slow: [] }, 90, NOW)).toBe(NOW - 90 * DAY);
  });
});

describe('the graph', () => {
  const histories = { fast: [ago(60, 1500), ago(30, 1640), ago(15, 1610)], slow: [ago(45, 1440)] };

  it('is null without a visible value', () => {
    expect(graphOf({ fast: [], slow: [] }, 90, NOW, FRAME)).toBeNull();
  });

  it('keeps all lines inside the frame, the latest at the right edge', () => {
    const graph = graphOf(histories, 90, NOW, FRAME)!;
    for (const curve of [graph.curves.fast!, graph.curves.slow!]) {
      for (const [x, y] of corners(curve.line)) {
        expect(x).toBeGreaterThanOrEqual(FRAME.left);
        expect(x).toBeLessThanOrEqual(FRAME.right);
        expect(y).toBeGreaterThan(FRAME.top);
        expect(y).toBeLessThan(FRAME.bottom);
      }
      expect(curve.last.x).toBe(FRAME.right);
      expect(
        corners(curve.area)
          .slice(-2)
          .map(([, y]) => y),
      ).toEqual([FRAME.bottom, FRAME.bottom]);
    }
    expect(graph.curves.fast!.best).toMatchObject({
      rating: 1640,
      x: expect.closeTo(FRAME.left + (60 / 90) * 160, 0),
    });
  });

  it('has hundreds at the left and the first levels of animals between them', () => {
    const graph = graphOf(histories, 90, NOW, FRAME)!;
    expect(graph.ratings.map(({ rating }) => rating)).toEqual([1400, 1500, 1600, 1700]);
    // 豹一阶 begins at 1520, 虎一阶 at 1700.
    expect(graph.levels.map(({ order }) => order)).toEqual([13, 16]);
    expect(graph.levels[0]!.y).toBeLessThan(graph.ratings[1]!.y);
  });

  it('has months for long spans, days for short ones', () => {
    const long = graphOf(histories, 90, NOW, FRAME)!;
    expect(long.timeUnit).toBe('month');
    expect(long.times.map(({ at }) => new Date(at).getMonth() + 1)).toEqual([9, 10, 11]);
    const short = graphOf(histories, 30, NOW, FRAME)!;
    expect(short.timeUnit).toBe('day');
    expect(short.times.length).toBeLessThanOrEqual(6);
    expect(short.times.length).toBeGreaterThan(3);
  });

  it('has few labels over many years', () => {
    const years = graphOf({ fast: [ago(3000, 1500)], slow: [] }, null, NOW, FRAME)!;
    expect(years.times.length).toBeLessThanOrEqual(6);
  });
});

it('summarizes a history in numbers', () => {
  const points = [ago(60, 1500), ago(30, 1640), ago(15, 1610)];
  expect(summaryOf(points, NOW - 90 * DAY, NOW)).toEqual({
    first: 1500,
    last: 1610,
    best: 1640,
    least: 1500,
  });
  expect(summaryOf([], NOW - 90 * DAY, NOW)).toBeNull();
});
