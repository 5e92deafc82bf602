import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import type { Destination } from './routing-table.ts';

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
