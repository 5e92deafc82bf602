import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Connection } from '@doushouqi/service-kit/transport';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Cluster, startCluster } from './cluster.ts';
import { userOf } from './play.ts';

const CHUNK = 'x'.repeat(64 * 1024);
/** Far more than the kernel keeps for both ends of a connection. */
const MANY = 1_024;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ nodes: 1 });
});
afterAll(() => cluster.stop());

function target(transport: string, sid = ''): string {
  return `${cluster.nodes[0]!.url}/socket.io/?EIO=4&transport=${transport}${sid && `&sid=${sid}`}`;
}

/** What the node knows of the connection with this id. */
function connectionOf(sid: string): Connection {
  const { clients } = cluster.nodes[0]!.io.engine as unknown as { clients: Record<string, Connection> };
  return clients[sid]!;
}

/** Sends chunk after chunk, as many as the connection lives for; resolves to how many these were. */
async function sendMany(connection: Connection, many = MANY): Promise<number> {
  for (let sent = 0; sent < many; sent += 1) {
    if (connection.readyState !== 'open') return sent;
    connection.send(CHUNK);
    await new Promise(setImmediate);
  }
  return many;
}

async function cutsFor(reason: string): Promise<number> {
  const text = await (await fetch(`${cluster.nodes[0]!.url}/metrics`)).text();
  const [, count = '0'] =
    new RegExp(`^realtime_connections_cut_total\\{.*"${reason}".*\\} (\\d+)$`, 'm').exec(text) ?? [];
  return Number(count);
}

async function dial(): Promise<[WebSocket, Connection]> {
  const websocket = new WebSocket(target('websocket').replace('http', 'ws'));
  const [open] = await once(websocket, 'message');
  websocket.on('error', () => undefined);
  return [websocket, connectionOf(JSON.parse(String(open).slice(1)).sid)];
}

async function dialByPolls(): Promise<[string, Connection]> {
  const { sid } = JSON.parse((await (await fetch(target('polling'))).text()).slice(1));
  return [sid, connectionOf(sid)];
}

test('a websocket that does not read is cut off, and what waited for it is gone', async () => {
  const [websocket, connection] = await dial();
  const before = await cutsFor('BACKLOG');
  websocket.pause();
  expect(await sendMany(connection)).toBeLessThan(MANY);
  expect(connection.readyState).toBe('closed');
  expect(await cutsFor('BACKLOG')).toBe(before + 1);
  websocket.terminate();
});

test('one that reads, at its own pace, may get any amount', async () => {
  const [websocket, connection] = await dial();
  let got = 0;
  websocket.on('message', (data: Buffer) => {
    got += data.length - 1;
  });
  for (let round = 0; round < 16; round += 1) {
    expect(await sendMany(connection, 12)).toBe(12);
    await expect.poll(() => got).toBe((round + 1) * 12 * CHUNK.length);
  }
  expect(connection.readyState).toBe('open');
  websocket.close();
});

test('one message may be larger than all that may wait', async () => {
  const client = await cluster.connect(0, userOf(1));
  const big = 'x'.repeat(4 * 1024 * 1024);
  const received = new Promise((resolve) => client.io.engine.once('data', resolve));
  connectionOf(client.io.engine.id).send(`2["big","${big}"]`);
  expect(await received).toHaveLength(big.length + '2["big",""]'.length);
});

test('closes a polling connection that the client does not poll', async () => {
  const [, connection] = await dialByPolls();
  expect(await sendMany(connection, 40)).toBeLessThan(20);
  expect(connection.readyState).toBe('closed');
});

test('one that polls without taking the answers is cut off, and the answers are gone', async () => {
  const [sid, connection] = await dialByPolls();
  const answer = new Promise<IncomingMessage>((resolve) => get(target('polling', sid), resolve));
  await expect.poll(() => connection.transport.writable).toBe(true);
  connection.send('x'.repeat(64 * 1024 * 1024));
  const response = await answer;
  expect(await sendMany(connection, 2)).toBe(1);
  expect(connection.readyState).toBe('closed');
  response.resume();
  await expect(once(response, 'end')).rejects.toThrow('aborted');
});
