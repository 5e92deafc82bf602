import type { IncomingMessage } from 'node:http';
import { networkOf } from '@doushouqi/service-kit';
import type { Connection } from '@doushouqi/service-kit/transport';

/** Returns the client's address for limits, as written by the gateway: nodes get outside traffic only through it. */
export function addressOf({ headers, socket }: IncomingMessage): string {
  return networkOf(headers['x-forwarded-for']?.toString() ?? socket.remoteAddress ?? '');
}

/** The addresses of connections, whose requests are freed. */
const addresses = new WeakMap<Connection, string>();

/** Stores the address of a new connection, and returns it. */
export function noteAddress(connection: Connection): string {
  const address = addressOf(connection.request);
  addresses.set(connection, address);
  return address;
}

/** Returns the client's address of a connection; empty if it is unknown. */
export function notedAddress(connection: Connection): string {
  return addresses.get(connection) ?? '';
}
