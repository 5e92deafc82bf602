import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPlayers } from '@doushouqi/operations';
import type { RoomSnapshot } from '@doushouqi/protocol';
import { SERVICE_NAMES } from '@doushouqi/protocol/server';
import {
  freePorts,
  type LogEntry,
  metricsTable,
  randomOf,
  redisUrlOf,
  scrapeAll,
  shownBy,
  startPlatform,
} from '@doushouqi/scripts';
import { io } from 'socket.io-client';
import { afterAll, describe, expect, test } from 'vitest';
import { enroll, gameOf } from '../src/members.ts';
import { type Span, startOtlpReceiver } from '../src/otlp-receiver.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'observability.md');

const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-seeing-'));
const logged: LogEntry[] = [];

// No browser is used, so the web is not built.
writeFileSync(join(dataDir, 'index.html'), '');
const receiver = await startOtlpReceiver();
const [port = 0] = await freePorts(1);
const platform = await startPlatform({
  dataDir,
  port,
  webDist: dataDir,
  logLevel: 'trace',
  // One process of each service is scraped; with one realtime node it is the one of the players.
  replicas: { realtime: 1 },
  log: (entry) => logged.push(entry),
  env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, OTEL_BSP_SCHEDULE_DELAY: '100' },
});
const red = await enroll(platform.url, '山君');
const blue = await enroll(platform.url, '苍狼');
const table = await gameOf(platform.url, red, blue, [{ from: { x: 0, y: 6 }, to: { x: 0, y: 5 } }]);
await red.api.surrender({ params: { roomId: table.roomId } });

afterAll(async () => {
  for (const client of table.clients) client.close();
  await platform.stop();
  receiver.stop();
  rmSync(dataDir, { recursive: true });
});

/** Returns the chain of spans from the root of the trace to the first matching one. */
function pathTo(spans: readonly Span[], fits: (span: Span) => boolean): Span[] {
  const path: Span[] = [];
  for (let span = spans.find(fits); span; span = spans.find(({ spanId }) => spanId === span?.parentSpanId))
    path.unshift(span);
  return path;
}

/** Returns whether a matching span and all its ancestors have arrived: each process sends its own at its own time. */
function isWhole(spans: readonly Span[], fits: (span: Span) => boolean): boolean {
  const [root] = pathTo(spans, fits);
  return root !== undefined && root.parentSpanId === undefined;
}

function servicesOf(path: readonly Span[]): string[] {
  return [...new Set(path.map(({ service }) => service))];
}

test('traces a request from the gateway through the service to Redis and the store', async () => {
  const isRegistration = ({ name }: Span): boolean => name === 'POST /api/auth/register';
  const isInsert = ({ name }: Span): boolean => name === 'insert users';
  const isLimit = ({ service, by }: Span): boolean => service === 'auth' && by.endsWith('ioredis');
  const trace = await receiver.trace((spans) =>
    [isRegistration, isInsert, isLimit].every((it) => isWhole(spans, it)),
  );
  for (const end of [isInsert, isLimit]) {
    const path = pathTo(trace, end);
    expect(path[0]?.parentSpanId).toBeUndefined();
    expect(servicesOf(path)).toEqual(['gateway', 'auth']);
  }
});

test('traces a move from the message to the commit and the event', async () => {
  const isMove = ({ attributes }: Span): boolean => attributes['messaging.socket.io.event_name'] === 'move';
  const isCommit = ({ by, name }: Span): boolean => by.endsWith('ioredis') && name === 'evalsha';
  const trace = await receiver.trace((spans) => [isMove, isCommit].every((it) => isWhole(spans, it)));
  const move = trace.find(isMove);
  expect(move?.attributes['doushouqi.room_id']).toBe(table.roomId);
  expect(pathTo(trace, isCommit)[0]).toBe(move);
  expect(move?.events.map(({ name }) => name)).toContain('sent moveMade');
});

