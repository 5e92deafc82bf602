import { describe, expect, it } from 'vitest';
import { factorUri, newSecret, periodOf } from './codes.ts';

/** The secret of the test vectors of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('of second %i is that of RFC 6238', (second, code) => {
    expect(periodOf(SECRET, code, second * 1_000)).toBe(Math.floor(second / 30));
  });

  it('counts one period early or late, as that period', () => {
    const at = (second: number) => periodOf(SECRET, '081804', second * 1_000);
    const period = Math.floor(1_111_111_109 / 30);
    const begin = period * 30;
    expect([at(begin - 30), at(begin), at(begin + 59)]).toEqual([period, period, period]);
    expect([at(begin - 31), at(begin + 60)]).toEqual([null, null]);
  });

  it('is refused for another secret, and in another length', () => {
    expect(periodOf(newSecret(), '287082', 59_000)).toBe(null);
    expect(periodOf(SECRET, '94287082', 59_000)).toBe(null);
  });
});

it('makes secrets of 160 random bits', () => {
  const [one, other] = [newSecret(), newSecret()];
  expect([one.length, one === other]).toEqual([32, false]);
});

it('names the site and the account in the address for the app', () => {
  expect(decodeURIComponent(factorUri(SECRET, 'shanjun'))).toBe(
    `otpauth://totp/斗兽棋后台:shanjun?issuer=斗兽棋后台&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
  );
});
