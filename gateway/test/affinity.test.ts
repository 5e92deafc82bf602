import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { affinityOf, type Candidate, chooseNode, type NodeHealth, probeDelay } from '../src/affinity.ts';

function target(query: string) {
  return `/socket.io/?EIO=4&transport=polling${query}`;
}
function node(id: string, health: NodeHealth, connections = 0, lastChosen = 0): Candidate {
  return {
    id,
    health,
    connections,
    lastChosen,
  };
}

describe('affinityOf', () => {
  it('knows a new session', () => {
    expect(affinityOf(target(''))).toEqual({ kind: 'new' });
    expect(affinityOf('/socket.io/')).toEqual({ kind: 'new' });
  });

  it('reads the node out of the id', () => {
    expect(affinityOf(target('&sid=rt-2.abcDEF_-12345'))).toEqual({
      kind: 'session',
      sid: 'rt-2.abcDEF_-12345',
      nodeId: 'rt-2',
    });
  });

  it.each([
    '',
    'abcdefghij',
    '.abcdefghij',
    'rt 1.abcdefghij',
    'rt1.short',
    'rt1.a.b',
    `rt1.${'a'.repeat(65)}`,
    'rt1.abcdefgh%0d',
  ])('refuses the id "%s"', (sid) => {
    expect(affinityOf(target(`&sid=${sid}`))).toEqual({ kind: 'malformed' });
  });

  it('refuses two ids, which a node might read the other way round', () => {
    expect(affinityOf(target('&sid=rt1.abcdefgh&sid=rt2.abcdefgh'))).toEqual({ kind: 'malformed' });
  });
});

describe('chooseNode', () => {
  it.each([
    ['the one with the fewest connections', [node('a', 'ready', 3), node('b', 'ready', 2)], 'b'],
    ['on a tie the one chosen longest ago', [node('a', 'ready', 1, 8), node('b', 'ready', 1, 7)], 'b'],
    ['a ready one before one not probed yet', [node('a', 'unknown', 0), node('b', 'ready', 9)], 'b'],
    ['one not probed yet when nothing better is there', [node('a', 'unknown'), node('b', 'down')], 'a'],
    ['none that drains', [node('a', 'refusing'), node('b', 'ready', 99)], 'b'],
    ['nobody when all are away', [node('a', 'refusing'), node('b', 'down')], undefined],
    ['nobody without nodes', [], undefined],
  ])('takes %s', (_case, candidates, expected) => {
    expect(chooseNode(candidates, new Set())).toBe(expected);
  });

  it('never takes one that just refused', () => {
    expect(chooseNode([node('a', 'ready', 0), node('b', 'ready', 9)], new Set(['a']))).toBe('b');
  });

  it('spreads sessions evenly, whatever the loads were', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 100, max: 200 }),
        (loads, sessions) => {
          const nodes = loads.map((load, index) => node(String(index), 'ready', load));
          for (let n = 1; n <= sessions; n += 1) {
            const chosen = nodes.find(({ id }) => id === chooseNode(nodes, new Set()))!;
            chosen.connections += 1;
            chosen.lastChosen = n;
          }
          const counts = nodes.map(({ connections }) => connections);
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('probeDelay', () => {
  it.each([
    [0, 1_000],
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
    [50, 4_000],
  ])('after %i failures: %i ms', (failures, delay) => {
    expect(probeDelay(failures)).toBe(delay);
  });
});
