import { describe, expect, it } from 'vitest';
import {
  addressBits,
  innerNetworks,
  rangeBits,
  rangeText,
  relatedBeginning,
  relatedBits,
} from './address-range.ts';
import { networkOf } from './client-network.ts';

describe('a range', () => {
  it.each([
    ['203.0.113.0/24', '203.0.113.77', true],
    ['203.0.113.0/24', '::ffff:203.0.113.77', true],
    ['203.0.113.0/24', '203.0.114.1', false],
    ['203.0.112.0/20', '203.0.127.255', true],
    ['203.0.113.7/32', '203.0.113.7', true],
    ['203.0.113.7/32', '203.0.113.8', false],
    ['2001:db8:1::/48', '2001:db8:1:2::3', true],
    ['2001:db8:1::/48', '2001:DB8:1:ffff::', true],
    ['2001:db8:1::/48', '2001:db8:2::1', false],
    ['2001:db8::/32', '203.0.113.7', false],
    ['2001:db8::/32', 'unknown', false],
  ])('%s has %s: %s', (range, address, isIn) => {
    for (const text of [address, networkOf(address)])
      expect(addressBits(text)?.startsWith(rangeBits(range)!) ?? false).toBe(isIn);
  });

  it.each([
    ['203.0.113.77/24', '203.0.113.0/24'],
    ['203.0.113.77/17', '203.0.0.0/17'],
    ['203.0.113.7/32', '203.0.113.7/32'],
    ['2001:DB8:0001:2::3/48', '2001:db8:1::/48'],
    ['2001:db8:1:2::3/64', '2001:db8:1:2::/64'],
  ])('%s is written %s', (range, text) => {
    expect(rangeText(rangeBits(range)!)).toBe(text);
  });

  it('relates the accounts of an IPv4 /24 and an IPv6 /48', () => {
    expect(rangeText(relatedBits('203.0.113.77')!)).toBe('203.0.113.0/24');
    expect(rangeText(relatedBits(networkOf('2001:db8:1:2::3'))!)).toBe('2001:db8:1::/48');
    expect(relatedBits('unknown')).toBeNull();
    expect(relatedBits('203.0.113.77')!.startsWith(relatedBeginning('203.0.0.0/16')!)).toBe(true);
    expect(relatedBeginning('203.0.113.7/32')).toBe(relatedBits('203.0.113.200'));
  });
});

describe('inner networks', () => {
  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['10.2.3.4', true],
    ['192.168.1.1', true],
    ['100.64.3.2', true],
    ['fd00::1', true],
    ['fe80::1%eth0', true],
    ['203.0.113.7', false],
    ['2001:db8::1', false],
    ['unknown', false],
  ])('have %s: %s', (address, isIn) => {
    for (const text of [address, networkOf(address)]) expect(innerNetworks().has(text)).toBe(isIn);
  });

  it('have the networks of gateways, which no range may meet', () => {
    const inner = innerNetworks('203.0.113.0/28, 2001:db8::5');
    expect([inner.has('203.0.113.9'), inner.has('203.0.113.99'), inner.has('127.0.0.1')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(inner.meets('203.0.0.0/16')).toBe(true);
    expect(inner.meets('203.0.113.8/32')).toBe(true);
    expect(inner.meets('203.0.114.0/24')).toBe(false);
    expect(inner.meets('10.0.0.0/16')).toBe(true);
    expect(inner.meets('2001:db8::/48')).toBe(true);
  });
});
