import { expect, test } from 'vitest';
import { correlation, quantile } from './figures.ts';
import { METHODS, World } from './world.ts';

test('pairs closer opponents than first come, first served, with ratings that match true strengths', () => {
  const [byRating, inOrder] = Object.values(METHODS).map((method) => {
    const world = new World(300, method, 7);
    world.run(300 * 20, 10);
    const { waits, distances } = world.run(600, 10);
    expect(waits).toHaveLength(2 * distances.length);
    return { correlation: correlation(world.players), distance: quantile(distances, 0.5) };
  });
  expect(byRating!.correlation).toBeGreaterThan(0.8);
  expect(byRating!.distance).toBeLessThan(inOrder!.distance / 2);
});
