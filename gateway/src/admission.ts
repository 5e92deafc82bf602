import type { IncomingMessage } from 'node:http';
import { clientAddress, setForwardedHeaders, type TrustedProxy } from './client-address.ts';
import type { GatewayMetrics } from './metrics.ts';
import { createGeneralLimit } from './rate-limit.ts';
import { type Refusal, refusal } from './responses.ts';

export interface AdmissionOptions {
  trusted: TrustedProxy;
  rateLimit: { perSecond: number; burst: number };
  /** Largest request body, bytes. */
  bodyLimit: number;
  metrics: GatewayMetrics;
}

/** Marks a request as the services will see it and decides whether it may pass; a refusal when it may not. */
export type Admit = (req: IncomingMessage) => Promise<Refusal | null>;

/** The checks that every request and upgrade goes through, wherever it is bound for. */
export function createAdmission(options: AdmissionOptions): Admit {
  const { trusted, bodyLimit, metrics } = options;
  const limit = createGeneralLimit(options.rateLimit);
  return async (req) => {
    const address = clientAddress(req, trusted);
    setForwardedHeaders(req, address, trusted);
    const wait = await limit.consume(address);
    if (wait === null) return oversized(req, bodyLimit);
    metrics.rateLimited.inc();
    return refusal('RATE_LIMITED', { retryAfter: wait });
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
