import { once } from 'node:events';
import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { SERVER_TIMEOUTS } from '../src/gateway.ts';
import {
  addressOf,
  rawRequest,
  rawUpgrade,
  startEcho,
  startGateway,
  startNode,
  type TestGateway,
} from './fixtures.ts';

const WEBSOCKET = '/socket.io/?EIO=4&transport=websocket';
const REFUSED = { code: 'TOO_MANY_CONNECTIONS', message: '同一网络的连接太多，请稍后再试' };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function started(options: Parameters<typeof startGateway>[0]): Promise<TestGateway> {
  const gateway = await startGateway(options);
  closing.push(() => gateway.stop());
  return gateway;
}
async function dial(url: string): Promise<net.Socket> {
  const socket = net.connect(addressOf(url));
  socket.on('error', () => undefined);
  closing.push(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}
/** All that comes until the other side closes. */
async function received(socket: net.Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A reset is an end, too.
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks).toString();
}
async function refusedOf(gateway: TestGateway, kind: string): Promise<number | undefined> {
  const { values } = await gateway.context.metrics.connectionsRefused.get();
  return values.find(({ labels }) => labels.kind === kind)?.value;
}

describe('TCP connections of one address', () => {
  it('refuses the first request of a connection over the limit, until another one closes', async () => {
    const gateway = await started({ env: { CONNECTIONS_PER_ADDRESS: 3, SESSIONS_PER_ADDRESS: 100 } });
    const sockets = [await dial(gateway.url), await dial(gateway.url), await dial(gateway.url)];
    const reply = await rawRequest(gateway.url, '/');
    expect([reply.status, JSON.parse(reply.body), reply.headers.connection]).toEqual([429, REFUSED, 'close']);
    expect(reply.headers['retry-after']).toBe('10');
    expect(await refusedOf(gateway, 'connection')).toBe(1);
    sockets[0]!.destroy();
    await expect.poll(async () => (await rawRequest(gateway.url, '/')).status).not.toBe(429);
  });

  it('cuts further connections without a reply', async () => {
    const gateway = await started({ env: { CONNECTIONS_PER_ADDRESS: 1, SESSIONS_PER_ADDRESS: 100 } });
    await dial(gateway.url);
    const waiting = received(await dial(gateway.url));
    expect(await received(await dial(gateway.url))).toBe('');
    // The one that may still ask is cut a little later.
    expect(await waiting).toBe('');
  });

  it('does not limit a trusted proxy, but each of its clients by address', async () => {
    const node = await startNode('rt1');
    closing.push(() => node.kill());
    const gateway = await started({
      nodes: [node],
      env: { TRUST_PROXY: 'loopback', CONNECTIONS_PER_ADDRESS: 1, SESSIONS_PER_ADDRESS: 2 },
    });
    const from = (address: string) => rawUpgrade(gateway.url, WEBSOCKET, { 'x-forwarded-for': address });
    const first = [await from('2001:db8::1'), await from('2001:db8::2')];
    expect(first.map(({ status }) => status)).toEqual([101, 101]);
    const third = await from('2001:db8::3');
    expect([third.status, JSON.parse(third.body)]).toEqual([429, REFUSED]);
    const other = await from('2001:db8:0:1::1');
    expect(other.status).toBe(101);
    expect(await refusedOf(gateway, 'session')).toBe(1);
    for (const { socket } of [...first, third, other]) socket.destroy();
    await expect
      .poll(async () => {
        const again = await from('2001:db8::9');
        again.socket.destroy();
        return again.status;
      })
      .toBe(101);
  });
});

it('counts requests as sessions until they are answered', async () => {
  const auth = await startEcho('auth', 1_500);
  closing.push(() => auth.stop());
  const gateway = await started({
    peers: { auth },
    env: { CONNECTIONS_PER_ADDRESS: 100, SESSIONS_PER_ADDRESS: 2 },
  });
  const ask = () => rawRequest(gateway.url, '/api/users/me');
  const statuses = (await Promise.all([ask(), ask(), ask()])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 429]);
  expect((await ask()).status).toBe(200);
});

