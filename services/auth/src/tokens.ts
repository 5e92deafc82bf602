import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto';
import { type AccountRole, GUEST_LIFE } from '@doushouqi/protocol';
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

/** A session; times in epoch ms. */
interface SessionFields {
  /** Default: `player`. */
  role?: AccountRole;
  /** Random by default. */
  sessionId?: string;
  /** Default: the usual life of a token of the role; a guest's lives as long as a guest without activity. */
  expiresAt?: number;
  /** Keyed hash of the device. */
  device?: string | undefined;
  memberSince?: number | undefined;
}

/**
 * Issues a token with all scopes of a role, for a session that begins at `since` (epoch ms). Rejects with UNAVAILABLE
 * without a signing key.
 */
export type IssueToken = (userId: string, since: number, session?: SessionFields) => Promise<IssuedToken>;

export interface IssuedToken {
  token: string;
  sessionId: string;
  /** Epoch ms. */
  expiresAt: number;
}

/** Private key and the `kid` of its tokens. */
export interface SigningKey {
  id: string;
  key: KeyObject;
}

/** Parses a P-256 private key in PEM. Throws if it is invalid. */
export function parseSigningKey(pem: string): SigningKey {
  const key = createPrivateKey(pem);
  return { id: keyIdOf(key), key };
}

export interface TokenIssuerOptions {
  /** Current signing key. */
  signingKey: LiveFile<SigningKey>;
  /** Current public keys; a key without its public half here does not sign. */
  publicKeys: LiveFile<PublicKeys>;
  days: number;
  logger: Logger;
}

/**
 * Creates the issuer. If a new signing key's public half is not yet published, the previous key signs.
 * Rejects if the public half is missing at start.
 */
export async function createTokenIssuer(options: TokenIssuerOptions): Promise<IssueToken> {
  const { signingKey, publicKeys, days, logger } = options;
  let signing = await signingKey();
  let notified = '';
  if (!(await publicKeys()).has(signing.id))
    throw new Error(`the public key of the signing key (kid ${signing.id}) is not in JWT_PUBLIC_KEY_FILE`);

  const current = async (): Promise<SigningKey> => {
    const [wanted, known] = await Promise.all([signingKey(), publicKeys()]);
    if (known.has(wanted.id)) signing = wanted;
    else if (notified !== wanted.id) {
      notified = wanted.id;
      logger.error(
        { kid: wanted.id },
        'a new key may not sign: its public key is not in JWT_PUBLIC_KEY_FILE',
      );
    }
    if (!known.has(signing.id)) throw errorOf('UNAVAILABLE', { retryAfter: 1 });
    return signing;
  };

  return async (userId, since, session = {}) => {
    const { role = 'player', sessionId = randomUUID(), expiresAt, device, memberSince } = session;
    const { id: keyid, key } = await current();
    const iat = Math.floor(since / 1_000);
    const isGuest = role === 'guest';
    const life = isGuest ? GUEST_LIFE / 1_000 : days * DAY_SECONDS;
    const exp = expiresAt === undefined ? iat + life : Math.floor(expiresAt / 1_000);
    const payload: TokenPayload = {
      sub: userId,
      jti: sessionId,
      iat,
      iatMs: since,
      exp,
      role,
      ...(isGuest && { guest: true }),
      ...(device !== undefined && { dev: device }),
      ...(memberSince !== undefined && { mem: memberSince }),
    };
    const token = jwt.sign(payload, key, { algorithm: 'ES256', keyid });
    return { token, sessionId, expiresAt: exp * 1_000 };
  };
}
