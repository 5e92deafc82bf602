import { randomUUID } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { Addition } from './access.ts';
import { deviceName } from './device-name.ts';

/** Where a request comes from, as the account's owner sees it. */
export interface Origin {
  device: string;
  /** Address range; null if the address is unknown. */
  network: string | null;
  /** The address as limits count it. */
  address: string;
  /** Keyed hash of the device's cookie; undefined in sessions without one. */
  deviceHash?: string | undefined;
  /** Session of the request, or the one that it opens. */
  sessionId: string;
}

/**
 * Returns the range that an owner sees of an address (`networkOf`): an IPv4 /24 as `203.0.113.*`, an IPv6 /48 as
 * `2001:db8:1::/48`; null for other text. Pure.
 */
export function rangeOf(address: string): string | null {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.*`;
  const groups = address.split(':');
  return groups.length === 4 ? `${groups.slice(0, 3).join(':')}::/48` : null;
}

/** Returns the first address of a range. Pure. */
export function firstAddressOf(range: string): string {
  return range.replace('*', '0').replace('/48', '');
}

/** Returns what is stored of a way in that is added from there. Pure. */
export function additionOf({ device, network }: Origin, at: Date): Addition {
  return { at, device, network };
}

/** Returns the origin of a request; without `sessionId` of one that opens a session. */
export function originOf(
  { userAgent, address }: { userAgent: string; address: string },
  {
    sessionId = randomUUID(),
    deviceHash,
  }: { sessionId?: string | undefined; deviceHash?: string | undefined } = {},
): Origin {
  return { device: deviceName(userAgent), network: rangeOf(address), address, sessionId, deviceHash };
}
