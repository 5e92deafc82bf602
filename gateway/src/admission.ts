import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { AccessRules, LiveFile } from '@doushouqi/service-kit';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { clientAddress, setForwardedHeaders, type TrustedProxy } from './client-address.ts';
import type { AddressGuard } from './limits.ts';
import type { GatewayMetrics } from './metrics.ts';
import { type Closing, last, onceClosed, type Refusal, refusal, tooMany } from './responses.ts';
import type { Sessions } from './sessions.ts';

/**
 * Returns whether a request has more than one `Host` header. Node reads the first, a proxy may read the last,
 * so the request is ambiguous (RFC 9112, section 3.2: reply 400). Pure.
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
    description: 'Origins of other sites whose pages may call this one, separated by commas.',
    fallback: 'none',
  });

/**
 * Source of a request: `own` for our pages and for clients that send no `Origin`, `listed` for allowed sites,
 * else `foreign`.
 */
export type Origin = 'own' | 'listed' | 'foreign';

/**
 * Compares `Origin` with the requested host. Only hosts count because TLS may end before the gateway.
 * `admission` has set `x-forwarded-host` to the host that the browser requested. Pure.
 */
export function originOf(headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): Origin {
  const { origin, host } = headers;
  if (origin === undefined) return 'own';
  if (allowed.has(origin)) return 'listed';
  const asked = headers['x-forwarded-host'] ?? host;
  return URL.parse(origin)?.host === asked ? 'own' : 'foreign';
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '600',
};

/**
 * Allows pages of the listed origins to read replies. No credentials: tokens travel in a header, so only the
 * page that holds the token can act for a user.
 */
export function allowOrigins(allowed: ReadonlySet<string>): RequestHandler {
  return (req, res, next) => {
    // A cache must not serve one origin's reply to another.
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
  sessions: Sessions;
  metrics: GatewayMetrics;
  /** The operator's rules, of which the gateway applies the refused addresses. */
  access: LiveFile<AccessRules>;
}

/**
 * Sets the forwarded headers and returns the refusal of a request, or null. Polls are counted by session
 * (`realtime.ts`).
 */
export type Admit = (req: IncomingMessage, closing: Closing | 'poll') => Promise<Refusal | null>;

/** Creates the checks of every request and upgrade. */
export function createAdmission(options: AdmissionOptions): Admit {
  const { trusted, bodyLimit, allowedOrigins, guard, sessions, metrics, access } = options;
  return async (req, closing) => {
    const address = clientAddress(req, trusted);
    setForwardedHeaders(req, address, trusted);
    if (guard.isExcess(req)) return tooMany();
    if ((await access()).isRefused(address)) {
      metrics.connectionsRefused.inc({ kind: 'address' });
      return last(refusal('ADDRESS_REFUSED'));
    }
    const wait = await guard.request(address);
    if (wait !== null) {
      metrics.rateLimited.inc();
      return refusal('RATE_LIMITED', { retryAfter: wait });
    }
    if (originOf(req.headers, allowedOrigins) === 'foreign') return refusal('FOREIGN_ORIGIN');
    const refused = oversized(req, bodyLimit);
    if (refused !== null || closing === 'poll') return refused;
    const release = sessions.request(address);
    if (release === null) return guard.refuseSession(address);
    onceClosed(closing, release);
    return null;
  };
}

/** Returns the client's address, which `admit` has set. */
export function admittedAddress({ headers }: IncomingMessage): string {
  return String(headers['x-forwarded-for']);
}

/**
 * Checks the declared length. A chunked body is refused: no client of ours sends one, and its size is known
 * only after it has reached a service.
 */
function oversized(req: IncomingMessage, bodyLimit: number): Refusal | null {
  if (req.headers['transfer-encoding'] !== undefined) return refusal('INVALID_INPUT', { status: 411 });
  return Number(req.headers['content-length'] ?? 0) > bodyLimit ? refusal('PAYLOAD_TOO_LARGE') : null;
}
