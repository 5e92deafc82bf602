import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { clientAddress, setForwardedHeaders, type TrustedProxy } from './client-address.ts';
import type { AddressGuard } from './limits.ts';
import type { GatewayMetrics } from './metrics.ts';
import { type Refusal, refusal } from './responses.ts';
import type { Destination } from './routing-table.ts';

/**
 * Whether a request has more than one `Host` header. Node uses the first one, a proxy in front may use the last, so such a
 * request has no safe meaning (RFC 9112 §3.2 demands 400). Pure.
 */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return names.filter((name) => name.toLowerCase() === 'host').length > 1;
}

/** `ALLOWED_ORIGINS`. */
export const origins = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (list) => list.every((origin) => URL.parse(origin)?.origin === origin),
    'each is like https://example.com',
  )
  .transform((list): ReadonlySet<string> => new Set(list))
  .meta({
    description:
      'Origins of other sites whose pages may call this one (`https://example.com`), separated by commas.',
    fallback: 'none',
  });

/**
 * Where a request comes from, as a browser says it: from a page of ours (or from no page: only browsers name an origin),
 * from a site that is listed, or from anywhere else.
 */
export type Origin = 'own' | 'listed' | 'foreign';

/**
 * Reads `Origin`. Hosts alone are compared, for TLS may end in front of the gateway; `x-forwarded-host` is what `admission`
 * left there: the host that the browser asked for. Pure.
 */
export function originOf(headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): Origin {
  const { origin, host } = headers;
  if (origin === undefined) return 'own';
  if (allowed.has(origin)) return 'listed';
  const asked = headers['x-forwarded-host'] ?? host;
  return URL.parse(origin)?.host === asked ? 'own' : 'foreign';
}

/** Methods that change nothing; what they answer stays unread where no permission comes with it. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request from elsewhere is refused: whatever may change something, and every connection of Socket.IO. */
export function isRefusedFrom(origin: Origin, destination: Destination, method = 'GET'): boolean {
  if (origin !== 'foreign') return false;
  return destination.kind === 'realtime' || (destination.kind === 'service' && !SAFE.has(method));
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '600',
};

/**
 * Permission for pages of the listed origins, and for nobody else. No credentials: a token comes in a header of its own, so
 * no request acts for anybody without the page that holds the token.
 */
export function allowOrigins(allowed: ReadonlySet<string>): RequestHandler {
  return (req, res, next) => {
    // A cache must not give one origin what another was answered.
    if (allowed.size > 0) res.vary('origin');
    const { origin } = req.headers;
    if (origin === undefined || !allowed.has(origin)) return next();
    res.set({ 'access-control-allow-origin': origin, 'access-control-expose-headers': 'retry-after' });
    if (req.method !== 'OPTIONS') return next();
    res.set(PREFLIGHT).status(204).end();
  };
}

export interface AdmissionOptions {
  trusted: TrustedProxy;
  /** Largest request body, bytes. */
  bodyLimit: number;
  /** Origins of other sites whose pages may call this one. */
  allowedOrigins: ReadonlySet<string>;
  guard: AddressGuard;
  metrics: GatewayMetrics;
}

/** Emits `close` when a request is answered or a websocket ends. */
interface Closing {
  once(event: 'close', over: () => void): unknown;
}

/**
 * Marks a request as the services will see it, and decides whether it may pass. Polls are counted by session instead
 * (`realtime.ts`).
 */
export type Admit = (
  req: IncomingMessage,
  destination: Destination,
  closing: Closing | 'poll',
) => Promise<Refusal | null>;

const TRY_LATER_SECONDS = 10;

/** The refusal of an address that holds too many connections or sessions. */
export function tooMany(): Refusal {
  const given = refusal('TOO_MANY_CONNECTIONS', { retryAfter: TRY_LATER_SECONDS });
  return { ...given, headers: { ...given.headers, connection: 'close' } };
}

/** The checks of every request and upgrade. */
export function createAdmission(options: AdmissionOptions): Admit {
  const { trusted, bodyLimit, allowedOrigins, guard, metrics } = options;
  return async (req, destination, closing) => {
    const address = clientAddress(req, trusted);
    setForwardedHeaders(req, address, trusted);
    if (guard.isExcess(req)) return tooMany();
    const wait = await guard.request(address);
    if (wait !== null) {
      metrics.rateLimited.inc();
      return refusal('RATE_LIMITED', { retryAfter: wait });
    }
    if (isRefusedFrom(originOf(req.headers, allowedOrigins), destination, req.method)) {
      return refusal('FOREIGN_ORIGIN');
    }
    const refused = oversized(req, bodyLimit);
    if (refused !== null || closing === 'poll') return refused;
    const release = guard.take(address);
    if (release === null) return tooMany();
    closing.once('close', release);
    return null;
  };
}

/** The client's address as `admit` left it. */
export function admittedAddress({ headers }: IncomingMessage): string {
  return String(headers['x-forwarded-for']);
}

/**
 * Bodies are bounded by their declared length; one without (chunked) is refused, since no client of ours sends it
 * and it could be counted only while it is already on its way to a service.
 */
function oversized(req: IncomingMessage, bodyLimit: number): Refusal | null {
  if (req.headers['transfer-encoding'] !== undefined) return refusal('INVALID_INPUT', { status: 411 });
  return Number(req.headers['content-length'] ?? 0) > bodyLimit ? refusal('PAYLOAD_TOO_LARGE') : null;
}
