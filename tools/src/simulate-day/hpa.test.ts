import { expect, test } from 'vitest';
import { INITIAL_HPA, scale } from './hpa.ts';

const BOUNDS = { target: 100, min: 2, max: 10 };

test.each([
  ['stays within a tolerance of a tenth', 2, 215, 2],
  ['adds the nodes that the sessions need', 2, 350, 4],
  ['at most doubles the nodes', 2, 900, 4],
  ['does not exceed the maximum', 8, 5_000, 10],
])('%s', (_, nodes, sessions, expected) => {
  expect(scale(INITIAL_HPA, nodes, sessions, 0, BOUNDS).nodes).toBe(expected);
});

test('removes one node after 15 minutes of lower load, and the next one 5 minutes later', () => {
  let state = scale(INITIAL_HPA, 4, 400, 0, BOUNDS).state;
  const removals: number[] = [];
  let nodes = 4;
  for (let now = 15; now <= 1_800; now += 15) {
    const next = scale(state, nodes, 50, now, BOUNDS);
    if (next.nodes < nodes) removals.push(now);
    ({ nodes, state } = next);
  }
  expect([removals, nodes]).toEqual([[900, 1_200], 2]);
});
