import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type NodeDirectory, NodePool, type RealtimeNode } from '../src/node-pool.ts';
import { startNode, type TestNode } from './fixtures.ts';

export interface OpenedDirectory {
  directory: NodeDirectory;
  close(): Promise<void>;
}

/** What every directory of realtime nodes has to do; `open` makes one of these nodes. */
export function itIsANodeDirectory(
  name: string,
  open: (nodes: RealtimeNode[]) => Promise<OpenedDirectory>,
): void {
  describe(`the node directory: ${name}`, () => {
    let nodes: TestNode[];
    let opened: OpenedDirectory;
    let pool: NodePool;

    beforeEach(async () => {
      nodes = await Promise.all(['rt-a', 'rt-b'].map((id) => startNode(id)));
      opened = await open(nodes.map(({ id, url }) => ({ id, url })));
      pool = new NodePool({ directory: opened.directory, sessionsPerNode: 0 });
      await pool.start();
    });

    afterEach(async () => {
      pool.stop();
      await opened.close();
      await Promise.all(nodes.map((node) => node.kill()));
    });

    it('lists each node once, by its id and base URL', () => {
      const listed = opened.directory.nodes().toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(listed).toEqual(nodes.map(({ id, url }) => ({ id, url })));
    });

    it('returns the same list until something changes', () => {
      expect(opened.directory.nodes()).toBe(opened.directory.nodes());
    });

    it('its nodes are probed and chosen in turn', async () => {
      expect(pool.find('rt-a')?.url).toBe(nodes[0]!.url);
      expect(pool.find('rt-c')).toBeUndefined();
      expect(pool.snapshot().map(({ health }) => health)).toEqual(['ready', 'ready']);
      const chosen = [await pool.choose(null), await pool.choose(null)].map((node) => node?.id);
      expect(chosen.toSorted()).toEqual(['rt-a', 'rt-b']);
    });

    it('a node that reports its stop gets no sessions, even long after the last probe', async () => {
      nodes[0]!.drain();
      const chosen = await Promise.all([pool.choose(null), pool.choose(null)]);
      expect(chosen.map((node) => node?.id)).toEqual(['rt-b', 'rt-b']);
    });

    it('a dead node stays in the list, because it may return', async () => {
      await nodes[0]!.kill();
      await expect.poll(() => pool.snapshot().map(({ health }) => health)).toContain('down');
      expect(pool.find('rt-a')).toBeDefined();
      expect((await pool.choose(null))?.id).toBe('rt-b');
    });
  });
}
