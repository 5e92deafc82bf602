import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode, errorBody } from '@doushouqi/protocol';

/** A refusal ready for the wire, for an HTTP response or for a socket that asked for an upgrade. */
export interface Refusal {
  status: number;
  body: object;
  headers: Record<string, string>;
}

/** A refusal of the catalogue; `retryAfter` in seconds; `status` where HTTP has a better one than the catalogue. */
export function refusal(code: ErrorCode, options: { retryAfter?: number; status?: number } = {}): Refusal {
  const retry = options.retryAfter === undefined ? {} : { 'retry-after': String(options.retryAfter) };
  return { status: options.status ?? ERRORS[code].status, body: errorBody(code), headers: retry };
}

/** What engine.io itself answers to a session that it does not know: its clients then connect anew. */
export const UNKNOWN_SESSION: Refusal = {
  status: 400,
  body: { code: 1, message: 'Session ID unknown' },
  headers: {},
};

const DEPENDENCY_AWAY = refusal('UNAVAILABLE', { retryAfter: 1 });
/** A service or every node is away. */
export function unavailable(): Refusal {
  return DEPENDENCY_AWAY;
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
 * Answers with a refusal, unless an answer has already begun: then the connection is all that can be cut. A request
 * whose body was not read to its end costs its connection too, or the rest would be taken for the next request.
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

/** Answers an upgrade request with a refusal and closes the socket. */
export function refuseUpgrade(socket: Duplex, given: Refusal): void {
  if (socket.destroyed || !socket.writable) return;
  const text = JSON.stringify(given.body);
  const headers = Object.entries({ ...headersOf(text, given), connection: 'close' });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${given.status} Refused\r\n${lines}\r\n${text}`);
}
