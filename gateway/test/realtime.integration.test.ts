import { once } from 'node:events';
import { GATEWAY_HEADERS, gatewayKeyOf } from '@doushouqi/service-kit';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  rawRequest,
  rawUpgrade,
  startGateway,
  startNode,
  type TestGateway,
  type TestNode,
} from './fixtures.ts';

const UNKNOWN = { code: 1, message: 'Session ID unknown' };
const POLLING = '/socket.io/?EIO=4&transport=polling';
const WEBSOCKET = '/socket.io/?EIO=4&transport=websocket';

let nodes: TestNode[];
let gateway: TestGateway;
const clients: Socket[] = [];

beforeEach(async () => {
  nodes = await Promise.all(['rt1', 'rt2'].map((id) => startNode(id)));
  gateway = await startGateway({ nodes, env: { DRAIN_MS: 50 } });
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  await gateway.stop();
  await Promise.all(nodes.map((node) => node.kill()));
});

function newClient(options: Partial<ManagerOptions & SocketOptions> = {}): Socket {
  const client = io(gateway.url, {
    forceNew: true,
    reconnectionDelay: 20,
    reconnectionDelayMax: 50,
    ...options,
  });
  clients.push(client);
  return client;
}

async function connected(options: Partial<ManagerOptions & SocketOptions> = {}): Promise<Socket> {
  const client = newClient(options);
  await new Promise<void>((resolve) => client.once('connect', resolve));
  return client;
}

function whoami(client: Socket): Promise<string> {
  return client.timeout(15_000).emitWithAck('whoami');
}
function loads() {
  return Object.fromEntries(gateway.context.pool.snapshot().map(({ id, connections }) => [id, connections]));
}
function nodeOf(id: string) {
  return nodes.find((node) => node.id === id)!;
}

describe('refusals', () => {
  it.each(['nonsense', 'rt9.abcdefghijkl', 'rt1.nosuchsession'])(
    'a poll of the unknown session %s gets the reply of engine.io',
    async (sid) => {
      const reply = await rawRequest(gateway.url, `${POLLING}&sid=${sid}`);
      expect([reply.status, JSON.parse(reply.body)]).toEqual([400, UNKNOWN]);
    },
  );

  it.each(['nonsense', 'rt9.abcdefghijkl', 'rt1.nosuchsession'])(
    'an upgrade of the unknown session %s is refused',
    async (sid) => {
      const { socket, status } = await rawUpgrade(gateway.url, `${WEBSOCKET}&sid=${sid}`);
      socket.destroy();
      expect(status).toBe(400);
    },
  );

  it('503 while no node accepts sessions', async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    const reply = await rawRequest(gateway.url, POLLING);
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([503, 'UNAVAILABLE']);
    const { socket, status } = await rawUpgrade(gateway.url, WEBSOCKET);
    socket.destroy();
    expect(status).toBe(503);
  });
});

