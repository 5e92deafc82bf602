import { isIPv6, SocketAddress } from 'node:net';

/**
 * What limits by address count by, at the gateway and in every service: an IPv4 address as it is, however it is
 * written, and of an IPv6 address the /64, all of which one customer holds. What is no address stays as it is.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  // One spelling for all: lower case, no zeros in front, an embedded IPv4 address with its dots.
  const canonical = new SocketAddress({ address: bare, family: 'ipv6' }).address;
  if (canonical.startsWith('::ffff:') && canonical.includes('.')) return canonical.slice('::ffff:'.length);
  const [head = '', tail] = canonical.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0');
  return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}
