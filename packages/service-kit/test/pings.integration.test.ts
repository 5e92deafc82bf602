import { on, once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Connection, groupPings } from '../src/transport/index.ts';

const NEVER_MS = 60_000;
/** Engine.io's packets. */
const [PING, PONG, NOOP] = ['2', '3', '6'];

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

interface Pinging {
  io: Server;
  url(transport: string, sid?: string): string;
}

/** Starts a server that pings after `ours`; engine.io's own interval is `theirs`. Milliseconds. */
async function startPinging(times: { ours: number; theirs?: number; timeout?: number }): Promise<Pinging> {
  const http: HttpServer = createServer();
  const io: Server = new Server(http, {
    pingInterval: times.theirs ?? NEVER_MS,
    pingTimeout: times.timeout ?? NEVER_MS,
  });
  groupPings(io, { interval: times.ours });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  opened.push(() => io.close());
  const { port } = http.address() as AddressInfo;
  return {
    io,
    url: (transport, sid) =>
      `http://127.0.0.1:${port}/socket.io/?EIO=4&transport=${transport}${sid === undefined ? '' : `&sid=${sid}`}`,
  };
}

/** A websocket that answers nothing by itself. */
class Peer {
  readonly websocket: WebSocket;
  /** All received messages, from the first packet on. */
  readonly #messages: AsyncIterator<unknown[]>;

  constructor({ url }: Pinging) {
    this.websocket = new WebSocket(url('websocket').replace('http', 'ws'));
    this.#messages = on(this.websocket, 'message');
  }

  async received(): Promise<string> {
    const { value } = await this.#messages.next();
    return String(value[0]);
  }
}

function opening({ io }: Pinging, onOpen: (connection: Connection) => void): void {
  io.engine.once('connection', onOpen);
}

test('pings a connection repeatedly while it answers, without pings by engine.io', async () => {
  const server = await startPinging({ ours: 200, theirs: 10 });
  let theirs = 0;
  opening(server, (connection) =>
    connection.on('packetCreate', ({ type }) => {
      if (type === 'ping') theirs += 1;
    }),
  );
  const peer = new Peer(server);
  expect(await peer.received()).toMatch(/^0/);
  for (let round = 0; round < 3; round += 1) {
    expect(await peer.received()).toBe(PING);
    peer.websocket.send(PONG);
  }
  expect(theirs).toBe(0);
});

test('closes a connection that does not answer', async () => {
  const server = await startPinging({ ours: 10, timeout: 10 });
  const reason = new Promise((resolve) => {
    opening(server, (connection) => connection.once('close', resolve));
  });
  const peer = new Peer(server);
  expect(await reason).toBe('ping timeout');
  peer.websocket.terminate();
});

test('with each ping another packet may restart the wait for the pong once', async () => {
  const server = await startPinging({ ours: 10 });
  let connection: Connection | undefined;
  opening(server, (its) => {
    connection = its;
  });
  const peer = new Peer(server);
  await peer.received();
  for (let round = 0; round < 2; round += 1) {
    expect(await peer.received()).toBe(PING);
    expect(connection).toMatchObject({ hasRefreshedPingTimeout: false });
    peer.websocket.send(NOOP);
    await once(connection!, 'packet');
    expect(connection).toMatchObject({ hasRefreshedPingTimeout: true });
    peer.websocket.send(PONG);
  }
});

test('pings a polling connection as well', async () => {
  const { url } = await startPinging({ ours: 10 });
  const { sid } = JSON.parse((await (await fetch(url('polling'))).text()).slice(1)) as { sid: string };
  expect(await (await fetch(url('polling', sid))).text()).toBe(PING);
});