describe.each([
  ['polling alone', { transports: ['polling'] }],
  ['websocket alone', { transports: ['websocket'] }],
  ['polling, then websocket', {}],
] as const)('by %s', (_name, { transports }: { transports?: readonly string[] }) => {
  const options = transports === undefined ? {} : { transports: [...transports] };

  it('every message of a session reaches its node', async () => {
    const client = await connected(options);
    const node = await whoami(client);
    for (let n = 0; n < 20; n += 1) expect(await whoami(client)).toBe(node);
    const others = nodes.filter(({ id }) => id !== node);
    for (const { requests } of others) expect(requests.filter((line) => line.includes('sid='))).toEqual([]);
  });

  it('distributes sessions evenly', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => connected(options)));
    const served = await Promise.all(all.map(whoami));
    expect(served.filter((id) => id === 'rt1')).toHaveLength(5);
    expect(loads()).toEqual({ rt1: 5, rt2: 5 });
  });

  it('all clients that name one room connect to one node, and to one other node after its death', async () => {
    const inRoom = { ...options, query: { room: 'A7K2MX' } };
    const all = await Promise.all(Array.from({ length: 6 }, () => connected(inRoom)));
    const [home, ...others] = await Promise.all(all.map(whoami));
    expect(new Set(others)).toEqual(new Set([home]));
    const again = all.map((client) => new Promise<void>((resolve) => client.once('connect', resolve)));
    await nodeOf(home!).kill();
    await Promise.all(again);
    expect(new Set(await Promise.all(all.map(whoami))).size).toBe(1);
  });

  it('a session whose node dies continues at the other node at once', async () => {
    const client = await connected(options);
    const first = await whoami(client);
    const lost = new Promise((resolve) => client.once('disconnect', resolve));
    const again = lost.then(() => new Promise<void>((resolve) => client.once('connect', resolve)));
    const killed = performance.now();
    await nodeOf(first).kill();
    await again;
    expect(performance.now() - killed).toBeLessThan(2_000);
    expect(await whoami(client)).not.toBe(first);
    expect(loads()[first]).toBe(0);
  });

  it('forwards a large message completely', async () => {
    const client = await connected(options);
    // Below the gateway's limit for one body: a poll is a body too.
    const text = '棋'.repeat(600);
    expect(await client.timeout(15_000).emitWithAck('echo', text)).toBe(text);
  });
});

describe('upgrades', () => {
  it('polling → websocket of one session stays at its node and is counted once', async () => {
    const client = newClient();
    const upgraded = new Promise<void>((resolve) => client.io.engine.once('upgrade', () => resolve()));
    await Promise.all([upgraded, new Promise<void>((resolve) => client.once('connect', resolve))]);
    const node = nodeOf(await whoami(client));
    expect(node.requests.some((line) => line.startsWith('UPGRADE') && line.includes(`sid=${node.id}.`))).toBe(
      true,
    );
    expect(Object.values(loads()).toSorted()).toEqual([0, 1]);
    client.disconnect();
    await expect.poll(() => Object.values(loads())).toEqual([0, 0]);
  });
});

describe('closing', () => {
  it('closes the node’s side when the client disappears', async () => {
    const { socket, status } = await rawUpgrade(gateway.url, WEBSOCKET);
    expect(status).toBe(101);
    await expect.poll(() => Object.values(loads()).toSorted()).toEqual([0, 1]);
    const node = nodes.find(({ io: server }) => server.engine.clientsCount === 1)!;
    const gone = new Promise<void>((resolve) => {
      for (const peer of Object.values(
        (node.io.engine as unknown as { clients: Record<string, NodeJS.EventEmitter> }).clients,
      )) {
        peer.once('close', () => resolve());
      }
    });
    socket.resetAndDestroy();
    await gone;
    await expect.poll(() => Object.values(loads())).toEqual([0, 0]);
  });

  it('stops counting a polling session whose client hung up during a poll', async () => {
    const handshake = await rawRequest(gateway.url, POLLING);
    const { sid } = JSON.parse(handshake.body.slice(1)) as { sid: string };
    const leaving = new AbortController();
    const poll = fetch(`${gateway.url}${POLLING}&sid=${sid}`, { signal: leaving.signal });
    const node = nodeOf(sid.split('.')[0]!);
    await expect.poll(() => node.requests.some((line) => line.includes(sid))).toBe(true);
    expect(loads()[node.id]).toBe(1);
    leaving.abort();
    await expect(poll).rejects.toThrow();
    await expect.poll(() => node.io.engine.clientsCount).toBe(0);
    await expect.poll(() => loads()[node.id]).toBe(0);
  });

  it('closes the client’s side when the node cuts the connection', async () => {
    const { socket } = await rawUpgrade(gateway.url, WEBSOCKET);
    const closed = once(socket, 'close');
    socket.on('error', () => undefined);
    socket.resume();
    await Promise.all(nodes.map((node) => node.kill()));
    await closed;
    await expect.poll(() => Object.values(loads())).toEqual([0, 0]);
  });
});

