import { type NodeLoad, placeSession } from '@doushouqi/protocol/server';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coolerNodes, type ReliefInput, sessionsToMove } from './relief.ts';

function loads(...connections: number[]): NodeLoad[] {
  return connections.map((count, index) => ({ id: `n${index}`, connections: count }));
}

function input(nodes: NodeLoad[], changes: Partial<ReliefInput> = {}): ReliefInput {
  return {
    ...{ own: 'n0', nodes, draining: false, sessionsPerNode: 0, relieving: false, random: 1 },
    ...changes,
  };
}

const NODES = fc.array(fc.nat(5_000), { minLength: 1, maxLength: 10 }).map((counts) => loads(...counts));
const INPUT = fc.record({
  own: fc.constantFrom('n0', 'n1', 'n9', 'unknown'),
  nodes: NODES,
  draining: fc.boolean(),
  sessionsPerNode: fc.constantFrom(0, 100, 500),
  relieving: fc.boolean(),
  random: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe('a relief step', () => {
  test.each<[string, number, ReliefInput]>([
    ['moves 5 % to a new node', 50, input(loads(1_000, 1_000, 0))],
    ['moves 2.5 % at least', 25, input(loads(1_000, 1_000, 0), { random: 0 })],
    ['relieves the last of many nodes for a new one', 200, input(loads(4_000, ...Array(9).fill(4_000), 0))],
    ['does not go below the mean', 9, input(loads(209, 250, 141), { relieving: true })],
    ['does not start for a difference of 49 sessions', 0, input(loads(49, 0))],
    ['starts for a difference of 50 sessions', 3, input(loads(50, 0))],
    ['does not start for a difference under 40 % of the mean', 0, input(loads(1_190, 810))],
    ['continues until 20 % of the mean', 60, input(loads(1_190, 810), { relieving: true })],
    ['ends at 20 % of the mean', 0, input(loads(1_090, 910), { relieving: true })],
    ['moves nothing from a node below the mean', 0, input(loads(500, 1_000, 0))],
    ['moves nothing without another node', 0, input(loads(5_000))],
    ['moves nothing while a node drains', 0, input(loads(1_000, 0), { draining: true })],
    [
      'moves nothing to a node that the load does not need',
      0,
      input(loads(400, 0), { sessionsPerNode: 500 }),
    ],
  ])('%s', (_, count, given) => {
    expect(sessionsToMove(given)).toBe(count);
  });

  test('never goes below the mean, moves at most 5 %, and only with a cooler node', () => {
    fc.assert(
      fc.property(INPUT, (given) => {
        const count = sessionsToMove(given);
        if (count === 0) return;
        const own = given.nodes.find(({ id }) => id === given.own)!.connections;
        const mean = given.nodes.reduce((sum, { connections }) => sum + connections, 0) / given.nodes.length;
        expect(own - count).toBeGreaterThanOrEqual(mean);
        expect(count).toBeLessThanOrEqual(Math.ceil(own * 0.05));
        expect(coolerNodes(given.nodes, given.sessionsPerNode).size).toBeGreaterThan(0);
        expect(given.draining).toBe(false);
      }),
    );
  });
});

test('steps of all nodes converge within a minute, and then move nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 10 }), fc.integer({ min: 300, max: 2_000 }), (count, each) => {
      const rooms = new Map<string, string>(
        Array.from({ length: count * each }, (_, i) => [`room${i}`, `n${i % count}`] as const),
      );
      const nodes = loads(...Array(count).fill(each), 0);
      const relieving = new Set<string>();
      const step = (): number => {
        let moved = 0;
        for (const { id: own } of nodes) {
          const todo = sessionsToMove(input(nodes, { own, relieving: relieving.has(own), random: 0.5 }));
          const cooler = coolerNodes(nodes, 0);
          const movable = [...rooms].filter(([, at]) => at === own);
          let left = todo;
          for (const [room] of movable) {
            if (left === 0) break;
            const to = placeSession(nodes, { room, sessionsPerNode: 0 })!;
            if (to.id === own || !cooler.has(to.id)) continue;
            rooms.set(room, to.id);
            to.connections += 1;
            nodes.find(({ id }) => id === own)!.connections -= 1;
            left -= 1;
          }
          moved += todo - left;
          if (todo > left) relieving.add(own);
          else relieving.delete(own);
        }
        return moved;
      };
      for (let i = 0; i < 12; i += 1) step();
      const mean = (count * each) / (count + 1);
      expect(nodes.at(-1)!.connections).toBeGreaterThanOrEqual(mean / 2);
      for (let i = 0; i < 60; i += 1) step();
      expect(step()).toBe(0);
    }),
    { numRuns: 3 },
  );
});
