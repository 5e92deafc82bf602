import { isErrorCode, type RouteDef, type RouteRequest } from '@doushouqi/protocol';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import { errorOf } from './errors.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';
import { isAmong, type ServiceToken, tokensOf } from './service-token.ts';

const SERVICE_TOKEN_HEADER = 'x-service-token';
const DEFAULT_TIMEOUT_MS = 3_000;

/** Returns whether a request has an accepted service token. */
export async function isFromService(token: ServiceToken, req: Request): Promise<boolean> {
  const given = req.get(SERVICE_TOKEN_HEADER);
  return given !== undefined && isAmong(given, await tokensOf(token));
}

/** Admits other services only: answers 401 unless the request has an accepted service token. */
export function requireServiceToken(token: ServiceToken): RequestHandler {
  return async (req, _res, next) => {
    if (!(await isFromService(token, req))) throw errorOf('UNAUTHORIZED');
    next();
  };
}

type InternalClientOptions = { baseUrl: string; token: ServiceToken; timeoutMs?: number };
type LooseRequest = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** Parsed reply of a route: zod's output of its reply schema. */
type RouteOutput<R extends RouteDef> = z.output<R['reply']>;

export type InternalClient = {
  /** Calls a route of the protocol. `requestId` links the log lines of both services. */
  call<R extends RouteDef>(
    route: R,
    request: RouteRequest<R>,
    options?: { requestId?: string },
  ): Promise<RouteOutput<R>>;
};

/**
 * Converts a refusal by the other service to an AppError. Its 401 is a mistake of this service (a wrong token), never
 * of the user.
 */
function refusal(status: number, body: unknown, retryAfter: number | undefined): Error {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
  if (status >= 502 || !isErrorCode(code)) return errorOf('UNAVAILABLE', { retryAfter: 1 });
  if (status === 401 || status === 500) return new Error(`internal call refused: ${status} ${code}`);
  return errorOf(code, {
    status,
    ...(typeof message === 'string' ? { message } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** Routes that are also open to users are under `/api`. */
function urlOf(baseUrl: string, { auth, path }: RouteDef, { params = {}, query = {} }: LooseRequest): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
  return `${baseUrl}${auth === 'service' ? '' : '/api'}${filled}${search && `?${search}`}`;
}

/**
 * Creates a client for another service. A call throws UNAVAILABLE if the service cannot be reached in time or is not
 * ready, the service's own AppError if it refuses, and a plain Error (a bug: 500) if the reply does not match the
 * contract.
 */
export function createInternalClient(options: InternalClientOptions): InternalClient {
  const { baseUrl, token, timeoutMs = DEFAULT_TIMEOUT_MS } = options;

  async function send(route: RouteDef, request: LooseRequest, requestId: string | undefined) {
    const { body } = request;
    try {
      const response = await fetch(urlOf(baseUrl, route, request), {
        method: route.method,
        headers: {
          [SERVICE_TOKEN_HEADER]: (await tokensOf(token))[0],
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const retryAfter = response.headers.get('retry-after');
      return {
        ok: response.ok,
        status: response.status,
        retryAfter: retryAfter === null ? undefined : Number(retryAfter),
        body: parseJson(await response.text()),
      };
    } catch (cause) {
      throw errorOf('UNAVAILABLE', { cause, retryAfter: 1 });
    }
  }

  return {
    async call(route, request, { requestId } = {}) {
      const response = await send(route, request as LooseRequest, requestId);
      if (!response.ok) throw refusal(response.status, response.body, response.retryAfter);
      const parsed = route.reply.safeParse(response.body);
      if (parsed.success) return parsed.data as RouteOutput<typeof route>;
      throw new Error(`unexpected reply to ${route.method} ${route.path}: ${z.prettifyError(parsed.error)}`);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
