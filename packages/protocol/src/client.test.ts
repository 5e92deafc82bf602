import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { ApiError, createApiClient, ERRORS, type ErrorCode, errorBody } from './index.ts';
import { PUBLIC_ROUTES } from './server.ts';

let server: Server;
let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string };

async function serve(answer: (res: ServerResponse) => void): Promise<string> {
  server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    seen = { method: req.method ?? '', url: req.url ?? '', headers: req.headers, body };
    answer(res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

function json(status: number, body: unknown) {
  return (res: ServerResponse) =>
    void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('a call', () => {
  test('puts parameters, query, body and token where they belong', async () => {
    const api = createApiClient({
      routes: PUBLIC_ROUTES,
      baseUrl: await serve(json(200, {})),
      token: () => 'secret',
    });
    await api.getRoom({ params: { roomId: 'a_1' }, query: { view: 'compact' } });
    expect(seen).toMatchObject({ method: 'GET', url: '/api/games/rooms/a_1?view=compact' });
    expect(seen.headers.authorization).toBe('Bearer secret');
    await api.joinRoom({ body: { roomId: 'a_1' } });
    expect(seen).toMatchObject({ method: 'POST', url: '/api/games/rooms', body: '{"roomId":"a_1"}' });
  });

  test('reports a connection that breaks after the headers as a network error', async () => {
    const breaking = (res: ServerResponse) => {
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': '9' }).write('{');
      setImmediate(() => res.destroy());
    };
    const api = createApiClient({
      routes: PUBLIC_ROUTES,
      baseUrl: await serve(breaking),
      token: () => null,
    });
    await expect(api.getUser({ params: { id: 'u' } })).rejects.toMatchObject({ status: 0, code: 'NETWORK' });
  });

  test('escapes path parameters', async () => {
    const api = createApiClient({
      routes: PUBLIC_ROUTES,
      baseUrl: await serve(json(200, {})),
      token: () => null,
    });
    await api.getUser({ params: { id: '../auth?x' } });
    expect(seen.url).toBe('/api/users/..%2Fauth%3Fx');
    expect(seen.headers.authorization).toBeUndefined();
  });

  test.each([
    [409, { code: 'USERNAME_TAKEN', message: '该账号已被注册' }, 'USERNAME_TAKEN', '该账号已被注册'],
    [400, { code: 'INVALID_INPUT', message: '昵称最多 12 个字' }, 'INVALID_INPUT', '昵称最多 12 个字'],
    [503, '<html>', 'UNAVAILABLE', '服务暂时不可用，请稍后再试'],
    [502, { code: 'NONSENSE' }, 'UNAVAILABLE', '服务暂时不可用，请稍后再试'],
    [401, null, 'UNAUTHORIZED', '请先登录'],
    [418, null, 'INVALID_INPUT', '输入内容有误'],
  ])('refused with %i becomes an error that names it', async (status, body, code, message) => {
    const received: unknown[] = [];
    const baseUrl = await serve(json(status, body));
    const api = createApiClient({
      routes: PUBLIC_ROUTES,
      baseUrl,
      token: () => 't',
      onRefused: (...said) => received.push(said),
    });
    const error = await api.listRecords().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, code, message, redirect: null });
    expect(received).toEqual([[error, 't']]);
  });

  test('returns the redirect of a refusal', async () => {
    const body = { code: 'INVALID_INPUT', message: '-', redirect: '/play' };
    const api = createApiClient({
      routes: PUBLIC_ROUTES,
      baseUrl: await serve(json(400, body)),
      token: () => null,
    });
    await expect(api.listRecords()).rejects.toMatchObject({ redirect: '/play' });
  });

  test('rejects with a timeout error when no reply arrives in time', async () => {
    const api = createApiClient({
      routes: PUBLIC_ROUTES,
      baseUrl: await serve(() => {}),
      token: () => null,
      timeout: 50,
    });
    await expect(api.listRecords()).rejects.toMatchObject({ status: 0, code: 'NETWORK' });
  });
});

test.each(Object.keys(ERRORS) as ErrorCode[])('the error of %s has a text for users', (code) => {
  expect(new ApiError(ERRORS[code].status, errorBody(code)).message).toMatch(/\p{Script=Han}/u);
});
