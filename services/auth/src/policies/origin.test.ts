import { networkOf } from '@doushouqi/service-kit';
import { expect, it } from 'vitest';
import { firstAddressOf, originOf, rangeOf } from './origin.ts';

it.each([
  ['203.0.113.77', '203.0.113.*', '203.0.113.0'],
  ['::ffff:203.0.113.77', '203.0.113.*', '203.0.113.0'],
  ['2001:db8:1:2::3', '2001:db8:1::/48', '2001:db8:1::'],
  ['::1', '0:0:0::/48', '0:0:0::'],
])('%s is in the range %s', (address, range, first) => {
  expect(rangeOf(networkOf(address))).toBe(range);
  expect(firstAddressOf(range)).toBe(first);
});

it('an unknown address has no range', () => {
  expect(rangeOf(networkOf('unknown'))).toBeNull();
});

it('a request that opens a session has an id of its own', () => {
  const request = { userAgent: '', address: '203.0.113.77' };
  expect(originOf(request).sessionId).not.toBe(originOf(request).sessionId);
  expect(originOf(request, { sessionId: 'x' })).toEqual({
    ...{ device: '未知设备', network: '203.0.113.*', address: '203.0.113.77', sessionId: 'x' },
  });
});
