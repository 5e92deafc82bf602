import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorBody } from '@doushouqi/protocol';
import { describe, expect, it } from 'vitest';
import { rawLines, rawRequest, rawUpgrade, startEcho, testGateway } from './fixtures.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

const [auth, room] = await Promise.all([startEcho('auth'), startEcho('room')]);
const gateway = await testGateway({ peers: { auth, room } });

describe('refusals', () => {
  it.each([
    '/api/auth/../../internal/profiles',
    '/api/auth/%2e%2e/%2e%2e/internal/profiles',
    '/api//auth/login',
  ])('400 for the ambiguous path %s', async (path) => {
    const reply = await rawRequest(gateway.url, path);
    expect([reply.status, JSON.parse(reply.body)]).toEqual([400, errorBody('INVALID_INPUT')]);
  });

  it.each(['/internal/profiles', '/api/internal/profiles', '/metrics', '/api/nothing', '/socket.io'])(
    '404 for %s, with or without a service token',
    async (path) => {
      const seen = auth.requests.length + room.requests.length;
      const reply = await rawRequest(gateway.url, path, { headers: { 'x-service-token': 'secret' } });
      expect([reply.status, JSON.parse(reply.body)]).toEqual([404, errorBody('NOT_FOUND')]);
      expect(auth.requests.length + room.requests.length).toBe(seen);
    },
  );

  it.each(['/', '/healthz', '/readyz', '/api/auth/login', '/socket.io/?EIO=4&transport=polling'])(
    '400 for two Host headers at %s, before a service sees it',
    async (path) => {
      const seen = auth.requests.length;
      const head = [`GET ${path} HTTP/1.1`, 'Host: localhost', 'hOST: example.org'];
      const { socket, status, body } = await rawLines(gateway.url, head);
      socket.destroy();
      expect([status, JSON.parse(body)]).toEqual([400, errorBody('INVALID_INPUT')]);
      expect(auth.requests).toHaveLength(seen);
    },
  );

  it('400 for a websocket with two Host headers', async () => {
    const path = '/socket.io/?EIO=4&transport=websocket';
    const { socket, status, body } = await rawUpgrade(gateway.url, path, { Host: 'localhost' });
    socket.destroy();
    expect([status, JSON.parse(body)]).toEqual([400, errorBody('INVALID_INPUT')]);
  });

  it('413 for a body over the limit, before a service sees it', async () => {
    const seen = auth.requests.length;
    const body = 'x'.repeat(2_049);
    const reply = await rawRequest(gateway.url, '/api/auth/login', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'content-length': '2049' },
      body,
    });
    expect([reply.status, JSON.parse(reply.body)]).toEqual([413, errorBody('PAYLOAD_TOO_LARGE')]);
    expect(reply.headers.connection).toBe('close');
    expect(auth.requests).toHaveLength(seen);
  });

  it('411 for a body of undeclared length', async () => {
    const reply = await rawRequest(gateway.url, '/api/auth/login', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'transfer-encoding': 'chunked' },
      body: '{}',
    });
    expect([reply.status, JSON.parse(reply.body)]).toEqual([411, errorBody('INVALID_INPUT')]);
  });

  it('503 with the protocol’s error while a service is unavailable', async () => {
    const reply = await rawRequest(gateway.url, '/api/game-records');
    expect([reply.status, JSON.parse(reply.body)]).toEqual([503, errorBody('UNAVAILABLE')]);
    expect(reply.headers['retry-after']).toBe('1');
    const figures = await gateway.context.metrics.kit.registry.metrics();
    expect(figures).toMatch(/gateway_upstream_failures_total\{upstream="record",service="gateway"\} 1\n/);
  });

  it('404 for a websocket at any path but /socket.io/', async () => {
    const { socket, status, body } = await rawUpgrade(gateway.url, '/api/auth/login');
    socket.destroy();
    expect([status, JSON.parse(body)]).toEqual([404, errorBody('NOT_FOUND')]);
  });
});

