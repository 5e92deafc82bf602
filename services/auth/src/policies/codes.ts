import { Secret, TOTP } from 'otpauth';

/** Period of a code (RFC 6238). Milliseconds. */
const PERIOD_MS = 30_000;
/** Periods before and after the current one whose codes count: clocks differ, and typing takes time. */
const WINDOW = 1;
/** Bytes of a secret, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Name of the site in the authenticator app. */
const ISSUER = '斗兽棋后台';

/** Returns a random shared secret, base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_MS / 1_000,
    secret,
  });
}

/** Returns the `otpauth:` address of a secret, which an authenticator app reads as a QR code. Pure. */
export function factorUri(secret: string, username: string): string {
  return totpOf(secret, username).toString();
}

/** Returns the period of a code, or null if the code is of none near `now` (epoch ms). Compares in constant time. Pure. */
export function periodOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / PERIOD_MS) + delta;
}