test('traces a finished game through its job to the archive', async () => {
  const isStored = ({ service, by }: Span): boolean => service === 'record' && by.endsWith('mongodb');
  const isJob = ({ service, attributes }: Span): boolean =>
    service === 'timekeeper' && attributes['doushouqi.room_id'] === table.roomId;
  const trace = await receiver.trace((spans) => isWhole(spans, isStored) && isWhole(spans, isJob));
  expect(servicesOf(pathTo(trace, isStored))).toEqual(['gateway', 'room', 'timekeeper', 'record']);
});

test('ignores sampling headers of clients', async () => {
  const traceId = 'abad1dea'.repeat(4);
  const traceparent = `00-${traceId}-abad1deaabad1dea-01`;
  const response = await fetch(`${platform.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent },
    body: JSON.stringify({ username: 'stranger', password: 'not a password' }),
  });
  expect(response.status).toBe(400);
  const isLogin = ({ name }: Span): boolean => name === 'POST /api/auth/login';
  const trace = await receiver.trace((spans) => spans.some(isLogin));
  expect(trace[0]?.traceId).not.toBe(traceId);
});

test('logs one request id at the gateway and both services', async () => {
  const response = await fetch(`${platform.url}/api/lobby/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${red.token}` },
    body: JSON.stringify({ content: '大家好' }),
  });
  expect(response.ok).toBe(true);
  const requestId = response.headers.get('x-request-id');
  expect(requestId).toMatch(/^[\w-]{36}$/);
  const lines = () => logged.filter(({ details }) => details.requestId === requestId);
  await expect
    .poll(() => new Set(lines().map((line) => line.process)))
    .toEqual(new Set(['gateway', 'lobby', 'auth']));
});

test('documents every exported metric', async () => {
  const shown = shownBy(await scrapeAll(dataDir));
  expect(readFileSync(PAGE, 'utf8')).toContain(metricsTable(shown));
});

test('counts the events of the test in the metrics', async () => {
  const { realtime = '', room = '', ...rest } = await scrapeAll(dataDir);
  expect(room).toMatch(/^room_games_started_total\{kind="casual",service="room"\} 1$/m);
  expect(room).toMatch(/^room_games_finished_total\{reason="SURRENDER",service="room"\} 1$/m);
  expect(realtime).toMatch(/^realtime_joins_total\{outcome="\w+",service="realtime"\} [1-9]/m);
  expect(rest.auth).toMatch(/^redis_client_up\{role="command",service="auth"\} 1$/m);
  expect(rest.auth).toMatch(/^mongodb_client_up\{service="auth"\} 1$/m);
  expect(rest.auth).toMatch(/^http_refusals_total\{route="\/auth\/login",code="\w+",service="auth"\} 1$/m);
  expect(rest.gateway).toMatch(/^gateway_upstream_duration_seconds_count\{.*upstream="auth".*\} [1-9]/m);
});

describe('the example of a bot', () => {
  const bots: ChildProcess[] = [];
  afterAll(() => {
    for (const bot of bots) bot.kill('SIGKILL');
  });

  test('plays against itself', async () => {
    const example = join(import.meta.dirname, '../../packages/room-client/example/bot.ts');
    const start = () =>
      spawn(process.execPath, [example, platform.url, 'example'], { stdio: ['ignore', 'ignore', 'inherit'] });
    bots.push(start(), start());
    const readPly = async (): Promise<number> => {
      const response = await fetch(`${platform.url}/api/games/rooms/example?view=compact`);
      return ((await response.json()) as Partial<RoomSnapshot>).ply ?? 0;
    };
    await expect.poll(readPly, { timeout: 30_000 }).toBeGreaterThan(8);
  });
});

describe('logs no secret, also while the stores fail', () => {
  const PASSWORD = 'a-password-in-no-file';
  const STRAY = 'a-stray-token-in-no-file';

  async function ask(url: string, init: RequestInit = {}): Promise<unknown> {
    const headers = { 'content-type': 'application/json', ...init.headers };
    const answer = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(10_000) });
    return answer.json().catch(() => null);
  }
  function post(path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
    return ask(`${platform.url}${path}`, { method: 'POST', body: JSON.stringify(body), headers });
  }
  /** Connects with a token in `auth`, as clients do, and in the query and headers, where no client sends it. */
  async function connect(token: string): Promise<void> {
    const client = io(platform.url, {
      forceNew: true,
      reconnection: false,
      transports: ['websocket'],
      auth: { token },
      query: { token },
      extraHeaders: { authorization: `Bearer ${token}`, cookie: `token=${token}` },
    });
    await new Promise<void>((resolve) => {
      for (const event of ['connect', 'connect_error']) client.once(event, () => resolve());
    });
    client.disconnect();
  }
  function urlOf(service: string): string {
    const [, running] = [...platform.processes].find(([name]) => name.startsWith(service)) ?? [];
    return `http://127.0.0.1:${running?.port}`;
  }

  test('in any service, at trace level', async () => {
    const account = { username: 'secretive', password: PASSWORD };
    const form = { ...account, nickname: '白象', confirmPassword: PASSWORD };
    const { access_token: token } = (await post('/api/auth/register', form)) as { access_token: string };
    expect(token).toMatch(/^eyJ/);
    const serviceToken = readFileSync(join(platform.keysDir, 'service-token'), 'utf8').trim();
    const use = async (): Promise<void> => {
      await post('/api/auth/login', { ...account, password: `${PASSWORD}-wrong` });
      await post('/api/auth/login', account, { authorization: `Bearer ${token}` });
      // Malformed, because a parser's error message could quote it.
      await ask(`${platform.url}/api/auth/login`, { method: 'POST', body: `{"password":"${PASSWORD}",` });
      await Promise.all([connect(token), connect(STRAY)]);
      for (const service of SERVICE_NAMES) {
        const headers = { authorization: `Bearer ${token}`, 'x-service-token': serviceToken };
        await ask(`${urlOf(service)}/internal/none?token=${token}&access_token=${STRAY}`, { headers });
        await ask(`${platform.url}/api/${service}/none?token=${STRAY}`, { headers });
      }
    };
    await use();
    for (const store of ['redis', 'store']) {
      await platform.kill(store, 'SIGKILL');
      await use();
      for (const name of platform.processes.keys()) await platform.waitReady(name);
    }

    const redisUrls = SERVICE_NAMES.map((service) => redisUrlOf(platform.redisUrl, service));
    const passwords = [platform.redisUrl, ...redisUrls].map((url) => new URL(url).password);
    const all = logged.map((entry) => JSON.stringify(entry)).join('\n');
    for (const service of [...SERVICE_NAMES, 'gateway']) expect(all).toContain(`"process":"${service}`);
    const secrets = [PASSWORD, STRAY, token, serviceToken, ...passwords];
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
  });
});

test('synthetic players play through the gateway and report success; an outage counts as a failure', async () => {
  const stop = new AbortController();
  const printed: string[] = [];
  const listening = Promise.withResolvers<number>();
  const options = { url: platform.url, port: 0, random: randomOf(1), now: Date.now, thinkMs: 20 };
  const ended = runPlayers(
    { ...options, signal: stop.signal, print: (line) => printed.push(line) },
    listening.resolve,
  );
  const metricsUrl = `http://127.0.0.1:${await listening.promise}/metrics`;
  const readMetric = async (name: string): Promise<number> => {
    const text = await (await fetch(metricsUrl)).text();
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  };
  await expect.poll(() => readMetric('synthetic_move_duration_seconds_count')).toBeGreaterThan(10);
  expect(await readMetric('synthetic_last_success_timestamp_seconds')).toBeGreaterThan(
    Date.now() / 1_000 - 20,
  );
  expect(printed).toEqual([]);

  await platform.kill('gateway', 'SIGKILL');
  await expect.poll(() => readMetric('synthetic_failures_total')).toBeGreaterThan(0);
  expect(printed[0]).toMatch(/the synthetic players failed: (move|delivery|connect|room)/);
  stop.abort();
  await ended;
});
