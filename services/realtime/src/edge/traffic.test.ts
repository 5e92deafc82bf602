import { expect, test } from 'vitest';
import { AddressMeters, addressLimits, connectionLimits, Meter } from './traffic.ts';

const messages = { perSecond: 10, burst: 5 };
const limits = connectionLimits(messages);
/** Thrice the burst, as with messages, of two packets for each of them. */
const AT_ONCE = 30;

function counted(meter: Meter, times: number, bytes: number, now: number): boolean[] {
  return Array.from({ length: times }, () => meter.count(bytes, now));
}

test('so many packets at once, and what time gives back', () => {
  const meter = new Meter(limits, 0);
  expect(counted(meter, AT_ONCE, 0, 0)).toEqual(Array(AT_ONCE).fill(true));
  expect(meter.count(0, 0)).toBe(false);
  expect(counted(meter, 21, 0, 1_000).filter(Boolean)).toHaveLength(19);
});

test('so many bytes at once, in however few packets', () => {
  const meter = new Meter(limits, 0);
  expect(counted(meter, 3, 5 * 1_024, 0)).toEqual([true, true, true]);
  expect(meter.count(1, 0)).toBe(false);
});

test('the connections of an address share a meter that outlives them', () => {
  const meters = new AddressMeters(addressLimits(messages));
  const counts = counted(meters.of('a', 0), 20 * AT_ONCE, 0, 0);
  expect(counts).toEqual(Array(20 * AT_ONCE).fill(true));
  expect(meters.of('a', 0).count(0, 0)).toBe(false);
  expect(meters.of('b', 0).count(0, 0)).toBe(true);
});

test('an address that was cut off for a minute is free again within seconds', () => {
  const meters = new AddressMeters(addressLimits(messages));
  for (let second = 0; second < 60; second += 1) counted(meters.of('a', 0), 1_000, 0, second * 1_000);
  expect(counted(meters.of('a', 0), 100, 0, 62_000)).toEqual(Array(100).fill(true));
});

test('addresses that went quiet are forgotten, those that flood are not', () => {
  const meters = new AddressMeters(addressLimits(messages));
  for (let n = 0; n < 10_000; n += 1) {
    meters.of(String(n), n).count(10, n);
    meters.of('flood', n).count(1_000, n);
  }
  expect(meters.size()).toBeLessThan(2_000);
  expect(meters.of('flood', 10_000).count(0, 10_000)).toBe(false);
});
