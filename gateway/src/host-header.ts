import type { IncomingMessage } from 'node:http';

/**
 * Whether a request has more than one `Host` header. Node uses the first one, a proxy in front may use the last, so such a
 * request has no safe meaning (RFC 9112 §3.2 demands 400). Pure.
 */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return names.filter((name) => name.toLowerCase() === 'host').length > 1;
}
