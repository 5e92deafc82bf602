import { expect, test } from 'vitest';
import { invitation, passwordIn } from './invitation.ts';

test.each(['猫猴2026', '100%#?&', "a'b/c"])('an invitation carries the password %s', (password) => {
  const { pathname, search, hash } = new URL(invitation('t1', password), 'https://example.org');
  expect([pathname, search]).toEqual(['/tournament/t1', '']);
  expect(passwordIn(hash.slice(1))).toBe(password);
});

test.each([null, undefined, ''])('an address without a password (%s) is plain', (password) => {
  expect(invitation('t1', password)).toBe('/tournament/t1');
});

test.each([
  ['', undefined],
  ['%', undefined],
  ['%E7%8C', undefined],
  ['x'.repeat(500), 'x'.repeat(100)],
])('the fragment %j has the password %j', (fragment, password) => {
  expect(passwordIn(fragment)).toBe(password);
});
