import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  affinityOf,
  type Candidate,
  type Choice,
  chooseNode,
  type NodeHealth,
  probeDelay,
} from './affinity.ts';

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
  it('reads a new session', () => {
    expect(affinityOf(target(''))).toEqual({ kind: 'new', room: null });
    expect(affinityOf('/socket.io/')).toEqual({ kind: 'new', room: null });
    expect(affinityOf(target('&room='))).toEqual({ kind: 'new', room: null });
  });

  it('reads the room of a new session, and only the node of an existing one', () => {
    expect(affinityOf(target('&room=A7K2MX'))).toEqual({ kind: 'new', room: 'A7K2MX' });
    expect(affinityOf(target(`&room=${'a'.repeat(5_000)}`))).toEqual({ kind: 'new', room: 'a'.repeat(64) });
    expect(affinityOf(target('&room=A7K2MX&sid=rt1.abcdefgh'))).toMatchObject({
      kind: 'session',
      nodeId: 'rt1',
    });
  });

  it('reads the node from the id', () => {
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

  it('refuses two ids, which a node might read in the other order', () => {
    expect(affinityOf(target('&sid=rt1.abcdefgh&sid=rt2.abcdefgh'))).toEqual({ kind: 'malformed' });
  });
});

const anywhere: Choice = { tried: new Set(), room: null, sessionsPerNode: 0 };

describe('chooseNode', () => {
  it.each([
    ['the one with the fewest connections', [node('a', 'ready', 3), node('b', 'ready', 2)], 'b'],
    ['on a tie the one chosen longest ago', [node('a', 'ready', 1, 8), node('b', 'ready', 1, 7)], 'b'],
    ['a ready one before one not probed yet', [node('a', 'unknown', 0), node('b', 'ready', 9)], 'b'],
    ['one not probed yet when nothing better is there', [node('a', 'unknown'), node('b', 'down')], 'a'],
    ['none that drains', [node('a', 'refusing'), node('b', 'ready', 99)], 'b'],
    ['no node when all are away', [node('a', 'refusing'), node('b', 'down')], undefined],
    ['no node without nodes', [], undefined],
  ])('chooses %s', (_case, candidates, expected) => {
    expect(chooseNode(candidates, anywhere)).toBe(expected);
  });

  it('never chooses a node that has just refused', () => {
    expect(
      chooseNode([node('a', 'ready', 0), node('b', 'ready', 9)], { ...anywhere, tried: new Set(['a']) }),
    ).toBe('b');
  });

  it('spreads sessions evenly, whatever the previous loads were', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 100, max: 200 }),
        (loads, sessions) => {
          const nodes = loads.map((load, index) => node(String(index), 'ready', load));
          for (let n = 1; n <= sessions; n += 1) {
            const chosen = nodes.find(({ id }) => id === chooseNode(nodes, anywhere))!;
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

describe('chooseNode for a room', () => {
  const IDS = ['rt1', 'rt2', 'rt3', 'rt4'];
  const ROOMS = Array.from({ length: 400 }, (_, index) => `room-${index}`);
  const ready = (ids: readonly string[]) => ids.map((id) => node(id, 'ready'));
  const homeOf = (room: string, nodes: readonly Candidate[]) => chooseNode(nodes, { ...anywhere, room });

  it('does not depend on the order of the nodes, or on their numbers of sessions within their share', () => {
    for (const room of ROOMS) {
      const loaded = IDS.map((id, index) => node(id, 'ready', 100 + index * 4, index)).reverse();
      expect(homeOf(room, loaded)).toBe(homeOf(room, ready(IDS)));
    }
  });

  it('distributes the rooms evenly', () => {
    const counts = Object.groupBy(ROOMS, (room) => homeOf(room, ready(IDS))!);
    for (const id of IDS) expect(counts[id]?.length).toBeGreaterThan(60);
  });

  it('a leaving node moves only its own rooms; an unreachable or draining node is skipped', () => {
    for (const room of ROOMS) {
      const home = homeOf(room, ready(IDS))!;
      const others = ready(IDS.filter((id) => id !== home));
      const next = homeOf(room, others);
      expect(chooseNode(ready(IDS), { ...anywhere, tried: new Set([home]), room })).toBe(next);
      expect(homeOf(room, [...others, node(home, 'refusing')])).toBe(next);
      expect(homeOf(room, others.filter(({ id }) => id !== 'rt1').concat(node(home, 'ready')))).toBe(home);
    }
  });

  it('chooses an unprobed node if there is no other', () => {
    expect(homeOf('a', [node('rt1', 'unknown'), node('rt2', 'down')])).toBe('rt1');
    for (const room of ROOMS)
      expect(homeOf(room, [node('rt1', 'unknown'), node('rt2', 'ready')])).toBe('rt2');
  });

  it('a client cannot overload a node by naming one room repeatedly', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { minLength: 2, maxLength: 5 }), fc.string(), (loads, room) => {
        const nodes = loads.map((load, index) => node(String(index), 'ready', load));
        for (let n = 0; n < 500; n += 1) nodes.find(({ id }) => id === homeOf(room, nodes))!.connections += 1;
        const mean = nodes.reduce((sum, { connections }) => sum + connections, 0) / nodes.length;
        const most = Math.max(mean * 1.25 + 17, ...loads);
        for (const { connections } of nodes) expect(connections).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('is undefined without nodes', () => {
    expect(homeOf('a', [])).toBeUndefined();
  });
});

describe('chooseNode with a number of sessions per node', () => {
  const IDS = ['rt3', 'rt1', 'rt2', 'rt4'];
  const choice = { ...anywhere, sessionsPerNode: 100 };
  const used = (nodes: readonly Candidate[]) =>
    nodes.filter(({ connections }) => connections > 0).map(({ id }) => id);

  it('opens one node after the other, and moves no room in between', () => {
    const nodes = IDS.map((id) => node(id, 'ready'));
    const open: number[] = [];
    for (let n = 0; n < 450; n += 1) {
      const room = n % 3 === 0 ? null : `room-${n}`;
      nodes.find(({ id }) => id === chooseNode(nodes, { ...choice, room }))!.connections += 1;
      open.push(used(nodes).length);
    }
    expect([0, 99, 149, 249, 349].map((n) => open[n])).toEqual([1, 1, 2, 3, 4]);
    expect(Math.max(...nodes.map(({ connections }) => connections))).toBeLessThan(200);
  });

  it('starts with the same node in every gateway', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(IDS, { minLength: 1 }), fc.string(), (ids, room) => {
        const nodes = ids.map((id) => node(id, 'ready'));
        expect(chooseNode(nodes, { ...choice, room })).toBe(ids.toSorted()[0]);
      }),
    );
  });

  it('chooses the next node when the first is absent, unreachable or draining', () => {
    const [rt1, rt2] = [node('rt1', 'ready', 50), node('rt2', 'ready', 0)];
    expect(chooseNode([rt1, rt2], choice)).toBe('rt1');
    expect(chooseNode([rt1, rt2], { ...choice, tried: new Set(['rt1']) })).toBe('rt2');
    expect(chooseNode([{ ...rt1, health: 'refusing' }, rt2], choice)).toBe('rt2');
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
