import { isIPv6, SocketAddress } from 'node:net';

/**
 * Returns the network by which limits count an address, at the gateway and in every service: an IPv4 address in any
 * notation as IPv4, an IPv6 address as its /64, because one customer holds a whole /64. Returns other text unchanged.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  // Canonical form: lower case, no leading zeros, an embedded IPv4 address with dots.
  const canonical = new SocketAddress({ address: bare, family: 'ipv6' }).address;
  if (canonical.startsWith('::ffff:') && canonical.includes('.')) return canonical.slice('::ffff:'.length);
  const [head = '', tail] = canonical.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0');
  return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}
