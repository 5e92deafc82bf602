import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net';
import { networkOf } from './client-network.ts';
import { INNER_NETWORKS } from './trusted-proxies.ts';

/**
 * Addresses and ranges as text of bits, `4:` or `6:` and one character for each: a range is the beginning of its addresses,
 * in memory as in an index of the store. An IPv6 address is its /64, as limits count it (`networkOf`).
 */

/** Bits of the ranges by which accounts are related: an IPv4 /24, an IPv6 /48. */
const RELATED = { 4: 24, 6: 48 } as const;
const FAMILY = 2;

function bitsOf(numbers: readonly number[], size: number): string {
  return numbers.map((number) => number.toString(2).padStart(size, '0')).join('');
}

/** Returns the bits of an address in any notation, also of `networkOf`; null for other text. Pure. */
export function addressBits(address: string): string | null {
  const network = networkOf(address);
  if (isIPv4(network)) return `4:${bitsOf(network.split('.').map(Number), 8)}`;
  const groups = network.split(':');
  if (groups.length !== 4 || isIP(`${network}::`) === 0) return null;
  return `6:${bitsOf(
    groups.map((group) => Number.parseInt(group, 16)),
    16,
  )}`;
}

/** Returns the bits of a range in CIDR notation; null for other text. Pure. */
export function rangeBits(range: string): string | null {
  const [address = '', bits] = range.split('/');
  return addressBits(address)?.slice(0, FAMILY + Number(bits)) ?? null;
}

function related(bits: string | null): string | null {
  return bits === null ? null : bits.slice(0, FAMILY + RELATED[bits.startsWith('4') ? 4 : 6]);
}

/** Returns the bits of the range of an address by which accounts are related; null for other text. Pure. */
export function relatedBits(address: string): string | null {
  return related(addressBits(address));
}

/** Returns the bits of the ranges of `relatedBits` that a range holds, or of the one around it, as their beginning. Pure. */
export function relatedBeginning(range: string): string | null {
  return related(rangeBits(range));
}

/** Returns a range in CIDR notation, in its canonical form. Pure. */
export function rangeText(bits: string): string {
  const own = bits.slice(FAMILY);
  const isV4 = bits.startsWith('4');
  const [whole, size] = isV4 ? [32, 8] : [128, 16];
  const numbers = own.padEnd(whole, '0').match(new RegExp(`.{${size}}`, 'g')) ?? [];
  const parts = numbers.map((part) => Number.parseInt(part, 2).toString(isV4 ? 10 : 16));
  const address = isV4
    ? parts.join('.')
    : new SocketAddress({ address: parts.join(':'), family: 'ipv6' }).address;
  return `${address}/${own.length}`;
}

const NAMED = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
} as const;

function isNamed(text: string): text is keyof typeof NAMED {
  return Object.hasOwn(NAMED, text);
}

/** Ranges in which no client of the public is: those of gateways, as express names them, and of this machine. */
export interface InnerNetworks {
  has(address: string): boolean;
  /** Returns whether a range in CIDR notation shares addresses with them. */
  meets(range: string): boolean;
}

/** @param networks separated by commas (`isProxyList`) */
export function innerNetworks(networks: string = INNER_NETWORKS): InnerNetworks {
  const list = new BlockList();
  const ranges = [...INNER_NETWORKS.split(','), ...networks.split(',')]
    .map((text) => text.trim())
    .flatMap((text): readonly string[] => (isNamed(text) ? NAMED[text] : [text]));
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  const beginnings = ranges.flatMap((range) => rangeBits(range.includes('/') ? range : `${range}/64`) ?? []);
  return {
    has(address) {
      const network = networkOf(address);
      // An IPv6 address is its /64; the first one has `::1`.
      const full = isIP(network) === 0 ? `${network}::1` : network;
      return isIP(full) !== 0 && list.check(full, isIPv4(full) ? 'ipv4' : 'ipv6');
    },
    meets(range) {
      const bits = rangeBits(range);
      return bits !== null && beginnings.some((one) => one.startsWith(bits) || bits.startsWith(one));
    },
  };
}
