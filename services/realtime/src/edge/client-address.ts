import type { IncomingMessage } from 'node:http';

/** The client's address as the gateway wrote it: nothing else reaches a node from outside. */
export function addressOf({ headers, socket }: IncomingMessage): string {
  return headers['x-forwarded-for']?.toString() ?? socket.remoteAddress ?? '';
}
