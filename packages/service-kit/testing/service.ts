import { type ApiClient, createApiClient, type ServiceName } from '@doushouqi/protocol';
import { calledBy, PUBLIC_ROUTES, urlVariable } from '@doushouqi/protocol/server';
import { parseEnv } from '../src/env.ts';
import { createInternalClient, type InternalClient } from '../src/internal.ts';
import { createLogger } from '../src/logger.ts';
import { createMetrics } from '../src/metrics.ts';
import { openService, type Service } from '../src/service.ts';
import { serve } from '../src/service-parts.ts';
import { ShutdownStack } from '../src/shutdown.ts';
import { type RedisBacking, SERVICE_TOKEN } from './backing.ts';

/** No server listens there. */
const NOWHERE = 'http://127.0.0.1:1';
export const PLENTY = 1_000_000;

export interface Reply<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T & { code?: string; message?: string };
}

/** Who calls: a user, or a service with this token; headers besides. */
interface Caller {
  userId?: string;
  serviceToken?: string | null;
  headers?: Record<string, string>;
}

export interface TestService<Context> {
  /** Without `/api`. */
  url: string;
  context: Context;
  /** The typed client of a user, or of a visitor. */
  as(userId: string | null): ApiClient;
  /** Calls of other services. */
  internal: InternalClient;
  /** Sends a request, of any form. A user has one token for all requests. */
  call<T>(method: string, path: string, asks?: Caller & { body?: unknown }): Promise<Reply<T>>;
  stop(): Promise<void>;
}

interface TestServiceOptions<Context, Limit extends string> {
  /** Base addresses of the services that it calls. */
  peers?: Partial<Record<ServiceName, string>>;
  env?: Record<string, string | number>;
  /** Points of limits that differ from those of the product. */
  limits?: Partial<Record<Limit, number>>;
  /** Receives what the service logs, as parsed lines. */
  logged?: Record<string, unknown>[];
  /** Parts to be replaced. */
  given?: Partial<Context>;
}

function environmentOf(
  service: Service,
  backing: RedisBacking & { storeUrl?: string },
  { peers = {}, env = {} }: Pick<TestServiceOptions<never, never>, 'peers' | 'env'>,
) {
  const urls = calledBy(service.name).map((name) => [urlVariable(name), peers[name] ?? NOWHERE]);
  const own = Object.entries(env).map(([name, value]) => [name, String(value)]);
  const all = { PORT: '0', ...backing.env, ...Object.fromEntries([...urls, ...own]) };
  const parsed = parseEnv(service.environment, all);
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  return parsed.value as { PORT: number; HOST: string; DRAIN_PAUSE_MS: number };
}

/** Starts a service in this process as `startService` does in its own, over the stores and keys of `backing`. */
export async function startTestService<Context, Limit extends string>(
  service: Service<Context, Limit>,
  backing: RedisBacking,
  options: TestServiceOptions<Context, Limit> = {},
): Promise<TestService<Context>> {
  const { name } = service;
  const { redis, connection, token } = backing as RedisBacking & { connection?: unknown };
  const { logged = [] } = options;
  const logger = createLogger({ name }, { write: (line) => void logged.push(JSON.parse(line)) });
  const [stack, abort] = [new ShutdownStack(), new AbortController()];
  const context = {
    logger,
    metrics: createMetrics(name),
    signal: abort.signal,
    onStop: (label: string, close: () => unknown) => stack.add(label, close),
  };
  const env = environmentOf(service as Service, backing, options);
  const limits = (given: object) => ({ ...service.limits?.(given), ...options.limits }) as never;
  const given = {
    redis,
    ...(connection !== undefined && { connection }),
    ...options.given,
  } as unknown as Partial<Context>;
  const opened = await openService<Context>({ ...service, limits }, context, env, given);
  const url = `http://127.0.0.1:${(await serve(context, opened, env)).port}`;
  const tokens = new Map<string, string>();
  const tokenOf = (userId: string): string => {
    const known = tokens.get(userId) ?? token(userId);
    tokens.set(userId, known);
    return known;
  };
  return {
    url,
    context: opened.context,
    as: (userId) =>
      createApiClient({
        routes: PUBLIC_ROUTES,
        baseUrl: `${url}/api`,
        token: () => userId && token(userId),
      }),
    internal: createInternalClient({ baseUrl: url, token: SERVICE_TOKEN }),
    async call(method, path, { userId, serviceToken, headers, body } = {}) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(userId === undefined ? {} : { authorization: `Bearer ${tokenOf(userId)}` }),
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
