import { io } from 'socket.io-client';
import { afterAll, describe, expect, it } from 'vitest';
import { rawRequest, startEcho, startNode, testGateway } from './fixtures.ts';

const PARTNER = 'https://partner.example';
const EVIL = 'https://evil.example';
const [auth, node] = await Promise.all([startEcho('auth'), startNode('rt1')]);
afterAll(() => node.kill());
const gateway = await testGateway({ peers: { auth }, nodes: [node], env: { ALLOWED_ORIGINS: PARTNER } });

function ask(method: string, origin: string | undefined, headers: Record<string, string> = {}) {
  const given = origin === undefined ? headers : { ...headers, origin };
  return rawRequest(gateway.url, '/api/users/me', { method, headers: given });
}
async function connects(origin: string | undefined, transport: string): Promise<boolean> {
  const extraHeaders: Record<string, string> = origin === undefined ? {} : { origin };
  const client = io(gateway.url, {
    forceNew: true,
    reconnection: false,
    transports: [transport],
    extraHeaders,
  });
  const answer = await new Promise<boolean>((resolve) => {
    client.once('connect', () => resolve(true));
    client.once('connect_error', () => resolve(false));
  });
  client.disconnect();
  return answer;
}

/** Number of new sessions that the node received. */
function sessionsAsked(): number {
  return node.requests.filter((line) => line.includes('/socket.io/') && !line.includes('sid=')).length;
}

describe('requests from pages of other sites', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is refused before it reaches a service', async (method) => {
    const before = auth.requests.length;
    const reply = await ask(method, EVIL);
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([400, 'FOREIGN_ORIGIN']);
    expect((await ask(method, 'null')).status).toBe(400);
    expect(auth.requests).toHaveLength(before);
  });

  it('reads get no permission, so that no foreign page sees the reply', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await ask(method, EVIL);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it('pages of this site and clients without an origin are accepted', async () => {
    expect((await ask('POST', gateway.url)).status).toBe(200);
    expect((await ask('POST', undefined)).status).toBe(200);
  });

  it('a listed origin gets its permission, with and without a preflight', async () => {
    const reply = await ask('POST', PARTNER);
    expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([200, PARTNER]);
    expect(String(reply.headers.vary).toLowerCase()).toContain('origin');
    const preflight = await ask('OPTIONS', PARTNER, { 'access-control-request-method': 'POST' });
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': PARTNER,
        'access-control-allow-headers': 'authorization, content-type',
      },
    });
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
  });
});

describe.each(['polling', 'websocket'])('Socket.IO by %s', (transport) => {
  it('refuses foreign pages, whatever they request', async () => {
    const before = sessionsAsked();
    expect(await connects(EVIL, transport)).toBe(false);
    expect(await connects('null', transport)).toBe(false);
    expect(sessionsAsked()).toBe(before);
  });

  it('accepts pages of this site, listed origins and clients without an origin', async () => {
    const own = gateway.url;
    const answers = await Promise.all([own, PARTNER, undefined].map((origin) => connects(origin, transport)));
    expect(answers).toEqual([true, true, true]);
  });
});

it("behind a trusted proxy, uses the host of the browser's request", async () => {
  const behind = await gateway.another({ env: { TRUST_PROXY: 1 } });
  const headers = { origin: 'https://play.example', 'x-forwarded-host': 'play.example' };
  const asked = { method: 'POST', headers };
  expect((await rawRequest(behind.url, '/api/users/me', asked)).status).toBe(200);
  // Only a proxy may set these headers.
  expect((await rawRequest(gateway.url, '/api/users/me', asked)).status).toBe(400);
  await behind.stop();
});
