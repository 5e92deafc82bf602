import { io } from 'socket.io-client';
import { afterAll, describe, expect, it } from 'vitest';
import { rawRequest, startEcho, startNode, testGateway } from './fixtures.ts';

const PARTNER = 'https://partner.example';
const EVIL = 'https://evil.example';
const [auth, node] = await Promise.all([startEcho('auth'), startNode('rt1')]);
afterAll(() => node.kill());
const gateway = await testGateway({ peers: { auth }, nodes: [node], env: { ALLOWED_ORIGINS: PARTNER } });
const ME = '/api/users/me';

function ask(method: string, origin: string | undefined, headers: Record<string, string> = {}, path = ME) {
  const given = origin === undefined ? headers : { ...headers, origin };
  return rawRequest(gateway.url, path, { method, headers: given });
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
  it.each(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s is refused before it reaches a service, without a permission to read the reply',
    async (method) => {
      const before = auth.requests.length;
      for (const origin of [EVIL, 'null', '']) {
        const { status, body, headers } = await ask(method, origin);
        expect(status).toBe(400);
        if (method !== 'HEAD') expect(JSON.parse(body).code).toBe('FOREIGN_ORIGIN');
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
      expect(auth.requests).toHaveLength(before);
    },
  );

  it.each(['/', '/play', '/assets/app.js', '/boot.js', '/internal/rooms', '/nowhere.txt'])(
    '%s is refused too',
    async (path) => {
      expect(JSON.parse((await ask('GET', EVIL, {}, path)).body).code).toBe('FOREIGN_ORIGIN');
    },
  );

  it('pages of this site and clients without an origin are accepted', async () => {
    for (const method of ['GET', 'POST']) {
      expect((await ask(method, gateway.url)).status).toBe(200);
      expect((await ask(method, undefined)).status).toBe(200);
    }
    // Scripts of a page with `crossorigin` name its own origin.
    const { status, body } = await ask('GET', gateway.url, {}, '/assets/app.js');
    expect([status, JSON.parse(body).code]).toEqual([404, 'NOT_FOUND']);
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
