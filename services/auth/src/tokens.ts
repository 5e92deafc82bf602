import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto';
import {
  errorOf,
  keyIdOf,
  type LiveFile,
  type Logger,
  type PublicKeys,
  type TokenPayload,
} from '@doushouqi/service-kit';
import jwt from 'jsonwebtoken';

const DAY_SECONDS = 86_400;

/** Issues a token for a user; `now` in epoch ms. Rejects with UNAVAILABLE while no key may sign. */
export type IssueToken = (userId: string, now: number) => Promise<string>;

/** What signs, and the `kid` that its tokens carry. */
export interface SigningKey {
  id: string;
  key: KeyObject;
}

/** Reads a private key, PEM, P-256. Throws what is wrong. */
export function parseSigningKey(pem: string): SigningKey {
  const key = createPrivateKey(pem);
  return { id: keyIdOf(key), key };
}

export interface TokenIssuerOptions {
  /** What is to sign now. */
  signingKey: LiveFile<SigningKey>;
  /** What everybody verifies with now: nothing signs whose public half is not among these. */
  publicKeys: LiveFile<PublicKeys>;
  days: number;
  logger: Logger;
}

/**
 * While keys are rotated the signing key may change before everybody knows its public half; the key before it goes on
 * signing then. Rejects when the public half is missing at the start.
 */
export async function createTokenIssuer(options: TokenIssuerOptions): Promise<IssueToken> {
  const { signingKey, publicKeys, days, logger } = options;
  let signing = await signingKey();
  let told = '';
  if (!(await publicKeys()).has(signing.id))
    throw new Error(`the public key of the signing key (kid ${signing.id}) is not in JWT_PUBLIC_KEY_FILE`);

  const current = async (): Promise<SigningKey> => {
    const [wanted, known] = await Promise.all([signingKey(), publicKeys()]);
    if (known.has(wanted.id)) signing = wanted;
    else if (told !== wanted.id) {
      told = wanted.id;
      logger.error(
        { kid: wanted.id },
        'a new key may not sign: its public key is not in JWT_PUBLIC_KEY_FILE',
      );
    }
    if (!known.has(signing.id)) throw errorOf('UNAVAILABLE', { retryAfter: 1 });
    return signing;
  };

  return async (userId, now) => {
    const { id: keyid, key } = await current();
    const iat = Math.floor(now / 1_000);
    const exp = iat + days * DAY_SECONDS;
    const payload: TokenPayload = { sub: userId, jti: randomUUID(), iat, iatMs: now, exp };
    return jwt.sign(payload, key, { algorithm: 'ES256', keyid });
  };
}
