import { routesOf } from '@doushouqi/protocol/server';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { makeTestKeys, signTestToken, startTestRedis } from '../testing/index.ts';
import { createTokenVerifier, passwordUpdatedAtKey } from './authenticate.ts';
import { errorOf } from './errors.ts';
import { createHttpApp } from './http-app.ts';
import { createInternalClient } from './internal.ts';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { createRateLimiter } from './rate-limit.ts';
import { closeRedis, connectRedis } from './redis.ts';
import { route } from './route.ts';
import { listen, stopServer } from './serve.ts';
import type { ServiceToken, ServiceTokens } from './service-token.ts';

const { rename, look, few, greet, peers } = routesOf('auth', {
  rename: {
    meaning: '-',
    method: 'POST',
    path: '/things/:id',
    auth: 'play',
    params: z.object({ id: z.coerce.number({ error: () => 'not a number' }) }),
    body: z.object({ name: z.string('请输入名称').min(1, '请输入名称') }),
    reply: z.object({ id: z.number(), name: z.string(), owner: z.string() }),
    status: 201,
  },
  look: {
    meaning: '-',
    method: 'GET',
    path: '/look',
    auth: 'public',
    query: z.object({ mode: z.enum(['ok', 'bug', 'refused', 'away', 'wrong-reply']).default('ok') }),
    reply: z.object({ seen: z.boolean() }),
  },
  few: { meaning: '-', method: 'GET', path: '/few', auth: 'public', reply: z.object({}) },
  greet: {
    meaning: '-',
    method: 'GET',
    path: '/greet',
    auth: 'optional',
    reply: z.object({ who: z.string().nullable() }),
  },
  peers: {
    meaning: '-',
    method: 'POST',
    path: '/internal/peers/:id',
    auth: 'service',
    params: z.object({ id: z.string() }),
    body: z.object({ wanted: z.string() }),
    reply: z.object({ answer: z.string() }),
  },
});

const keys = makeTestKeys();
const otherKeys = makeTestKeys();
const logged: Record<string, unknown>[] = [];
const SERVICE_TOKEN = 'between-services';
/** The previous token, still accepted during a rotation. */
const OLD_TOKEN = 'between-services-so-far';

function addRoutes(): void {
  route(app, rename, {
    authorize: ({ params }) => {
      if (params.id === 13) throw errorOf('ROOM_FULL');
    },
    handler: ({ params, body, user }) => {
      const secret = { id: params.id, name: body.name, owner: user.userId, extra: Object.keys(body) };
      return secret;
    },
  });
  route(app, look, {
    handler: ({ query, user }) => {
      if (query.mode === 'bug') throw new Error('a bug');
      if (query.mode === 'refused') throw errorOf('ROOM_BUSY', { retryAfter: 7 });
      if (query.mode === 'away') throw errorOf('UNAVAILABLE');
      return { seen: query.mode === 'wrong-reply' ? (undefined as unknown as boolean) : user === null };
    },
  });
  route(app, few, { limit: fewLimit, handler: () => ({}) });
  route(app, greet, { handler: ({ user }) => ({ who: user?.userId ?? null }) });
  route(app, peers, {
    handler: ({ params, body, requestId }) => {
      if (body.wanted === 'refusal') throw errorOf('USER_NOT_FOUND');
      if (body.wanted === 'patience') throw errorOf('CHAT_FLOOD', { retryAfter: 7 });
      if (body.wanted === 'bug') throw new Error('a bug');
      return { answer: `${params.id} ${requestId}` };
    },
  });
}

const redisServer = await startTestRedis();
const redis = connectRedis(redisServer.url, { role: 'command' });
const logger = createLogger(
  { name: 'test' },
  { write: (line: string) => void logged.push(JSON.parse(line)) },
);
let gateways = 1;
const options = {
  logger,
  metrics: createMetrics('test'),
  readiness: { redis: () => redis.ping() },
  verifier: createTokenVerifier({ publicKey: keys.publicKey, redis }),
  serviceToken: async (): Promise<ServiceTokens> => [SERVICE_TOKEN, OLD_TOKEN],
};
const app = createHttpApp(options);
const fewLimit = createRateLimiter({ redis, keyPrefix: 'few', points: 2, durationSeconds: 30 });
addRoutes();
const base = `http://127.0.0.1:${await listen(app.server, { port: 0, host: '127.0.0.1' })}`;