describe('forwarding', () => {
  it('forwards method, path, query and body unchanged', async () => {
    const reply = await rawRequest(gateway.url, '/api/games/rooms/A-1?view=compact&x=%E4%BD%A0', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'content-length': '7' },
      body: '{"a":1}',
    });
    expect(JSON.parse(reply.body)).toEqual({ name: 'room' });
    expect(room.requests.at(-1)).toMatchObject({
      method: 'POST',
      url: '/api/games/rooms/A-1?view=compact&x=%E4%BD%A0',
      body: '{"a":1}',
    });
  });

  it('sends services the client’s address, not the one that the client claims', async () => {
    const headers = { 'x-forwarded-for': '1.2.3.4', 'x-service-token': 'guess', authorization: 'Bearer t' };
    await rawRequest(gateway.url, '/api/auth/login', { headers });
    const seen = auth.requests.at(-1)?.headers;
    expect(seen).toMatchObject({ 'x-forwarded-for': '127.0.0.1', authorization: 'Bearer t' });
    expect(seen).not.toHaveProperty('x-service-token');
  });

  it('trusts a proxy only if configured', async () => {
    const trusting = await gateway.another({ env: { TRUST_PROXY: 'loopback' } });
    await rawRequest(trusting.url, '/api/auth/login', {
      headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' },
    });
    await trusting.stop();
    expect(auth.requests.at(-1)?.headers['x-forwarded-for']).toBe('203.0.113.9');
  });

  it.each([
    ['keeps a sane request id', 'abc-123', /^abc-123$/],
    ['replaces a wild one', 'x'.repeat(65), /^[\da-f-]{36}$/],
    ['replaces one with spaces', 'a b', /^[\da-f-]{36}$/],
  ])('%s', async (_case, sent, expected) => {
    const reply = await rawRequest(gateway.url, '/api/auth/login', { headers: { 'x-request-id': sent } });
    expect(reply.headers['x-request-id']).toMatch(expected);
    expect(auth.requests.at(-1)?.headers['x-request-id']).toBe(reply.headers['x-request-id']);
  });

  it('recovers as soon as the service is available', async () => {
    const first = await startEcho('record');
    const { port } = new URL(first.url);
    await first.stop();
    const own = await gateway.another({ peers: { record: first } });
    expect((await rawRequest(own.url, '/api/game-records')).status).toBe(503);
    const back = createServer((_req, res) => void res.end('back'));
    await new Promise<void>((resolve) => back.listen(Number(port), '127.0.0.1', resolve));
    expect((await rawRequest(own.url, '/api/game-records')).body).toBe('back');
    await own.stop();
    back.close();
  });
});

describe('every answer', () => {
  it.each(['/api/auth/login', '/nothing/here', '/api/game-records'])(
    '%s has the security headers',
    async (path) => {
      const { headers } = await rawRequest(gateway.url, path, { headers: { host: 'example.org:8080' } });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(
        "connect-src 'self' ws://example.org:8080 wss://example.org:8080 http://localhost:5000 http://127.0.0.1:5000;",
      );
      expect(policy).not.toContain('unsafe-inline');
      expect(policy).not.toContain('upgrade-insecure-requests');
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
      });
      expect(headers).not.toHaveProperty('x-powered-by');
    },
  );

  it('never copies a foreign Host header into the policy', async () => {
    const { headers } = await rawRequest(gateway.url, '/', {
      headers: { host: "x; script-src 'unsafe-inline'" },
    });
    expect(headers['content-security-policy']).not.toContain('unsafe-inline');
  });
});

describe('the general limit', () => {
  it('answers 429 with Retry-After after the burst, for websockets too', async () => {
    const strict = await gateway.another({ env: { RATE_LIMIT_PER_SECOND: 5, RATE_LIMIT_BURST: 8 } });
    const begun = performance.now();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => rawRequest(strict.url, '/api/auth/login')),
    );
    const seconds = Math.floor((performance.now() - begun) / 1_000);
    const passed = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status === 429);
    // The twenty may fall into two seconds and more, each of which lets five more through.
    expect(passed.length).toBeGreaterThanOrEqual(8);
    expect(passed.length).toBeLessThanOrEqual(13 + 5 * seconds);
    expect(passed.length + refused.length).toBe(20);
    for (const { headers, body } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(JSON.parse(body)).toEqual(errorBody('RATE_LIMITED'));
    }
    const upgrades = await Promise.all(
      Array.from({ length: 20 }, () => rawUpgrade(strict.url, '/socket.io/?EIO=4&transport=websocket')),
    );
    for (const { socket } of upgrades) socket.destroy();
    expect(upgrades.map(({ status }) => status)).toContain(429);
    expect((await rawRequest(strict.url, '/healthz')).status).toBe(200);
    await strict.stop();
  });
});

it('closes an idle connection before its service does', async () => {
  const brief = createServer((_req, res) => res.end('{}'));
  brief.keepAliveTimeout = 2_000;
  const closedBy = new Promise((resolve) =>
    brief.once('connection', (socket) => {
      let ended = false;
      socket.once('end', () => {
        ended = true;
      });
      socket.once('close', () => resolve(ended ? 'the gateway' : 'the service'));
    }),
  );
  brief.listen(0, '127.0.0.1');
  await once(brief, 'listening');
  const url = `http://127.0.0.1:${(brief.address() as AddressInfo).port}`;
  const own = await gateway.another({ peers: { auth: { url, stop: async () => undefined } } });
  // A client that closes its own connection has the one to the service closed as well.
  expect((await fetch(`${own.url}/api/auth/login`)).status).toBe(200);
  expect(await closedBy).toBe('the gateway');
  await own.stop();
  brief.close();
});

describe('shutdown', () => {
  it('finishes running requests and accepts no new ones', async () => {
    const slow = await startEcho('slow', 200);
    const own = await gateway.another({ peers: { auth: slow }, env: { DRAIN_MS: 5_000 } });
    const reply = rawRequest(own.url, '/api/auth/login');
    await expect.poll(() => slow.requests.length).toBe(1);
    const stopped = own.stop();
    await expect(rawRequest(own.url, '/api/auth/login')).rejects.toThrow('ECONNREFUSED');
    expect((await reply).status).toBe(200);
    await stopped;
    await slow.stop();
  });
});
