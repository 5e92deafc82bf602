import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode, errorBody } from '@doushouqi/protocol';

/** A refusal for an HTTP response or for a socket that requests an upgrade. */
export interface Refusal {
  status: number;
  body: object;
  headers: Record<string, string>;
}

/** Returns a refusal of the catalogue. `retryAfter` in seconds; `status` replaces the catalogue's. */
export function refusal(code: ErrorCode, options: { retryAfter?: number; status?: number } = {}): Refusal {
  const retry = options.retryAfter === undefined ? {} : { 'retry-after': String(options.retryAfter) };
  return { status: options.status ?? ERRORS[code].status, body: errorBody(code), headers: retry };
}

/** The reply of engine.io for an unknown session; its clients reconnect. */
export const UNKNOWN_SESSION: Refusal = {
  status: 400,
  body: { code: 1, message: 'Session ID unknown' },
  headers: {},
};

const DEPENDENCY_AWAY = refusal('UNAVAILABLE', { retryAfter: 1 });
/** A service or all nodes are unavailable. */
export function unavailable(): Refusal {
  return DEPENDENCY_AWAY;
}

/** Returns the refusal that also closes the connection. */
export function last(given: Refusal): Refusal {
  return { ...given, headers: { ...given.headers, connection: 'close' } };
}

const TRY_LATER_SECONDS = 10;

/** Returns the refusal for an address with too many connections or sessions. */
export function tooMany(): Refusal {
  return last(refusal('TOO_MANY_CONNECTIONS', { retryAfter: TRY_LATER_SECONDS }));
}

/** A response, or the socket of a websocket. */
export type Closing = Pick<ServerResponse | Socket, 'closed'> & {
  once(event: 'close', over: () => void): unknown;
};

/** Calls `over` when the response or socket closes, at once if it has closed. */
export function onceClosed(closing: Closing, over: () => void): void {
  if (closing.closed) over();
  else closing.once('close', over);
}

function headersOf(text: string, given: Refusal): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    ...given.headers,
  };
}

/**
 * Sends a refusal, or closes the connection if a response has begun. A request with unread body closes its
 * connection too: the rest would be read as the next request.
 */
export function sendRefusal(req: IncomingMessage, res: ServerResponse, given: Refusal): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const text = JSON.stringify(given.body);
  const close = req.complete ? {} : { connection: 'close' };
  res.writeHead(given.status, { ...headersOf(text, given), ...close }).end(text);
}

/** Sends a refusal to an upgrade request and closes the socket. */
export function refuseUpgrade(socket: Duplex, given: Refusal): void {
  if (socket.destroyed || !socket.writable) return;
  const text = JSON.stringify(given.body);
  const headers = Object.entries({ ...headersOf(text, given), connection: 'close' });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${given.status} Refused\r\n${lines}\r\n${text}`);
}
