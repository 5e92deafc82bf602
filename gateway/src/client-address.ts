import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isProxyList } from '@doushouqi/service-kit';
import { z } from 'zod';

/** Whether the `hop`-th address, counted from the gateway, is a trusted proxy. */
export type TrustedProxy = (address: string, hop: number) => boolean;

/** `TRUST_PROXY`: a number of hops, or addresses as express names them. */
export const trustProxy = z
  .string()
  .refine((text) => /^\d+$/.test(text) || isProxyList(text), {
    error: 'a number of hops, or addresses, ranges like 10.0.0.0/8, loopback, linklocal, uniquelocal',
  })
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : text))
  .default(0)
  .meta({
    description:
      'Trusted proxies in front, separated by commas: a number of hops, or addresses, ranges, `loopback`, `uniquelocal`.',
    fallback: 'none',
  });

/** Returns an IPv4 address without the IPv6 prefix that dual-stack sockets add. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * Returns the client's address: the first one, counted from the gateway, that is no trusted proxy. Addresses
 * that the client itself wrote into X-Forwarded-For are further out and never used.
 */
export function clientAddress(req: IncomingMessage, trusted: TrustedProxy): string {
  const forwarded = [req.headers['x-forwarded-for'] ?? ''].flat().join(',');
  const claimed = forwarded
    .split(',')
    .map((address) => plainAddress(address.trim()))
    .toReversed();
  let address = plainAddress(req.socket.remoteAddress ?? '');
  for (const [hop, next] of claimed.entries()) {
    if (!trusted(address, hop) || isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/** Headers that only the gateway and the services may set. */
const PRIVATE_HEADERS = ['forwarded', 'x-real-ip', 'x-service-token', 'x-forwarded-port'];

/** Sets the headers that services trust and removes the client's values. */
export function setForwardedHeaders(req: IncomingMessage, address: string, trusted: TrustedProxy): void {
  const fromProxy = trusted(plainAddress(req.socket.remoteAddress ?? ''), 0);
  const proto = fromProxy && req.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  for (const name of PRIVATE_HEADERS) delete req.headers[name];
  req.headers['x-forwarded-for'] = address;
  req.headers['x-forwarded-proto'] = proto;
  if (!fromProxy || req.headers['x-forwarded-host'] === undefined) {
    req.headers['x-forwarded-host'] = req.headers.host ?? '';
  }
}
