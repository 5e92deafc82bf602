import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Cluster, startCluster } from './cluster.ts';

const LIMIT = 3;
const POLLING = '/socket.io/?EIO=4&transport=polling';
let cluster: Cluster;
const websockets: WebSocket[] = [];
beforeAll(async () => {
  cluster = await startCluster({ nodes: 1, connectionsPerAddress: LIMIT });
});
afterEach(async () => {
  for (const websocket of websockets.splice(0)) websocket.terminate();
});
afterAll(() => cluster.stop());

let addresses = 0;
/** A prefix of an IPv6 /64 from which nobody has come yet. */
function freshNetwork(): string {
  addresses += 1;
  return `2001:db8:0:${addresses}`;
}

/** 'open' or 'refused'. */
async function dial(address: string): Promise<string> {
  const url = `${cluster.nodes[0]!.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const websocket = new WebSocket(url, { headers: { 'x-forwarded-for': address } });
  websockets.push(websocket);
  const refused = once(websocket, 'error').then(() => 'refused');
  return Promise.race([once(websocket, 'message').then(() => 'open'), refused]);
}
function poll(address: string, path = POLLING): Promise<Response> {
  return fetch(`${cluster.nodes[0]!.url}${path}`, { headers: { 'x-forwarded-for': address } });
}
async function refusals(): Promise<number> {
  const text = await (await fetch(`${cluster.nodes[0]!.url}/metrics`)).text();
  return Number(/cut_total\{.*reason="ADDRESS_CONNECTIONS".*\} (\d+)/.exec(text)?.[1] ?? 0);
}

test('an IPv6 /64 has so many connections, by whatever transport; others are not the worse for it', async () => {
  const [network, before] = [freshNetwork(), await refusals()];
  const opened = [
    await dial(`${network}::1`),
    await dial(`${network}::2`),
    (await poll(`${network}::3`)).status,
  ];
  expect(opened).toEqual(['open', 'open', 200]);
  expect(await dial(`${network}::4`)).toBe('refused');
  const answer = await poll(`${network}::5`);
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    429,
    '10',
    { code: 'TOO_MANY_CONNECTIONS', message: '同一网络的连接太多，请稍后再试' },
  ]);
  expect(await dial(`${freshNetwork()}::1`)).toBe('open');
  expect(await refusals()).toBe(before + 2);
  const lines = cluster.nodes[0]!.logged.filter(({ reason }) => reason === 'ADDRESS_CONNECTIONS');
  expect(lines).toMatchObject([{ address: network }]);
});

test('a connection that ends makes room for another', async () => {
  const network = freshNetwork();
  for (let n = 0; n < LIMIT; n += 1) expect(await dial(`${network}::1`)).toBe('open');
  websockets[0]!.terminate();
  await expect.poll(() => dial(`${network}::1`)).toBe('open');
  expect(await dial(`${network}::1`)).toBe('refused');
});

test('a handshake that comes to nothing holds nothing', async () => {
  const network = freshNetwork();
  for (let n = 0; n < 2 * LIMIT; n += 1) {
    const answer = await poll(`${network}::1`, '/socket.io/?EIO=4&transport=pigeon');
    await answer.body?.cancel();
    expect(answer.status).toBe(400);
  }
  expect(await dial(`${network}::1`)).toBe('open');
});
