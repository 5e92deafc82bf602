import { once } from 'node:events';
import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type RunningGateway, rawRequest, rawUpgrade, startGateway } from './harness.ts';
import { startEcho, startNode } from './upstreams.ts';

const WEBSOCKET = '/socket.io/?EIO=4&transport=websocket';
const REFUSED = { code: 'TOO_MANY_CONNECTIONS', message: '同一网络的连接太多，请稍后再试' };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function started(options: Parameters<typeof startGateway>[0]): Promise<RunningGateway> {
  const gateway = await startGateway(options);
  closing.push(() => gateway.stop());
  return gateway;
}
async function dial(port: number): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  closing.push(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}
/** All that comes until the other side closes. */
async function heard(socket: net.Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close', { signal: AbortSignal.timeout(10_000) });
  return Buffer.concat(chunks).toString();
}
async function refusedOf(gateway: RunningGateway, kind: string): Promise<number | undefined> {
  const { values } = await gateway.metrics.connectionsRefused.get();
  return values.find(({ labels }) => labels.kind === kind)?.value;
}

describe('TCP connections of one address', () => {
  it('one too many is told so with its first request; an end makes room', async () => {
    const gateway = await started({ connectionLimits: { connections: 3, sessions: 100 } });
    const sockets = [await dial(gateway.port), await dial(gateway.port), await dial(gateway.port)];
    const reply = await rawRequest(gateway.port, '/');
    expect([reply.status, JSON.parse(reply.body), reply.headers.connection]).toEqual([429, REFUSED, 'close']);
    expect(reply.headers['retry-after']).toBe('10');
    expect(await refusedOf(gateway, 'connection')).toBe(1);
    sockets[0]!.destroy();
    await expect.poll(async () => (await rawRequest(gateway.port, '/')).status).not.toBe(429);
  });

  it('those beyond that say nothing and are cut', async () => {
    const gateway = await started({ connectionLimits: { connections: 1, sessions: 100 } });
    await dial(gateway.port);
    const waiting = heard(await dial(gateway.port));
    expect(await heard(await dial(gateway.port))).toBe('');
    // The one that may still ask is cut a little later.
    expect(await waiting).toBe('');
  });

  it('a trusted proxy is not limited: its clients are, each by its own address', async () => {
    const node = await startNode('rt1');
    closing.push(() => node.kill());
    const gateway = await started({
      nodes: [node],
      trustProxy: 'loopback',
      connectionLimits: { connections: 1, sessions: 2 },
    });
    const from = (address: string) => rawUpgrade(gateway.port, WEBSOCKET, { 'x-forwarded-for': address });
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

it('requests in hand count as sessions until they are answered', async () => {
  const auth = await startEcho('auth', 1_500);
  closing.push(() => auth.stop());
  const gateway = await started({
    services: { auth: auth.url },
    connectionLimits: { connections: 100, sessions: 2 },
  });
  const ask = () => rawRequest(gateway.port, '/api/users/me');
  const statuses = (await Promise.all([ask(), ask(), ask()])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 429]);
  expect((await ask()).status).toBe(200);
});

describe('a client that takes its time', () => {
  const timeouts = { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 };
  it.each([
    ['says nothing', ''],
    ['never ends its headers', 'GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: '],
    [
      'never ends its body',
      'POST /api/users/me HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\nab',
    ],
  ])('%s: is cut off', async (_what, text) => {
    const auth = await startEcho('auth');
    closing.push(() => auth.stop());
    const gateway = await started({ services: { auth: auth.url }, timeouts });
    const socket = await dial(gateway.port);
    const end = heard(socket);
    socket.write(text);
    expect(await end).toMatch(/^(HTTP\/1.1 408 |$)/);
  });

  it('a trickle does not keep its headers open', async () => {
    const gateway = await started({ timeouts });
    const socket = await dial(gateway.port);
    const end = heard(socket);
    socket.write('GET / HTTP/1.1\r\n');
    const trickle = setInterval(() => socket.write('x-a: b\r\n'), 20);
    closing.push(() => clearInterval(trickle));
    expect(await end).toMatch(/^HTTP\/1.1 408 /);
  });

  it('usual bounds: headers in 15 s, a request in 30 s, looked after every 5 s, silence of two minutes', async () => {
    const { server } = (await started({})).gateway;
    expect(server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 30_000, timeout: 120_000 });
  });
});
