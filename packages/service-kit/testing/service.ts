import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient, ServiceName } from '@doushouqi/protocol';
import { calledBy, needsOf, urlVariable } from '@doushouqi/protocol/server';
import type { Connection } from 'mongoose';
import { afterAll } from 'vitest';
import { parseEnv } from '../src/env.ts';
import { createInternalClient, type InternalClient } from '../src/internal.ts';
import { createLogger } from '../src/logger.ts';
import { createMetrics } from '../src/metrics.ts';
import type { RedisClient } from '../src/redis.ts';
import { openService, type Service } from '../src/service.ts';
import { serve } from '../src/service-parts.ts';
import { ShutdownStack } from '../src/shutdown.ts';
import { apiFrom } from './api-from.ts';
import { idOf } from './calls.ts';
import { captureNotices, type NoticeListener } from './notices.ts';
import { type Peer, type Profiles, SERVICE_TOKEN, startProfiles } from './peers.ts';
import { clearRedis, startTestRedis, type TestRedis } from './redis.ts';
import { startTestStore } from './store.ts';
import { watchStoreRights } from './store-rights.ts';
import { makeTestKeys, signTestToken, type TestKeys } from './tokens.ts';

/** A service that refuses all connections. */
export const UNREACHABLE_SERVICE = { url: 'http://127.0.0.1:1', stop: async () => undefined };
export const PLENTY = 1_000_000;

export interface Reply<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T & { code?: string; message?: string };
}

/** The caller: a user, the bearer of a token, or a service with its token. */
interface Caller {
  userId?: string;
  token?: string | undefined;
  serviceToken?: string | null;
  headers?: Record<string, string>;
}

export interface TestUser {
  id: string;
  api: ApiClient;
}

interface TestServiceOptions<Context, Limit extends string> {
  /** Called services; `testService` stops them. If auth is not among them, `profiles` replaces it. */
  peers?: Partial<Record<ServiceName, Pick<Peer, 'url' | 'stop'>>>;
  env?: Record<string, string | number>;
  /** Limits with other points than in production. */
  limits?: Partial<Record<Limit, number>>;
  /** Replaced parts. */
  given?: Partial<Context>;
  /** A Redis that the test also uses elsewhere; the test stops it. */
  redis?: TestRedis;
  keys?: TestKeys;
}

/** Resources that all processes of a tested service share. */
interface Surroundings {
  /** The Redis server. Only for services that need Redis. */
  server: TestRedis;
  keys: TestKeys;
  /** Returns a token by these keys. `issuedAt`: epoch ms, now by default. */
  token(userId: string, issuedAt?: number): string;
  guestToken(userId: string): string;
  /** The auth service, with the users of `user` and those that a test adds. */
  profiles: Profiles;
  /** Captures notices of users. Only for services that need Redis. */
  notices: NoticeListener;
  /** The time of the service, epoch ms: the machine's until a test sets it. */
  clock: { now: number };
}

/** One process of a tested service. */
interface TestProcess<Context> {
  /** Address without `/api`. */
  url: string;
  context: Context;
  http: Server;
  /** Logged lines, parsed. */
  logged: Record<string, unknown>[];
  /**
   * Returns the typed client of a user or of a visitor. `address`: the client's address, as the gateway forwards it.
   */
  as(userId: string | null, address?: string): ApiClient;
  /** Returns the client of a guest with this id. */
  asGuest(userId: string): ApiClient;
  /** Calls as another service. */
  internal: InternalClient;
  /** Sends any request. */
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    options?: Caller & { body?: unknown },
  ): Promise<Reply<T>>;
  stop(): Promise<void>;
}

export interface TestService<Context, Limit extends string = string>
  extends Surroundings,
    TestProcess<Context> {
  /** Creates the `n`th user in auth and captures the user's notices. */
  user(n: number): Promise<TestUser>;
  /**
   * Starts another process with the same shared resources and these options. `stop` of the first process stops it
   * too.
   */
  another(options?: TestServiceOptions<Context, Limit>): Promise<TestProcess<Context>>;
  /** Empties Redis, collections and captured notices. */
  clear(): Promise<void>;
}

