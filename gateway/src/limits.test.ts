import { expect, test } from 'vitest';
import { AddressCounts } from './limits.ts';

test('limits the connections of an address in any notation, without effect on other addresses', () => {
  const counts = new AddressCounts(2);
  const releases = [counts.take('2001:db8::1'), counts.take('2001:db8:0:0:5::')];
  expect(releases).not.toContain(null);
  expect(counts.take('2001:DB8::2')).toBeNull();
  expect(counts.take('2001:db8:0:1::1')).not.toBeNull();
  releases[0]?.();
  expect(counts.take('2001:db8::3')).not.toBeNull();
});

test('an excess is returned once, and an address without connections is removed', () => {
  const counts = new AddressCounts(1);
  const release = counts.take('a')!;
  release();
  expect(counts.size()).toBe(0);
  expect(counts.take('a')).not.toBeNull();
  release();
  expect(counts.take('a')).toBeNull();
});
