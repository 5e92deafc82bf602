import { request } from 'node:http';
import { analyzeReply, pingReply } from '@doushouqi/protocol/analysis';
import { formatFen, startPosition } from '@doushouqi/rules';
import { afterAll, describe, expect, test } from 'vitest';
import { createEngine } from '../index.ts';
import { nodePort } from '../node.ts';
import { startAnalysisService } from './analysis-service.ts';

const OURS = 'https://doushouqi.example';
const PING = { command: 'ping' };
const START = { fen: formatFen(startPosition()), difficulty: 1, isFirstMove: true, lastMoves: [] };
/** Red's tiger steps into the den. */
const WON = { ...START, fen: 'l5t/1d1T1c1/r1j1w1e/7/7/7/E1W1J1R/1C3D1/6L w' };
/** A search of at least 30 s. */
const LONG = { ...START, difficulty: 6 };

function openEngine() {
  return createEngine(nodePort);
}
const service = await startAnalysisService({
  port: 0,
  origins: new Set([OURS]),
  threads: 1,
  version: '9.9.9',
  openEngine,
});
afterAll(() => service.stop());

function ask(body: unknown, init: RequestInit = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${service.port}/analyze`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  });
}

async function codeOf(answer: Promise<Response>): Promise<[number, string]> {
  const response = await answer;
  const { code } = (await response.json()) as { code: string };
  return [response.status, code];
}

/** Uses `http`, because `fetch` sets `Host` by itself. */
function statusFor(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { port: service.port, host: '127.0.0.1', path: '/analyze', method: 'POST' };
    request({ ...options, headers: { host, 'content-type': 'application/json' } }, (res) => {
      res.resume();
      resolve(res.statusCode);
    })
      .on('error', reject)
      .end(JSON.stringify(PING));
  });
}

describe('refuses', () => {
  test.each([
    ['no JSON', '{', 'INVALID_INPUT'],
    ['nothing that it knows', { command: 'stop' }, 'INVALID_INPUT'],
    ['another difficulty', { ...START, difficulty: 7 }, 'INVALID_INPUT'],
    ['unknown rules', { ...START, rules: 'chess' }, 'INVALID_INPUT'],
    ['a wrong FEN', { ...START, fen: 'x5t/7/7/7/7/7/7/7/7 w' }, 'INVALID_FEN'],
    ['moves that lead elsewhere', { ...START, isFirstMove: false, lastMoves: ['a3a4'] }, 'INVALID_MOVES'],
    ['a game that is over', { ...START, fen: '3R3/7/7/7/7/7/7/7/l5L b' }, 'GAME_OVER'],
  ])('%s', async (_what, body, code) => {
    expect(await codeOf(ask(body))).toEqual([400, code]);
  });

  test('requests and preflight requests of foreign pages', async () => {
    const headers = { origin: 'https://evil.example' };
    expect(await codeOf(ask(PING, { headers }))).toEqual([403, 'FOREIGN_ORIGIN']);
    const preflight = await fetch(`http://127.0.0.1:${service.port}/analyze`, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(403);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('foreign host names that resolve to this machine', async () => {
    expect(await statusFor(`rebound.example:${service.port}`)).toBe(403);
    expect(await statusFor(`localhost:${service.port}`)).toBe(200);
  });

  test('other paths, methods, content types and sizes', async () => {
    const address = `http://127.0.0.1:${service.port}`;
    expect(await codeOf(fetch(address))).toEqual([404, 'NOT_FOUND']);
    expect(await codeOf(fetch(`${address}/analyze`))).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(await codeOf(ask(PING, { headers: { 'content-type': 'text/plain' } }))).toEqual([415, 'NOT_JSON']);
    expect(await codeOf(ask(' '.repeat(33_000)))).toEqual([413, 'TOO_LARGE']);
  });
});

test('reports its presence to programs and to pages of this machine', async () => {
  const reply = pingReply.parse(await (await ask(PING)).json());
  expect(reply).toMatchObject({ status: 'ok', version: '9.9.9', threads: 1 });
  expect((await ask(PING, { headers: { origin: 'http://localhost:8080' } })).status).toBe(200);
});

test("allows the product's page, also from a public address", async () => {
  const preflight = await fetch(`http://127.0.0.1:${service.port}/analyze`, {
    method: 'OPTIONS',
    headers: {
      origin: OURS,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
      'access-control-request-private-network': 'true',
    },
  });
  expect(preflight.status).toBe(204);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': OURS,
    'access-control-allow-headers': 'content-type',
    'access-control-allow-private-network': 'true',
  });
  const answer = await ask(PING, { headers: { origin: OURS } });
  expect(answer.headers.get('access-control-allow-origin')).toBe(OURS);
});

test('analyzes: the winning move first, at 100 %', async () => {
  const { candidates } = analyzeReply.parse(await (await ask(WON)).json());
  expect(candidates[0]).toMatchObject({ move: 'd8d9', winrate: 100, score: { kind: 'win', plies: 1 } });
});

test('replies to all parallel requests', async () => {
  const replies = await Promise.all([START, WON, START, WON].map(async (body) => (await ask(body)).json()));
  expect(replies.map((reply) => analyzeReply.parse(reply).candidates[0]?.move)[3]).toBe('d8d9');
  expect(replies[0]).toEqual(replies[2]);
});

test('ends a search when its client disconnects, and starts the next one', async () => {
  const gone = new AbortController();
  const hungUp = ask(LONG, { signal: gone.signal });
  await expect.poll(() => service.running()).toBe(1);
  gone.abort();
  await expect(hungUp).rejects.toThrow();
  await expect.poll(() => service.running()).toBe(0);
  expect((await ask(WON)).status).toBe(200);
});
