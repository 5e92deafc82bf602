import type { IncomingMessage } from 'node:http';
import { networkOf } from '@doushouqi/service-kit';

/** The client's address for limits, as the gateway wrote it: nothing else reaches a node from outside. */
export function addressOf({ headers, socket }: IncomingMessage): string {
  return networkOf(headers['x-forwarded-for']?.toString() ?? socket.remoteAddress ?? '');
}
