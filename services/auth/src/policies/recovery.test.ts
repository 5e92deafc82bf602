import { expect, it } from 'vitest';
import { findRecoveryHash, RECOVERY_BYTES, recoveryCodesOf, recoveryHashOf } from './recovery.ts';

const bytes = Uint8Array.from({ length: RECOVERY_BYTES }, (_, n) => (n * 37) % 256);
const codes = recoveryCodesOf(bytes);

it('makes ten different codes of all random bits', () => {
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  expect(recoveryCodesOf(new Uint8Array(RECOVERY_BYTES).fill(255))[0]).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ');
});

it('accepts a code in any case, without separators and with letters that look like digits', () => {
  const hash = recoveryHashOf('a', '1002-3456-7AB8-9CD0');
  for (const typed of ['100234567ab89cd0', 'loO2 3456 7AB8 9CDO', 'I002-3456-7ab8-9cd0'])
    expect(recoveryHashOf('a', typed)).toBe(hash);
  expect(recoveryHashOf('b', '1002-3456-7AB8-9CD0')).not.toBe(hash);
});

it('finds a hash only among the stored ones', () => {
  const stored = codes.map((code) => recoveryHashOf('a', code));
  expect(findRecoveryHash(stored, stored[9]!)).toBe(stored[9]);
  expect(findRecoveryHash(stored.slice(0, 9), stored[9]!)).toBeUndefined();
  expect(findRecoveryHash([], stored[0]!)).toBeUndefined();
});
