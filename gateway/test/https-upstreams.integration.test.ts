import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import tls, { type TLSSocket } from 'node:tls';
import { certified, trust } from '@doushouqi/service-kit/testing';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { addressOf, rawRequest, startEcho, startGateway, startNode } from './fixtures.ts';

beforeAll(() => trust('localhost'));

/** Ends TLS in front of a server. `names`: the server names that clients asked for. */
async function startTls(url: string, certificate: Parameters<typeof certified>[0] = 'localhost') {
  const names: unknown[] = [];
  const server = tls.createServer(certified(certificate), (client: TLSSocket) => {
    names.push((client as TLSSocket & { servername?: unknown }).servername);
    const inner = net.connect(addressOf(url));
    client.pipe(inner).pipe(client);
    for (const [one, other] of [[client, inner] as const, [inner, client] as const]) {
      one.on('error', () => undefined).once('close', () => other.destroy());
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, names, url: `https://localhost:${port}`, stop: () => void server.close() };
}

describe('upstreams with TLS', async () => {
  const [auth, node] = await Promise.all([startEcho('auth'), startNode('rt1')]);
  const [secureAuth, secureNode] = await Promise.all([startTls(auth.url), startTls(node.url)]);
  const gateway = await startGateway({
    env: { AUTH_URL: secureAuth.url },
    nodes: [{ id: 'rt1', url: secureNode.url }],
  });
  afterAll(async () => {
    await gateway.stop();
    await Promise.all([auth.stop(), node.kill()]);
    for (const { stop } of [secureAuth, secureNode]) stop();
  });

  it('get requests under their own name, and the public host in X-Forwarded-Host', async () => {
    for (const method of ['GET', 'POST']) {
      const { status } = await rawRequest(gateway.url, '/api/users/me', {
        method,
        headers: { host: 'play.example' },
      });
      expect(status).toBe(200);
    }
    expect(auth.requests.map(({ headers }) => [headers.host, headers['x-forwarded-host']])).toEqual(
      Array.from({ length: 2 }, () => [`localhost:${secureAuth.port}`, 'play.example']),
    );
    expect(new Set(secureAuth.names)).toEqual(new Set(['localhost']));
  });

  it.each(['polling', 'websocket'])('get Socket.IO sessions by %s', async (transport) => {
    const client = io(gateway.url, { forceNew: true, reconnection: false, transports: [transport] });
    onTestFinished(() => void client.disconnect());
    expect(await client.timeout(5_000).emitWithAck('whoami')).toBe('rt1');
    expect(new Set(secureNode.names)).toEqual(new Set(['localhost']));
  });
});

it('refuses an upstream whose certificate it does not trust', async () => {
  const auth = await startEcho('auth');
  const elsewhere = await startTls(auth.url, 'elsewhere');
  const gateway = await startGateway({ env: { AUTH_URL: elsewhere.url } });
  const { status } = await rawRequest(gateway.url, '/api/users/me');
  expect([status, auth.requests.length]).toEqual([503, 0]);
  await gateway.stop();
  elsewhere.stop();
  await auth.stop();
});
