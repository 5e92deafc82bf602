import { expect, it } from 'vitest';
import { signed } from '../../ui/format.ts';
import { changeOnBar, progressOf } from './progress.ts';

it('places a rating on its level', () => {
  expect(progressOf(1624)).toEqual({ order: 14, from: 1580, to: 1640, share: expect.closeTo(44 / 60) });
  expect(progressOf(1580).share).toBe(0);
});

it('stays within the bar below the first level and on the last one', () => {
  expect(progressOf(500)).toEqual({ order: 1, from: 800, to: 860, share: 0 });
  expect(progressOf(2500)).toMatchObject({ order: 24, from: 2180, to: null, share: 1 });
});

it('shows a gain as far as it lies on the new level', () => {
  const within = changeOnBar(1612, 1624);
  expect(within.common.to).toBeCloseTo(32 / 60);
  expect(within.gained).toEqual({ from: within.common.to, to: expect.closeTo(44 / 60) });
  expect(within.lost.from).toBe(within.lost.to);
  expect(changeOnBar(1632, 1644)).toMatchObject({
    common: { to: 0 },
    gained: { from: 0, to: expect.closeTo(4 / 60) },
  });
});

it('shows a loss, up to the end of the new level', () => {
  const fallen = changeOnBar(1644, 1632);
  expect(fallen.common.to).toBeCloseTo(52 / 60);
  expect(fallen.gained.from).toBe(fallen.gained.to);
  expect(fallen.lost).toEqual({ from: expect.closeTo(52 / 60), to: 1 });
});

it('shows changes with their sign', () => {
  expect([12, 0, -8].map(signed)).toEqual(['+12', '±0', '−8']);
});
