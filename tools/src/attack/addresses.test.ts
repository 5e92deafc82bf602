import { isIPv4 } from 'node:net';
import { expect, test } from 'vitest';
import { ADDRESSES, addresses } from './addresses.ts';

test.each([0, ADDRESSES / 2 - 1, ADDRESSES - 1])('returns distinct addresses from number %i on', (first) => {
  const next = addresses(first);
  const given = new Set(Array.from({ length: ADDRESSES }, next));
  expect(given.size).toBe(ADDRESSES);
  expect([...given].filter((address) => !isIPv4(address) || !/^198\.1[89]\./.test(address))).toEqual([]);
});