afterAll(async () => {
  await stopServer(app.server, 100);
  await closeRedis(redis);
  await redisServer.stop();
});

type Sent = { token?: string; body?: string; type?: string; headers?: Record<string, string> };

async function send(method: string, path: string, { token, body, type, headers }: Sent = {}) {
  const response = await fetch(base + path, {
    method,
    headers: {
      'content-type': type ?? 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function mine() {
  return signTestToken('u1', keys.privateKey);
}
const namedBody = JSON.stringify({ name: '象' });

describe('400: wrong input', () => {
  test.each([
    ['malformed JSON', '/api/things/1', '{"name":', '输入内容有误'],
    ['a missing field: its own Chinese message', '/api/things/1', '{}', '请输入名称'],
    ['an operator instead of a string', '/api/things/1', '{"name":{"$gt":""}}', '请输入名称'],
    ['no body', '/api/things/1', undefined, '请输入名称'],
    ['a wrong parameter: the catalog instead of English', '/api/things/x', namedBody, '输入内容有误'],
    ['a malformed path', '/api/things/%E0%A4%A', namedBody, '输入内容有误'],
  ])('%s', async (_name, path, body, message) => {
    const reply = await send('POST', path, { token: mine(), ...(body === undefined ? {} : { body }) });
    expect([reply.status, reply.body]).toEqual([400, { code: 'INVALID_INPUT', message }]);
  });

  test('refuses an oversized body with 413', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(70_000) });
    const reply = await send('POST', '/api/things/1', { token: mine(), body });
    expect([reply.status, reply.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

function old() {
  return signTestToken('u1', keys.privateKey, { issuedAt: Date.now() - 7_200_000 });
}

describe('401: no or bad token', () => {
  const unsigned = () => {
    const [, payload] = mine().split('.');
    return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
  };
  test.each([
    ['no token', () => undefined, 'UNAUTHORIZED'],
    ['a malformed token', () => 'rubbish', 'UNAUTHORIZED'],
    ['signed by another key', () => signTestToken('u1', otherKeys.privateKey), 'UNAUTHORIZED'],
    ['no signature', unsigned, 'UNAUTHORIZED'],
    ['an expired token', old, 'TOKEN_EXPIRED'],
  ])('%s', async (_name, make, code) => {
    const token = make();
    const reply = await send('POST', '/api/things/1', { body: '{}', ...(token ? { token } : {}) });
    expect([reply.status, reply.body.code]).toEqual([401, code]);
  });

  test('a token issued before a password change, even in the same second, but not one issued at the change', async () => {
    const changedAt = Math.floor(Date.now() / 1000) * 1000 + 500;
    await redis.set(passwordUpdatedAtKey('u2'), changedAt);
    const sendAs = (issuedAt: number) => {
      const token = signTestToken('u2', keys.privateKey, { issuedAt });
      return send('POST', '/api/things/1', { token, body: namedBody });
    };
    const before = await sendAs(changedAt - 1);
    expect([before.status, before.body]).toEqual([401, { code: 'TOKEN_EXPIRED', message: 'TOKEN_EXPIRED' }]);
    expect((await sendAs(changedAt)).status).toBe(201);
  });

  test('internal routes need the service token', async () => {
    const none = await send('POST', '/internal/peers/1', { body: '{"wanted":"answer"}' });
    const wrong = await send('POST', '/internal/peers/1', { headers: { 'x-service-token': 'guess' } });
    expect([none.status, wrong.status]).toEqual([401, 401]);
  });
});

describe('a route with optional authentication', () => {
  test.each([
    ['no user without a token', () => undefined, 200, { who: null }],
    ['the user of a valid token', mine, 200, { who: 'u1' }],
    ['no user for a malformed token: refused', () => 'rubbish', 401, { code: 'UNAUTHORIZED' }],
    ['no user for an expired token: refused', old, 401, { code: 'TOKEN_EXPIRED' }],
  ])('has %s', async (_name, make, status, body) => {
    const token = make();
    const reply = await send('GET', '/api/greet', token === undefined ? {} : { token });
    expect([reply.status, reply.body]).toMatchObject([status, body]);
  });
});

describe('a route', () => {
  test('answers with its status and drops fields that its schemas do not contain', async () => {
    const body = JSON.stringify({ name: '象', admin: true });
    const reply = await send('POST', '/api/things/4', { token: mine(), body });
    expect([reply.status, reply.body]).toEqual([201, { id: 4, name: '象', owner: 'u1' }]);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  test('runs its policy after validation', async () => {
    const reply = await send('POST', '/api/things/13', { token: mine(), body: namedBody });
    expect([reply.status, reply.body.code]).toEqual([400, 'ROOM_FULL']);
  });

  test('limits by address and sends Retry-After', async () => {
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await send('GET', '/api/few')).status);
    const limited = await send('GET', '/api/few');
    expect(statuses).toEqual([200, 200, 429]);
    expect(limited.body.code).toBe('RATE_LIMITED');
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(25);
  });

  test.each(['10.1.2.3', '100.64.0.9', '100.127.255.254', '192.168.0.4', 'fd00::7'])(
    'limits by the client that the gateway %s names, and not by the gateway',
    async (gateway) => {
      const from = (client: string) =>
        send('GET', '/api/few', { headers: { 'x-forwarded-for': `${client}, ${gateway}` } });
      const client = `203.0.113.${gateways++}`;
      for (let call = 0; call < 2; call += 1) expect((await from(client)).status).toBe(200);
      expect((await from(client)).status).toBe(429);
      expect((await from(`198.51.100.${gateways++}`)).status).toBe(200);
    },
  );

  test('limits no other service, which calls for many users from one address', async () => {
    const codes = async (token: string) => {
      const headers = { 'x-service-token': token, 'x-forwarded-for': `198.51.100.${gateways++}` };
      const calls = Array.from({ length: 3 }, () => send('GET', '/api/few', { headers }));
      return (await Promise.all(calls)).map(({ status }) => status).toSorted();
    };
    expect(await codes(OLD_TOKEN)).toEqual([200, 200, 200]);
    expect(await codes('a guess')).toEqual([200, 200, 429]);
  });

  test('ignores the client that another network names', async () => {
    const strict = createHttpApp({
      ...options,
      metrics: createMetrics('strict'),
      gatewayNetworks: '10.0.0.0/8',
    });
    route(strict, few, { limit: fewLimit, handler: () => ({}) });
    const port = await listen(strict.server, { port: 0, host: '127.0.0.1' });
    onTestFinished(() => stopServer(strict.server, 100));
    // The address of the earlier calls without a header.
    const headers = { 'x-forwarded-for': '203.0.113.200' };
    expect((await fetch(`http://127.0.0.1:${port}/api/few`, { headers })).status).toBe(429);
  });

  test("unknown paths return 404 in the platform's error format", async () => {
    const reply = await send('GET', '/api/nowhere');
    expect([reply.status, reply.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('a refusal can contain Retry-After', async () => {
    const reply = await send('GET', '/api/look?mode=refused');
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '7']);
  });

  test('limits the log lines of a flood of refused requests', async () => {
    logged.length = 0;
    const replies = await Promise.all(Array.from({ length: 50 }, () => send('GET', '/api/look?mode=away')));
    expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(503));
    expect(logged[0]).toMatchObject({
      level: 'warn',
      code: 'UNAVAILABLE',
      msg: 'request failed',
      omitted: 0,
    });
    expect(logged.length).toBeLessThan(10);
  });

  test.each(['bug', 'wrong-reply'])('%s returns 500 without details and logs the stack', async (mode) => {
    logged.length = 0;
    const reply = await send('GET', `/api/look?mode=${mode}`, { headers: { 'x-request-id': 'abc-1' } });
    expect([reply.status, reply.body]).toEqual([
      500,
      { code: 'INTERNAL', message: '服务器出错了，请稍后再试' },
    ]);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatchObject({
      level: 'error',
      requestId: 'abc-1',
      err: { stack: expect.any(String) },
    });
  });
});

describe('request ids', () => {
  test('keeps a well-formed id and replaces another', async () => {
    const preserved = await send('GET', '/api/look', { headers: { 'x-request-id': 'from-gateway_1' } });
    const replaced = await send('GET', '/api/look', { headers: { 'x-request-id': 'a b' } });
    expect(preserved.headers.get('x-request-id')).toBe('from-gateway_1');
    expect(replaced.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the internal client', () => {
  const client = (token: ServiceToken, url = base) =>
    createInternalClient({ baseUrl: url, token, timeoutMs: 500 });
  const ask = (wanted: string) => ({ params: { id: '七' }, body: { wanted } });

  test('calls a route of another service and passes the request id', async () => {
    const reply = await client(SERVICE_TOKEN).call(peers, ask('answer'), { requestId: 'r-1' });
    expect(reply).toEqual({ answer: '七 r-1' });
  });

  test('sends its first token; the callee accepts each of its own', async () => {
    const both = async (): Promise<ServiceTokens> => [SERVICE_TOKEN, 'unknown'];
    for (const token of [both, OLD_TOKEN])
      expect(await client(token).call(peers, ask('answer'), { requestId: 'r-2' })).toEqual({
        answer: '七 r-2',
      });
    const refused = client(async () => ['unknown', SERVICE_TOKEN]).call(peers, ask('answer'));
    await expect(refused).rejects.toThrow('internal call refused');
  });

  test('passes refusals on, and reports its own mistakes as bugs', async () => {
    const refused = client(SERVICE_TOKEN).call(peers, ask('refusal'));
    await expect(refused).rejects.toMatchObject({ code: 'USER_NOT_FOUND', status: 404 });
    const flooded = client(SERVICE_TOKEN).call(peers, ask('patience'));
    await expect(flooded).rejects.toMatchObject({ code: 'CHAT_FLOOD', retryAfter: 7 });
    for (const [token, wanted] of [
      ['wrong', 'answer'],
      [SERVICE_TOKEN, 'bug'],
    ] as const) {
      const failed = client(token).call(peers, ask(wanted));
      await expect(failed).rejects.toThrow('internal call refused');
    }
  });

  test('reports an unreachable service as UNAVAILABLE', async () => {
    const failed = client(SERVICE_TOKEN, 'http://127.0.0.1:1').call(peers, ask('answer'));
    await expect(failed).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 });
  });
});

describe('health', () => {
  test('is alive and ready, and reports metrics by route template', async () => {
    expect((await send('GET', '/healthz')).status).toBe(200);
    expect((await send('GET', '/readyz')).body).toEqual({ status: 'ready', checks: { redis: 'ok' } });
    const text = await (await fetch(`${base}/metrics`)).text();
    expect(text).toMatch(
      /http_request_duration_seconds_count{.*method="POST",route="\/things\/:id",status="201"/,
    );
    expect(text).not.toContain('/things/4');
    expect(text).toContain('process_cpu_seconds_total');
  });

  test('while Redis is unavailable: alive, not ready, 503 where Redis is needed; recovers with Redis', async () => {
    await redisServer.kill();
    const ready = await send('GET', '/readyz');
    expect([ready.status, ready.body.status]).toEqual([503, 'unavailable']);
    const refused = await send('POST', '/api/things/1', { token: mine(), body: namedBody });
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'UNAVAILABLE',
      '1',
    ]);
    expect((await send('GET', '/healthz')).status).toBe(200);
    const limited = await Promise.all(Array.from({ length: 4 }, () => send('GET', '/api/few')));
    expect(limited.filter(({ status }) => status === 200)).toHaveLength(2);

    const back = new Promise((resolve) => redis.once('ready', resolve));
    await redisServer.restart();
    await back;
    expect((await send('POST', '/api/things/1', { token: mine(), body: namedBody })).status).toBe(201);
  });

  test('is not ready while it drains', async () => {
    app.drain();
    expect((await send('GET', '/readyz')).body.status).toBe('draining');
  });
});