describe('sessions of one address', () => {
  const POLLING = '/socket.io/?EIO=4&transport=polling';
  const LIMIT = 3;
  let networks = 0;
  /** An IPv6 /64 that no client has come from. */
  function freshNetwork(): string {
    networks += 1;
    return `2001:db8:0:${networks}`;
  }
  async function startSessions(limits: Record<string, number>) {
    const node = await startNode('rt1');
    closing.push(() => node.kill());
    const gateway = await started({ nodes: [node], env: { TRUST_PROXY: 'loopback', ...limits } });
    return {
      gateway,
      poll: (address: string, path = POLLING) =>
        rawRequest(gateway.url, path, { headers: { 'x-forwarded-for': address } }),
      /** An open websocket, or null if it is refused. */
      async dial(address: string): Promise<WebSocket | null> {
        const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}${WEBSOCKET}`, {
          headers: { 'x-forwarded-for': address },
        });
        closing.push(() => socket.terminate());
        const refused = once(socket, 'error').then(() => null);
        return Promise.race([once(socket, 'message').then(() => socket), refused]);
      },
    };
  }

  it('counts websockets and polling sessions of an IPv6 /64 together, and no others', async () => {
    const { gateway, poll, dial } = await startSessions({ SESSIONS_PER_ADDRESS: LIMIT });
    const network = freshNetwork();
    expect(await dial(`${network}::1`)).not.toBeNull();
    expect(await dial(`${network}::2`)).not.toBeNull();
    expect((await poll(`${network}::3`)).status).toBe(200);
    expect(await dial(`${network}::4`)).toBeNull();
    const answer = await poll(`${network}::5`);
    expect([answer.status, answer.headers['retry-after'], JSON.parse(answer.body)]).toEqual([
      429,
      '10',
      REFUSED,
    ]);
    expect(await dial(`${freshNetwork()}::1`)).not.toBeNull();
    expect(await refusedOf(gateway, 'session')).toBe(2);
  });

  it('counts a websocket until it closes', async () => {
    const { dial } = await startSessions({ SESSIONS_PER_ADDRESS: LIMIT });
    const network = freshNetwork();
    const [first] = [await dial(`${network}::1`), await dial(`${network}::1`), await dial(`${network}::1`)];
    first!.terminate();
    await expect.poll(() => dial(`${network}::1`)).not.toBeNull();
    expect(await dial(`${network}::1`)).toBeNull();
  });

  it('does not count a failed handshake', async () => {
    const { poll, dial } = await startSessions({ SESSIONS_PER_ADDRESS: LIMIT });
    const network = freshNetwork();
    for (let n = 0; n < 2 * LIMIT; n += 1) {
      const answer = await poll(`${network}::1`, '/socket.io/?EIO=4&transport=pigeon');
      expect(answer.status).toBe(400);
    }
    expect(await dial(`${network}::1`)).not.toBeNull();
  });

  it('counts an upgraded session once, and a poll of an unknown session never', async () => {
    const { poll, dial, gateway } = await startSessions({ SESSIONS_PER_ADDRESS: 2 });
    const network = freshNetwork();
    const { sid } = JSON.parse((await poll(`${network}::1`)).body.slice(1)) as { sid: string };
    const upgrade = await rawUpgrade(gateway.url, `${WEBSOCKET}&sid=${sid}`, {
      'x-forwarded-for': `${network}::1`,
    });
    closing.push(() => upgrade.socket.destroy());
    expect(upgrade.status).toBe(101);
    for (let n = 0; n < 4; n += 1) {
      expect((await poll(`${network}::1`, `${POLLING}&sid=rt1.unknown-${n}00000`)).status).toBe(400);
    }
    expect(await dial(`${network}::1`)).not.toBeNull();
    expect(await dial(`${network}::1`)).toBeNull();
  });

  it('cuts the websockets of an address over its message limit, also new ones, until the window ends', async () => {
    const { dial, gateway } = await startSessions({ WEBSOCKET_BYTES_PER_ADDRESS: 2_048 });
    const network = freshNetwork();
    const [one, other] = [await dial(`${network}::1`), await dial(`${network}::2`)];
    const neighbor = await dial(`${freshNetwork()}::1`);
    const cut = once(one!, 'close');
    const ping = setInterval(() => one!.send('3'), 2);
    await cut;
    clearInterval(ping);
    const next = once(other!, 'close');
    other!.send('3');
    await next;
    expect(await refusedOf(gateway, 'traffic')).toBe(2);
    expect(neighbor!.readyState).toBe(WebSocket.OPEN);
    await expect
      .poll(
        async () => {
          const later = await dial(`${network}::1`);
          later!.send('3');
          later!.ping();
          return Promise.race([
            once(later!, 'pong').then(() => 'open'),
            once(later!, 'close').then(() => 'cut'),
          ]);
        },
        { timeout: 10_000 },
      )
      .toBe('open');
  });
});

describe('a slow client', () => {
  const timeouts = {
    ...SERVER_TIMEOUTS,
    headersTimeout: 200,
    requestTimeout: 400,
    connectionsCheckingInterval: 50,
  };
  it.each([
    ['says nothing', ''],
    ['never ends its headers', 'GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: '],
    [
      'never ends its body',
      'POST /api/users/me HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\nab',
    ],
  ])('%s: is cut', async (_what, text) => {
    const auth = await startEcho('auth');
    closing.push(() => auth.stop());
    const gateway = await started({ peers: { auth }, given: { timeouts } });
    const socket = await dial(gateway.url);
    const end = received(socket);
    socket.write(text);
    expect(await end).toMatch(/^(HTTP\/1.1 408 |$)/);
  });

  it('slow headers do not keep a connection open', async () => {
    const gateway = await started({ given: { timeouts } });
    const socket = await dial(gateway.url);
    const end = received(socket);
    socket.write('GET / HTTP/1.1\r\n');
    const trickle = setInterval(() => socket.write('x-a: b\r\n'), 20);
    // What is written after the end would reset the connection, maybe before the answer is read.
    socket.once('data', () => clearInterval(trickle));
    closing.push(() => clearInterval(trickle));
    expect(await end).toMatch(/^HTTP\/1.1 408 /);
  });

  it('limits: headers in 15 s, a request in 30 s, checked every 5 s, two minutes of silence', async () => {
    const { http } = await started({});
    expect(http).toMatchObject({ headersTimeout: 15_000, requestTimeout: 30_000, timeout: 120_000 });
  });
});
