import type { IncomingMessage } from 'node:http';
import { networkOf } from '@doushouqi/service-kit';

/** Returns the client's address for limits, as written by the gateway: nodes get outside traffic only through it. */
export function addressOf({ headers, socket }: IncomingMessage): string {
  return networkOf(headers['x-forwarded-for']?.toString() ?? socket.remoteAddress ?? '');
}
