import {
  FakeApiServer,
  type SlicePod,
  sliceOf,
  writeKubeconfig,
} from '@doushouqi/service-kit/testing/kubernetes';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NodePool, RealtimeNode } from '../src/node-pool.ts';
import { startGateway, startNode, type TestGateway, type TestNode } from './fixtures.ts';

const closing: (() => unknown)[] = [];

/** The nodes as slices: one for each, since a slice has one port for all its pods, and here they share an address. */
function announce(server: FakeApiServer, { id, url }: RealtimeNode, state: Partial<SlicePod> = {}): void {
  const { hostname, port } = new URL(url);
  server.apply(sliceOf(`of-${id}`, [{ name: id, address: hostname, ...state }], { port: Number(port) }));
}

/** What each source of the realtime nodes has to do. `environment` names these nodes. */
describe.each([
  [
    'a list',
    async (nodes: RealtimeNode[]) => ({
      REALTIME_NODES: nodes.map(({ id, url }) => `${id}=${url}`).join(','),
    }),
  ],
  [
    'the pods of a service',
    async (nodes: RealtimeNode[]) => {
      const server = new FakeApiServer();
      await server.start();
      for (const node of nodes) announce(server, node);
      const kubeconfig = await writeKubeconfig(server.url, 'token');
      closing.push(
        () => server.stop(),
        () => kubeconfig.remove(),
      );
      return { REALTIME_NODES: '', REALTIME_SERVICE: 'games/realtime:http', KUBECONFIG: kubeconfig.path };
    },
  ],
])('nodes from %s', (_name, environment) => {
  let nodes: TestNode[];
  let pool: NodePool;

  beforeEach(async () => {
    nodes = await Promise.all(['rt-a', 'rt-b'].map((id) => startNode(id)));
    const gateway = await startGateway({ env: await environment(nodes) });
    closing.push(() => gateway.stop(), ...nodes.map((node) => () => node.kill()));
    pool = gateway.context.pool;
  });

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it('are found by id, probed and chosen in turn', async () => {
    expect(nodes.map(({ id }) => pool.find(id))).toEqual(nodes.map(({ id, url }) => ({ id, url })));
    expect(pool.find('rt-c')).toBeUndefined();
    expect(pool.snapshot().map(({ id, health }) => [id, health])).toEqual([
      ['rt-a', 'ready'],
      ['rt-b', 'ready'],
    ]);
    const chosen = [await pool.choose(null), await pool.choose(null)].map((choice) => choice?.node.id);
    expect(chosen.toSorted()).toEqual(['rt-a', 'rt-b']);
  });

  it('a node that reports its stop gets no sessions, even long after the last probe', async () => {
    nodes[0]!.drain();
    const chosen = await Promise.all([pool.choose(null), pool.choose(null)]);
    expect(chosen.map((choice) => choice?.node.id)).toEqual(['rt-b', 'rt-b']);
  });

  it('a dead node stays in the list, because it may return', async () => {
    await nodes[0]!.kill();
    await expect.poll(() => pool.snapshot().map(({ health }) => health)).toContain('down');
    expect(pool.find('rt-a')).toBeDefined();
    expect((await pool.choose(null))?.node.id).toBe('rt-b');
  });
});

describe('a gateway with a watch', () => {
  let server: FakeApiServer;
  let nodes: TestNode[];
  let kubeconfig: Awaited<ReturnType<typeof writeKubeconfig>>;
  let gateway: TestGateway;
  const clients: Socket[] = [];

  beforeEach(async () => {
    server = new FakeApiServer();
    await server.start();
    nodes = await Promise.all(['rt-a', 'rt-b'].map((id) => startNode(id)));
    announce(server, nodes[0]!);
    kubeconfig = await writeKubeconfig(server.url, 'token');
    const env = { REALTIME_NODES: '', REALTIME_SERVICE: 'games/realtime:http', KUBECONFIG: kubeconfig.path };
    gateway = await startGateway({ env });
  });

  afterEach(async () => {
    for (const client of clients.splice(0)) client.disconnect();
    await gateway.stop();
    await Promise.all([server.stop(), kubeconfig.remove()]);
    await Promise.all(nodes.map((node) => node.kill()));
  });

  async function connected(transports: string[]): Promise<Socket> {
    const client = io(gateway.url, { forceNew: true, transports, reconnection: false });
    clients.push(client);
    await new Promise<void>((resolve, reject) => {
      client.once('connect', resolve);
      client.once('connect_error', reject);
    });
    return client;
  }
  function whoami(client: Socket): Promise<string> {
    return client.timeout(15_000).emitWithAck('whoami');
  }
  async function healthBecomes(id: string, health: string | undefined): Promise<void> {
    const now = () => gateway.context.pool.snapshot().find((node) => node.id === id)?.health;
    await expect.poll(now, { interval: 5 }).toBe(health);
  }

  it.each([['polling'], ['websocket']])(
    'by %s: a new node gets sessions, and a stopping one keeps its own',
    async (transport) => {
      const early = await connected([transport]);
      expect(await whoami(early)).toBe('rt-a');

      announce(server, nodes[1]!);
      await healthBecomes('rt-b', 'ready');
      expect(await whoami(await connected([transport]))).toBe('rt-b');

      announce(server, nodes[0]!, { terminating: true });
      await healthBecomes('rt-a', 'refusing');
      const late = await Promise.all(Array.from({ length: 4 }, () => connected([transport])));
      expect(await Promise.all(late.map(whoami))).toEqual(Array(4).fill('rt-b'));
      expect(await whoami(early)).toBe('rt-a');

      server.remove('games', 'of-rt-a');
      await healthBecomes('rt-a', undefined);
    },
  );

  it('continues with the last nodes while the API server is unavailable', async () => {
    await server.stop();
    expect(await whoami(await connected(['polling']))).toBe('rt-a');
    await server.start();
    announce(server, nodes[1]!);
    await healthBecomes('rt-b', 'ready');
    const figures = await gateway.context.metrics.kit.registry.metrics();
    const [, silence] = /^gateway_node_watch_silence_seconds\S* (\S+)$/m.exec(figures) ?? [];
    expect(Number(silence)).toBeLessThan(10);
  });

  it('skips a pod whose name is not a NODE_ID', async () => {
    announce(server, { id: 'rt.b', url: nodes[1]!.url });
    announce(server, nodes[1]!);
    await healthBecomes('rt-b', 'ready');
    expect(gateway.context.pool.snapshot().map(({ id }) => id)).toEqual(['rt-a', 'rt-b']);
  });
});
