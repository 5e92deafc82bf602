import { createHash, timingSafeEqual } from 'node:crypto';

/** Recovery codes of an account. */
export const RECOVERY_CODES = 10;
/** 80 random bits each, so a plain hash protects them. */
const CODE_BYTES = 10;
/** Bytes of all codes of an account. */
export const RECOVERY_BYTES = RECOVERY_CODES * CODE_BYTES;
/** 32 characters, of which none looks like another: digits, and letters without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.replace(/[ILOU]/g, '');
const LOOK_ALIKES: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' };

function codeOf(bytes: Uint8Array): string {
  let bits = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let code = '';
  for (let n = 0; n < (CODE_BYTES * 8) / 5; n += 1) {
    code = ALPHABET[Number(bits & 31n)] + code;
    bits >>= 5n;
  }
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** Returns ten codes like `8K2F-7QXM-3RTV-9WZA` from RECOVERY_BYTES random bytes. Pure. */
export function recoveryCodesOf(bytes: Uint8Array): string[] {
  return Array.from({ length: RECOVERY_CODES }, (_, n) =>
    codeOf(bytes.subarray(n * CODE_BYTES, (n + 1) * CODE_BYTES)),
  );
}

/** Returns the stored form of a user's code, whatever its case and separators. Pure. */
export function recoveryHashOf(userId: string, code: string): string {
  const letters = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[ILO]/g, (one) => LOOK_ALIKES[one]!);
  return createHash('sha256').update(`${userId}:${letters}`).digest('base64url');
}

/**
 * Returns the stored hash that equals `hash`, or undefined. It compares ten hashes, also for an unknown account, so
 * that its time does not reveal which accounts exist. Pure.
 */
export function findRecoveryHash(stored: readonly string[], hash: string): string | undefined {
  let found: string | undefined;
  const wanted = Buffer.from(hash);
  for (let n = 0; n < RECOVERY_CODES; n += 1) {
    const one = stored[n];
    const other = Buffer.from(one ?? 'x'.repeat(hash.length));
    if (timingSafeEqual(other, wanted) && one !== undefined) found = one;
  }
  return found;
}
