import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Connection } from '@doushouqi/service-kit/transport';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Cluster, startCluster } from './cluster.ts';
import { userOf } from './play.ts';

const CHUNK = 'x'.repeat(64 * 1024);
/** Number of chunks, far more than the kernel buffers at both ends of a connection. */
const MANY = 1_024;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ nodes: 1 });
});
afterAll(() => cluster.stop());

function target(transport: string, sid = ''): string {
  return `${cluster.nodes[0]!.url}/socket.io/?EIO=4&transport=${transport}${sid && `&sid=${sid}`}`;
}

/** Returns the node's connection with this id. */
function connectionOf(sid: string): Connection {
  const { clients } = cluster.nodes[0]!.io.engine as unknown as { clients: Record<string, Connection> };
  return clients[sid]!;
}

/** Sends chunks until the connection closes or `many` are sent. Resolves to the number of chunks sent. */
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

test('disconnects a websocket that does not read, and frees its backlog', async () => {
  const [websocket, connection] = await dial();
  const before = await cutsFor('BACKLOG');
  websocket.pause();
  expect(await sendMany(connection)).toBeLessThan(MANY);
  expect(connection.readyState).toBe('closed');
  expect(await cutsFor('BACKLOG')).toBe(before + 1);
  websocket.terminate();
});

test('sends any amount to a websocket that reads at its own pace', async () => {
  const [websocket, connection] = await dial();
  let got = 0;
  websocket.on('message', (data: Buffer) => {
    got += data.length - 1;
  });
  // In less than the 10 s after which a connection without a user is closed.
  for (let round = 0; round < 6; round += 1) {
    expect(await sendMany(connection, 12)).toBe(12);
    await expect.poll(() => got).toBe((round + 1) * 12 * CHUNK.length);
  }
  expect(connection.readyState).toBe('open');
  websocket.close();
});

test('accepts a single message that is larger than the backlog limit', async () => {
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

test('disconnects a client that polls but does not take the replies, and frees them', async () => {
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
