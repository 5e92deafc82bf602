import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Client, type Cluster, startCluster } from './cluster.ts';
import { joinRoom, userOf } from './play.ts';

/** A connection may send 3 × 2 × this many packets at once. */
const BURST = 20;
let cluster: Cluster;
let bystander: Client;
/** The node's clock, which the tests stop during a flood. */
let now = Date.now();
beforeAll(async () => {
  cluster = await startCluster({
    nodes: 1,
    messages: { perSecond: 5, burst: BURST },
    now: () => now,
  });
  bystander = await cluster.connect(0, userOf(1));
});
afterAll(() => cluster.stop());

let addresses = 0;
/** Returns an address without earlier traffic. */
function freshAddress(): string {
  addresses += 1;
  return `203.0.113.${addresses}`;
}

/** Opens a websocket without Socket.IO. Resolves when the node has opened its connection. */
async function dial(address = freshAddress()): Promise<WebSocket> {
  const url = `${cluster.nodes[0]!.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const websocket = new WebSocket(url, { headers: { 'x-forwarded-for': address } });
  websocket.on('error', () => undefined);
  await once(websocket, 'message');
  return websocket;
}

async function connected(userId: string, address?: string): Promise<WebSocket> {
  const websocket = await dial(address);
  websocket.send(`40${JSON.stringify({ token: cluster.tokenOf(userId) })}`);
  const [answer] = await once(websocket, 'message');
  expect(String(answer)).toMatch(/^40/);
  return websocket;
}

async function disconnectReasons(): Promise<Record<string, number>> {
  const text = await (await fetch(`${cluster.nodes[0]!.url}/metrics`)).text();
  const lines = text.matchAll(/^realtime_connections_cut_total\{.*reason="(\w+)".*\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, reason, count]) => [reason, Number(count)]));
}

async function expectCut(websocket: WebSocket, reason: string, act: () => void): Promise<void> {
  // The limits of the bystander refill.
  now += 1_000;
  const before = await disconnectReasons();
  const closed = once(websocket, 'close', { signal: AbortSignal.timeout(30_000) });
  act();
  await closed;
  expect(await disconnectReasons()).toEqual({ ...before, [reason]: (before[reason] ?? 0) + 1 });
  expect(await joinRoom(bystander, 'no-such-room')).toMatchObject({ code: 'ROOM_NOT_FOUND' });
}

function repeat(times: number, act: (n: number) => void): void {
  for (let n = 0; n < times; n += 1) act(n);
}

describe('a connection without a login', () => {
  test.each([
    ['asks for another namespace', '40/x,{}'],
    ['sends an event to another namespace', '42/x,["move"]'],
    ['sends a binary event to another namespace', '451-/x,["move",{"_placeholder":true,"num":0}]'],
  ])('is closed when it %s', async (_, packet) => {
    const websocket = await dial();
    await expectCut(websocket, 'NAMESPACE', () => websocket.send(packet));
  });

  test('is closed when it connects a second time before the first reply', async () => {
    const websocket = await dial();
    await expectCut(websocket, 'CONNECTED_TWICE', () => repeat(2, () => websocket.send('40{"token":"x"}')));
  });

  test.each<[string, (websocket: WebSocket) => void]>([
    ['pongs', (websocket) => websocket.send('3')],
    ['pings of the websocket itself', (websocket) => websocket.ping()],
    ['pongs of the websocket itself', (websocket) => websocket.pong()],
  ])('is closed after a flood of %s', async (_, send) => {
    const websocket = await dial();
    repeat(6 * BURST - 5, () => send(websocket));
    const [pong] = await Promise.all([once(websocket, 'pong'), websocket.ping()]);
    expect(pong).toBeDefined();
    await expectCut(websocket, 'FLOOD', () => repeat(20, () => send(websocket)));
  });

  test('is closed when it exceeds the byte limit with few packets', async () => {
    const websocket = await dial();
    await expectCut(websocket, 'FLOOD', () => repeat(5, () => websocket.send(`3${'x'.repeat(16_000)}`)));
  });

  test('is closed after a flood of probes during the upgrade to a websocket', async () => {
    const address = freshAddress();
    const headers = { 'x-forwarded-for': address };
    const url = `${cluster.nodes[0]!.url}/socket.io/?EIO=4&transport=polling`;
    const { sid } = JSON.parse((await (await fetch(url, { headers })).text()).slice(1));
    const target = `${cluster.nodes[0]!.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&sid=${sid}`;
    const websocket = new WebSocket(target, { headers });
    websocket.on('error', () => undefined);
    await once(websocket, 'open');
    await expectCut(websocket, 'FLOOD', () => repeat(6 * BURST + 5, () => websocket.send('2probe')));
  });
});

describe('polling', () => {
  const poll = async (sid: string, body?: string, address = freshAddress()): Promise<Response> =>
    fetch(`${cluster.nodes[0]!.url}/socket.io/?EIO=4&transport=polling${sid && `&sid=${sid}`}`, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      headers: { 'x-forwarded-for': address },
    });

  test.each([
    ['packets in one request', 'FLOOD', Array(1_900).fill('3').join('\x1e')],
    ['requests for another namespace', 'NAMESPACE', Array(1_900).fill('40/x,{}').join('\x1e')],
  ])('closes the connection after a flood of %s', async (_, reason, body) => {
    const { sid } = JSON.parse((await (await poll('')).text()).slice(1));
    const before = await disconnectReasons();
    await poll(sid, body).catch(() => undefined);
    expect((await poll(sid, '3')).status).toBe(400);
    expect(await disconnectReasons()).toEqual({ ...before, [reason]: (before[reason] ?? 0) + 1 });
  });

  test('continues for a client within the limits', async () => {
    const client = await cluster.connect(0, userOf(3), { transports: ['polling'] });
    repeat(5, () => client.emit('watchLobby', { on: true }));
    expect(await joinRoom(client, 'no-such-room')).toMatchObject({ code: 'ROOM_NOT_FOUND' });
  });
});

describe('a connection of a user', () => {
  test('is closed after a flood of unrequested acknowledgements', async () => {
    const websocket = await connected(userOf(2));
    await expectCut(websocket, 'FLOOD', () => repeat(6 * BURST + 5, () => websocket.send('431[]')));
  });

  test('is closed when it leaves its namespace', async () => {
    const websocket = await connected(userOf(2));
    const closed = once(websocket, 'close', { signal: AbortSignal.timeout(30_000) });
    websocket.send('41');
    await closed;
  });
});

test('logs twenty simultaneous disconnects as one line', async () => {
  const lines = (): number => cluster.nodes[0]!.logged.filter(({ reason }) => reason === 'NAMESPACE').length;
  now += 60_000;
  const before = lines();
  const others = await Promise.all(Array.from({ length: 20 }, () => dial()));
  const closed = others.map((websocket) => once(websocket, 'close'));
  for (const websocket of others) websocket.send('40/x,{}');
  await Promise.all(closed);
  expect(lines()).toBe(before + 1);
});