/** Starts Redis and a document store, if the service needs them, and writes keys to files. */
async function startBacking(
  service: Service,
  { redis: given, keys = makeTestKeys() }: Pick<TestServiceOptions<never, never>, 'redis' | 'keys'>,
) {
  const needs = needsOf(service.name);
  const [server, store, folder] = await Promise.all([
    needs.includes('redis') ? (given ?? startTestRedis()) : undefined,
    needs.includes('mongodb') ? startTestStore() : undefined,
    mkdtemp(join(tmpdir(), 'doushouqi-keys-')),
  ]);
  const files = {
    JWT_PUBLIC_KEY_FILE: keys.publicKey,
    JWT_PRIVATE_KEY_FILE: keys.privateKey,
    SERVICE_TOKEN_FILE: SERVICE_TOKEN,
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  return {
    server: server as TestRedis,
    keys,
    env: {
      ...(server && { REDIS_URL: server.url }),
      ...(store && { MONGODB_URL: store.url }),
      ...Object.fromEntries(Object.keys(files).map((name) => [name, join(folder, name)])),
    },
    async stop() {
      await Promise.all([
        given === undefined && server?.stop(),
        store?.stop(),
        rm(folder, { recursive: true }),
      ]);
    },
  };
}

/** Returns the machine's time until a test sets another one. */
function createTestClock(): { now: number } {
  let set: number | undefined;
  return {
    get now() {
      return set ?? Date.now();
    },
    set now(ms) {
      set = ms;
    },
  };
}

function environmentOf(
  service: Service,
  backing: Record<string, string>,
  { peers = {}, env = {} }: Pick<TestServiceOptions<never, never>, 'peers' | 'env'>,
) {
  const urls = calledBy(service.name).map((name) => [
    urlVariable(name),
    (peers[name] ?? UNREACHABLE_SERVICE).url,
  ]);
  const own = Object.entries(env).map(([name, value]) => [name, String(value)]);
  const all = { PORT: '0', ...backing, ...Object.fromEntries([...urls, ...own]) };
  const parsed = parseEnv(service.environment, all);
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  return parsed.value as { PORT: number; HOST: string; DRAIN_PAUSE_MS: number };
}

/** Starts a process of a service inside this process, as `startService` does in its own. */
async function startProcess<Context, Limit extends string>(
  service: Service<Context, Limit>,
  { clock, token, guestToken }: Surroundings,
  env: Record<string, string>,
  options: TestServiceOptions<Context, Limit>,
): Promise<TestProcess<Context>> {
  const { name } = service;
  const logged: Record<string, unknown>[] = [];
  const logger = createLogger({ name }, { write: (line) => void logged.push(JSON.parse(line)) });
  const [stack, abort] = [new ShutdownStack(), new AbortController()];
  const context = {
    logger,
    metrics: createMetrics(name),
    signal: abort.signal,
    onStop: (label: string, close: () => unknown) => stack.add(label, close),
  };
  const parsed = environmentOf(service as Service, env, options);
  const limits = (given: object) => ({ ...service.limits?.(given), ...options.limits }) as never;
  const given = { now: () => clock.now, ...options.given } as unknown as Partial<Context>;
  const opened = await openService<Context>({ ...service, limits }, context, parsed, given);
  const url = `http://127.0.0.1:${(await serve(context, opened, parsed)).port}`;
  const tokens = new Map<string, string>();
  /** One token for all requests of a user. */
  const tokenOf = (userId: string): string => {
    const known = tokens.get(userId) ?? token(userId);
    tokens.set(userId, known);
    return known;
  };
  return {
    url,
    context: opened.context,
    http: opened.server,
    logged,
    as: (userId, address) => apiFrom(url, address, userId && tokenOf(userId)),
    asGuest: (userId) => apiFrom(url, undefined, guestToken(userId)),
    internal: createInternalClient({ baseUrl: url, token: SERVICE_TOKEN }),
    async call(method, path, { userId, token: given, serviceToken, headers, body } = {}) {
      const bearer = userId === undefined ? given : tokenOf(userId);
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          ...((serviceToken ?? null) === null ? {} : { 'x-service-token': serviceToken as string }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    async stop() {
      abort.abort();
      await stack.run(logger);
    },
  };
}

/**
 * Starts a service with a real Redis and document store, keys, and an auth service with its users. `testService` also
 * stops it.
 */
export async function startTestService<Context, Limit extends string>(
  service: Service<Context, Limit>,
  options: TestServiceOptions<Context, Limit> = {},
): Promise<TestService<Context, Limit>> {
  const [backing, profiles] = await Promise.all([startBacking(service as Service, options), startProfiles()]);
  const { server, keys, env } = backing;
  const running = new Set<TestProcess<Context>>();
  /** The parts that the definition opens for its needs; the compiler cannot derive them for every service. */
  const stores = () =>
    [...running].map(({ context }) => context as { redis?: RedisClient; connection?: Connection });
  const surroundings: Surroundings = {
    server,
    keys,
    token: (userId, issuedAt = Date.now()) => signTestToken(userId, keys.privateKey, { issuedAt }),
    guestToken: (userId) => signTestToken(userId, keys.privateKey, { role: 'guest' }),
    profiles,
    notices: server && captureNotices(server.url, () => stores().flatMap(({ redis }) => redis ?? [])),
    clock: createTestClock(),
  };
  const start = async (more: TestServiceOptions<Context, Limit> = {}) => {
    const all = {
      peers: { auth: profiles, ...options.peers, ...more.peers },
      env: { ...options.env, ...more.env },
      limits: { ...options.limits, ...more.limits },
      given: { ...options.given, ...more.given },
    } as TestServiceOptions<Context, Limit>;
    const process = await startProcess(service, surroundings, env, all);
    const started: TestProcess<Context> = {
      ...process,
      async stop() {
        if (running.delete(started)) await process.stop();
      },
    };
    running.add(started);
    return started;
  };
  const first = await start().catch(async (error: unknown) => {
    await Promise.all([surroundings.notices?.stop(), profiles.stop()]);
    await backing.stop();
    throw error;
  });
  const [{ redis, connection } = {}] = stores();
  const missing = connection && watchStoreRights(connection);
  const { notices } = surroundings;
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    for (const started of [...running].reverse()) await started.stop();
    await Promise.all([notices?.stop(), profiles.stop()]);
    await backing.stop();
    if (missing?.size) throw new Error(`no service may, by the list of services: ${[...missing].join(', ')}`);
  };
  return {
    ...surroundings,
    ...first,
    async user(n) {
      const _id = idOf(n);
      profiles.users.set(_id, { _id, username: `player_${n}`, nickname: `棋手${n}`, avatar: 'tiger.png' });
      // Messages to several nodes of a cluster have no order.
      if (!server.url.startsWith('redis-cluster:')) await notices.listen([_id]);
      return { id: _id, api: first.as(_id) };
    },
    another: start,
    async clear() {
      if (redis !== undefined) await clearRedis(redis);
      for (const model of Object.values(connection?.models ?? {})) await model.deleteMany({});
      await notices.forget();
    },
    stop: () => (stopped ??= stop()),
  };
}

/**
 * Calls `startTestService` for one test file or one `describe`, not inside a test; stops the service and its peers after
 * the tests.
 */
export async function testService<Context, Limit extends string>(
  service: Service<Context, Limit>,
  options: TestServiceOptions<Context, Limit> = {},
): Promise<TestService<Context, Limit>> {
  const started = await startTestService(service, options);
  afterAll(async () => {
    await started.stop();
    await Promise.all(Object.values(options.peers ?? {}).map((peer) => peer.stop()));
  });
  return started;
}