describe('many clients that connect and disconnect', () => {
  it('leave no sessions in the gateway or at the nodes', async () => {
    const endings = ['destroy', 'resetAndDestroy', 'end'] as const;
    await Promise.all(
      Array.from({ length: 150 }, async (_, n) => {
        const { socket, status } = await rawUpgrade(gateway.url, WEBSOCKET);
        expect(status).toBe(101);
        socket[endings[n % 3]!]();
      }),
    );
    await Promise.all(Array.from({ length: 20 }, () => connected({ transports: ['polling'] })));
    for (const client of clients.splice(0)) client.disconnect();
    const served = () => nodes.map(({ io: server }) => server.engine.clientsCount);
    await expect.poll(served).toEqual([0, 0]);
    // A polling session ends inside a body, which the gateway does not read: only silence ends it there (see
    // Sessions).
    await expect.poll(() => Object.values(loads())).toEqual([10, 10]);
  });
});

describe('choosing a node', () => {
  it('gives a draining node no new sessions, but keeps its old ones', async () => {
    const old = await connected({ transports: ['polling'] });
    const draining = nodeOf(await whoami(old));
    draining.drain();
    const health = () => gateway.context.pool.snapshot().find(({ id }) => id === draining.id)?.health;
    await expect.poll(health).toBe('refusing');
    const fresh = await Promise.all(
      Array.from({ length: 4 }, () => connected({ transports: ['websocket'] })),
    );
    for (const client of fresh) expect(await whoami(client)).not.toBe(draining.id);
    expect(await whoami(old)).toBe(draining.id);
  });

  it('detects a node that has returned', async () => {
    const { port } = new URL(nodes[0]!.url);
    await nodes[0]!.kill();
    expect(await whoami(await connected())).toBe('rt2');
    nodes[0] = await startNode('rt1', Number(port));
    const health = () => gateway.context.pool.snapshot().find(({ id }) => id === 'rt1')?.health;
    await expect.poll(health).toBe('ready');
    expect(await whoami(await connected())).toBe('rt1');
  });
});

describe('after a time without a living node', () => {
  it('the first session after a node has started is accepted', async () => {
    const { port } = new URL(nodes[0]!.url);
    await Promise.all(nodes.map((node) => node.kill()));
    // Found dead twice, so the next scheduled probe is at least a second away.
    for (let n = 0; n < 2; n += 1) expect((await rawRequest(gateway.url, POLLING)).status).toBe(503);
    nodes[0] = await startNode('rt1', Number(port));
    expect((await rawRequest(gateway.url, POLLING)).status).toBe(200);
  });
});

describe('shutdown', () => {
  it('cuts the remaining websockets at the deadline', async () => {
    const client = await connected({ transports: ['websocket'], reconnection: false });
    const cut = new Promise((resolve) => client.once('disconnect', resolve));
    await gateway.stop();
    await cut;
    await expect.poll(() => Object.values(loads())).toEqual([0, 0]);
    // Both sides are cut, not the client’s alone.
    await expect.poll(() => nodes.map(({ io: server }) => server.engine.clientsCount)).toEqual([0, 0]);
  });

  it('shows the nodes the token whose key it stated, whatever the client claims', async () => {
    const node = await startNode('rt9');
    const other = await startGateway({ nodes: [node], env: { DRAIN_MS: 1_000 } });
    const client = io(other.url, {
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { [GATEWAY_HEADERS.name]: 'mine', [GATEWAY_HEADERS.key]: gatewayKeyOf('mine') },
    });
    await new Promise<void>((resolve) => client.once('connect', resolve));
    await other.stop();
    const [upgrade, going] = node.headers;
    const token = String(going?.[GATEWAY_HEADERS.token]);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(upgrade?.[GATEWAY_HEADERS.key]).toBe(gatewayKeyOf(token));
    expect(upgrade?.[GATEWAY_HEADERS.name]).not.toBe('mine');
    await node.kill();
  });

  it('stops at once without connections', async () => {
    const patient = await gateway.another({ env: { DRAIN_MS: 8_000 } });
    const begun = performance.now();
    await patient.stop();
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
