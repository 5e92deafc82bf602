import { expect, test } from 'vitest';
import { connectionLimits, Meter } from './traffic.ts';

const messages = { perSecond: 10, burst: 5 };
const limits = connectionLimits(messages);
/** Three times the burst, as for messages, with two packets for each. */
const AT_ONCE = 30;

function counted(meter: Meter, times: number, bytes: number, now: number): boolean[] {
  return Array.from({ length: times }, () => meter.count(bytes, now));
}

test('limits a burst of packets and refills over time', () => {
  const meter = new Meter(limits, 0);
  expect(counted(meter, AT_ONCE, 0, 0)).toEqual(Array(AT_ONCE).fill(true));
  expect(meter.count(0, 0)).toBe(false);
  expect(counted(meter, 21, 0, 1_000).filter(Boolean)).toHaveLength(19);
});

test('limits the bytes of a burst regardless of the number of packets', () => {
  const meter = new Meter(limits, 0);
  expect(counted(meter, 3, 5 * 1_024, 0)).toEqual([true, true, true]);
  expect(meter.count(1, 0)).toBe(false);
});
