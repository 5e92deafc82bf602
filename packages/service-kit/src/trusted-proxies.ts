import { isIP } from 'node:net';

/** Whether express accepts the text as proxies: a name, an address or a range. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return bits === undefined ? most > 0 : /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most;
}

/** Returns whether express accepts the text as a list of proxies, separated by commas. Pure. */
export function isProxyList(text: string): boolean {
  return text.split(',').every((part) => isProxy(part.trim()));
}

/**
 * Networks of gateways where none are set: addresses that are never public, with those that providers of Kubernetes give
 * to pods (RFC 6598).
 */
export const INNER_NETWORKS = 'loopback,linklocal,uniquelocal,100.64.0.0/10';
