import { ANALYSIS_PORT, type PingReply, pingReply } from '@doushouqi/protocol/analysis';

const ADDRESS = `http://localhost:${ANALYSIS_PORT}/analyze`;
/** A service on the same machine answers at once. Milliseconds. */
const PING_MS = 2_000;

/** No service answers, or an unknown one. */
export class ServiceGoneError extends Error {}

/** The service answers, with a refusal. */
export class ServiceRefusedError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Asks the analysis service of this machine, and gives its answer as it came. */
export type CallService = (body: object, signal: AbortSignal) => Promise<unknown>;

/**
 * Not through the client of our servers: what this one refuses says nothing about the session.
 * Rejects with `ServiceGoneError` or `ServiceRefusedError`.
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

/** What the service says of itself; null where it does not answer. */
export async function pingService(): Promise<PingReply | null> {
  const reply = await callService({ command: 'ping' }, AbortSignal.timeout(PING_MS)).catch(() => null);
  return pingReply.safeParse(reply).data ?? null;
}
