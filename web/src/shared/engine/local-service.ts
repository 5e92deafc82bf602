import { ANALYSIS_PORT, type PingReply, pingReply } from '@doushouqi/protocol/analysis';

const ADDRESS = `http://localhost:${ANALYSIS_PORT}/analyze`;
/** Timeout of a local service, in ms. */
const PING_MS = 2_000;

/** No service answers, or an unknown program. */
export class ServiceGoneError extends Error {}

/** The service refuses the request. */
export class ServiceRefusedError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Sends a request to the local analysis service; resolves to its unchecked reply. */
export type CallService = (body: object, signal: AbortSignal) => Promise<unknown>;

/**
 * Does not use the client of our servers, because its refusals would affect the session.
 * @throws `ServiceGoneError` or `ServiceRefusedError`
 */
export async function callService(body: object, signal: AbortSignal): Promise<unknown> {
  const answer = await fetch(ADDRESS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
    cache: 'no-store',
    signal,
  }).catch(() => null);
  const reply: unknown = await answer?.json().catch(() => null);
  if (!answer || typeof reply !== 'object' || reply === null) throw new ServiceGoneError();
  if (!answer.ok) throw new ServiceRefusedError('code' in reply ? String(reply.code) : '');
  return reply;
}

/** Resolves to the service's name and version, or to null if it does not answer. */
export async function pingService(): Promise<PingReply | null> {
  const reply = await callService({ command: 'ping' }, AbortSignal.timeout(PING_MS)).catch(() => null);
  return pingReply.safeParse(reply).data ?? null;
}
