import { CLIENT_ERRORS, shownMessage } from './client-errors.ts';
import type { ErrorBody, ErrorCode } from './errors.ts';
import type { ProofChallenge } from './guests.ts';
import type { RouteDef, RouteReply, RouteRequest } from './http.ts';
import { API_TIMEOUT } from './limits.ts';
import type { PublicRouteName, Routes } from './routes/index.ts';

/** A refused call (`status` of the reply) or an unanswered one (`status` 0: offline or timeout). */
export class ApiError extends Error {
  readonly code: ErrorCode | 'NETWORK';
  readonly status: number;
  /** A path of the web to go to instead. */
  readonly redirect: string | null;
  /** The work to prove, with PROOF_REQUIRED. */
  readonly challenge: ProofChallenge | null;

  constructor(
    status: number,
    body: { code: ErrorCode | 'NETWORK'; message: string; challenge?: ProofChallenge },
    redirect: string | null = null,
  ) {
    super(shownMessage(body));
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.redirect = redirect;
    this.challenge = body.challenge ?? null;
  }
}

/** The part of a route that a call needs; the schemas stay with the servers. */
type Place = Pick<RouteDef, 'method' | 'path'>;
export type RouteTable<Name extends PublicRouteName = PublicRouteName> = Readonly<Record<Name, Place>>;

export interface ApiClientOptions<Name extends PublicRouteName = PublicRouteName> {
  /** `PUBLIC_ROUTES`, or in the browser a table that the build makes from a part of it. */
  routes: RouteTable<Name>;
  /** Prefix of the paths, `/api` in the browser. */
  baseUrl: string;
  /** Called for every request, so that login and logout need no new client. */
  token: () => string | null;
  /** Called with every refused call and its token, before the caller gets the error. Used for forced logout. */
  onRefused?: (error: ApiError, token: string | null) => void;
  /** Called with the server's time (whole seconds) of each reply, and this device's times of request and reply. */
  onTime?: (serverTime: number, sentAt: number, receivedAt: number) => void;
  /** Milliseconds. */
  timeout?: number;
  fetch?: typeof fetch;
}

type Call<R extends RouteDef> =
  Record<never, never> extends RouteRequest<R>
    ? (request?: RouteRequest<R>) => Promise<RouteReply<R>>
    : (request: RouteRequest<R>) => Promise<RouteReply<R>>;

export type ApiClient<Name extends PublicRouteName = PublicRouteName> = { [One in Name]: Call<Routes[One]> };

interface LooseRequest {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

function urlOf(baseUrl: string, route: Place, { params = {}, query = {} }: LooseRequest): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();
  return `${baseUrl}${path}${search && `?${search}`}`;
}

/** Form of the codes of the catalog, which a newer server may have extended. */
const CODE = /^[A-Z][A-Z_]+$/;

/** Derives a code from the status if the reply is not of this protocol, as a proxy's error page. */
function refusalOf(status: number, body: unknown): ErrorBody {
  const { code, message, challenge } = (body ?? {}) as Partial<ErrorBody>;
  if (typeof code === 'string' && CODE.test(code) && typeof message === 'string')
    return challenge === undefined ? { code, message } : { code, message, challenge };
  const derived = (one: keyof typeof CLIENT_ERRORS): ErrorBody => ({
    code: one,
    message: CLIENT_ERRORS[one].message,
  });
  if (status === 401) return derived('UNAUTHORIZED');
  if (status === 404) return derived('NOT_FOUND');
  if (status === 429) return derived('RATE_LIMITED');
  if (status === 502 || status === 503 || status === 504) return derived('UNAVAILABLE');
  return derived(status >= 500 ? 'INTERNAL' : 'INVALID_INPUT');
}

function redirectOf(body: unknown): string | null {
  const { redirect } = (body ?? {}) as { redirect?: unknown };
  return typeof redirect === 'string' ? redirect : null;
}

function networkError(): ApiError {
  return new ApiError(0, { code: 'NETWORK', message: '网络连接失败，请检查网络后重试' });
}

/** Creates the typed client of a table's routes: `api.login({ body })` resolves to the reply or throws `ApiError`. */
export function createApiClient<Name extends PublicRouteName>(
  options: ApiClientOptions<Name>,
): ApiClient<Name> {
  const send = async (route: Place, request: LooseRequest, token: string | null): Promise<unknown> => {
    const sentAt = Date.now();
    const response = await (options.fetch ?? fetch)(urlOf(options.baseUrl, route, request), {
      method: route.method,
      headers: {
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      signal: AbortSignal.timeout(options.timeout ?? API_TIMEOUT),
    }).catch(() => {
      throw networkError();
    });
    const date = response.headers.get('date');
    if (date !== null) options.onTime?.(Date.parse(date), sentAt, Date.now());
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw new ApiError(response.status, refusalOf(response.status, body), redirectOf(body));
    // The connection may break after the headers.
    if (body === undefined) throw networkError();
    return body;
  };
  const call = async (route: Place, request: LooseRequest = {}): Promise<unknown> => {
    const token = options.token();
    try {
      return await send(route, request, token);
    } catch (error) {
      if (error instanceof ApiError) options.onRefused?.(error, token);
      throw error;
    }
  };
  const calls = Object.entries<Place>(options.routes).map(([name, route]) => [
    name,
    (request?: LooseRequest) => call(route, request),
  ]);
  return Object.fromEntries(calls) as ApiClient<Name>;
}
