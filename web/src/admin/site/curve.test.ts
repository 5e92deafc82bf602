import { expect, it, test } from 'vitest';
import { differenceOf, drawCurve, HEIGHT, WIDTH } from './curve.ts';

test('both days have one scale, and the drawing ends at the last sample', () => {
  const { today, area, before, now } = drawCurve([0, 5, null], [null, 10, 0]);
  expect(today).toBe(`M0 ${HEIGHT}L${WIDTH / 2} 59`);
  expect(area).toBe(`${today}L${WIDTH / 2} ${HEIGHT}L0 ${HEIGHT}Z`);
  expect(before).toBe(`M${WIDTH / 2} 8L${WIDTH} ${HEIGHT}`);
  expect(now).toEqual({ x: WIDTH / 2, y: 59 });
});

it('draws nothing without samples, and a line at the bottom of a site without users', () => {
  expect(drawCurve([null, null], [null, null])).toEqual({ today: '', area: '', before: '', now: null });
  expect(drawCurve([0, 0], [0, 0]).today).toBe(`M0 ${HEIGHT}L${WIDTH} ${HEIGHT}`);
});

it('compares with the same time of the week before', () => {
  expect(differenceOf([3, 8, null], [1, 5, 9])).toBe(3);
  expect(differenceOf([3, 8, null], [1, null, 9])).toBeNull();
  expect(differenceOf([null], [1])).toBeNull();
});
