import type { IncomingMessage } from 'node:http';
import { clientAddress, setForwardedHeaders, type TrustedProxy } from './client-address.ts';
import type { ConnectionGuard } from './connection-limits.ts';
import type { GatewayMetrics } from './metrics.ts';
import { isRefusedFrom, originOf } from './origins.ts';
import { createGeneralLimit } from './rate-limit.ts';
import { type Refusal, refusal } from './responses.ts';
import type { Destination } from './routing-table.ts';

export interface AdmissionOptions {
  trusted: TrustedProxy;
  rateLimit: { perSecond: number; burst: number };
  /** Largest request body, bytes. */
  bodyLimit: number;
  /** Origins of other sites whose pages may speak to this one. */
  allowedOrigins: ReadonlySet<string>;
  guard: ConnectionGuard;
  metrics: GatewayMetrics;
}

/** Its `close` says that a request is answered, or that a websocket is over. */
interface Closing {
  once(event: 'close', over: () => void): unknown;
}

/** Marks a request as the services will see it and decides whether it may pass; a refusal when it may not. */
export type Admit = (
  req: IncomingMessage,
  destination: Destination,
  closing: Closing,
) => Promise<Refusal | null>;

const TRY_LATER_SECONDS = 10;

function tooMany(): Refusal {
  const given = refusal('TOO_MANY_CONNECTIONS', { retryAfter: TRY_LATER_SECONDS });
  return { ...given, headers: { ...given.headers, connection: 'close' } };
}

/** The checks that every request and upgrade goes through, wherever it is bound for. */
export function createAdmission(options: AdmissionOptions): Admit {
  const { trusted, bodyLimit, allowedOrigins, guard, metrics } = options;
  const limit = createGeneralLimit(options.rateLimit);
  return async (req, destination, closing) => {
    const address = clientAddress(req, trusted);
    setForwardedHeaders(req, address, trusted);
    if (guard.isExcess(req)) return tooMany();
    const wait = await limit.consume(address);
    if (wait !== null) {
      metrics.rateLimited.inc();
      return refusal('RATE_LIMITED', { retryAfter: wait });
    }
    if (isRefusedFrom(originOf(req.headers, allowedOrigins), destination, req.method)) {
      return refusal('FOREIGN_ORIGIN');
    }
    return oversized(req, bodyLimit) ?? (guard.admit(address, closing) ? null : tooMany());
  };
}

/**
 * Bodies are bounded by their declared length; one without (chunked) is refused, since no client of ours sends it
 * and it could be counted only while it is already on its way to a service.
 */
function oversized(req: IncomingMessage, bodyLimit: number): Refusal | null {
  if (req.headers['transfer-encoding'] !== undefined) return refusal('INVALID_INPUT', { status: 411 });
  return Number(req.headers['content-length'] ?? 0) > bodyLimit ? refusal('PAYLOAD_TOO_LARGE') : null;
}
