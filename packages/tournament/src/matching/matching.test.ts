import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Graph } from './duals.ts';
import { perfectMatching } from './matching.ts';

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, k) => value !== b[k]);
  return at === -1 ? 0 : a[at]! - b[at]!;
}

function weightOf({ limbs, weights }: Graph, edge: number): number[] {
  return Array.from({ length: limbs }, (_, k) => weights[edge * limbs + k]!);
}

/** Tries every perfect matching. Returns the greatest weight, or null without one. */
function bestByTrying(graph: Graph, matched: ReadonlySet<number> = new Set()): number[] | null {
  const first = Array.from({ length: graph.size }, (_, v) => v).find((v) => !matched.has(v));
  if (first === undefined) return Array<number>(graph.limbs).fill(0);
  let best: number[] | null = null;
  for (let edge = 0; edge < graph.ends.length / 2; edge += 1) {
    const [a, b] = [graph.ends[2 * edge]!, graph.ends[2 * edge + 1]!];
    const other = a === first ? b : b === first ? a : null;
    if (other === null || matched.has(other)) continue;
    const rest = bestByTrying(graph, new Set([...matched, first, other]));
    if (rest === null) continue;
    const total = rest.map((value, k) => value + weightOf(graph, edge)[k]!);
    if (best === null || compare(total, best) > 0) best = total;
  }
  return best;
}

function totalOf(graph: Graph, mates: Int32Array): number[] {
  const total = Array<number>(graph.limbs).fill(0);
  for (let edge = 0; edge < graph.ends.length / 2; edge += 1) {
    if (mates[graph.ends[2 * edge]!] !== graph.ends[2 * edge + 1]) continue;
    for (const [k, value] of weightOf(graph, edge).entries()) total[k]! += value;
  }
  return total;
}

function graphs(half: number, limbs: number, greatest: number) {
  const size = 2 * half;
  const pairs = Array.from({ length: size }, (_, a) =>
    Array.from({ length: size - a - 1 }, (_, n) => [a, a + n + 1] as const),
  ).flat();
  const edge = fc.option(
    fc.array(fc.integer({ min: 0, max: greatest }), { minLength: limbs, maxLength: limbs }),
    {
      freq: 4,
    },
  );
  return fc.array(edge, { minLength: pairs.length, maxLength: pairs.length }).map((chosen): Graph => {
    const edges = chosen.flatMap((weight, n) => (weight === null ? [] : [{ weight, ends: pairs[n]! }]));
    return {
      size,
      limbs,
      ends: edges.flatMap(({ ends }) => [...ends]),
      weights: edges.flatMap(({ weight }) => weight),
    };
  });
}

test.each([
  [4, 1, 3],
  [4, 2, 2],
  [5, 1, 40],
  [5, 3, 1],
])('finds a matching as heavy as the best of all, of 2 × %i vertices', (half, limbs, greatest) => {
  fc.assert(
    fc.property(graphs(half, limbs, greatest), (graph) => {
      const mates = perfectMatching(graph)?.mates ?? null;
      const best = bestByTrying(graph);
      if (best === null) {
        expect(mates).toBeNull();
        return;
      }
      for (const [v, mate] of mates!.entries()) expect(mates![mate]).toBe(v);
      expect(totalOf(graph, mates!)).toEqual(best);
    }),
    { numRuns: 200 },
  );
});

test('has no perfect matching of an odd number of vertices', () => {
  expect(perfectMatching({ size: 3, limbs: 1, ends: [0, 1, 1, 2], weights: [1, 1] })).toBeNull();
});
