import { type ErrorCode, houseBotOf, type Sanctions } from '@doushouqi/protocol';
import {
  ACCOUNT_ROLES,
  type AccountRole,
  SCOPES_OF,
  type Scope,
  scopeRefusal,
} from '@doushouqi/protocol/server';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type AppError, errorOf } from './errors.ts';
import type { LiveFile } from './live-file.ts';
import { type OriginSanctions, refuseClosedOrigin, type VisitSanctions } from './origin-sanctions.ts';
import { type PublicKeys, parsePublicKeys } from './public-keys.ts';
import type { RedisClient } from './redis.ts';
import { parseSanctions, sanctionRefusal, sanctionsKey } from './sanctions.ts';

const tokenPayload = z.object({
  sub: z.string().min(1).max(64),
  /** Session id; absent in tokens issued before sessions could be ended individually. */
  jti: z.string().min(1).max(64).optional(),
  iat: z.number(),
  exp: z.number(),
  /** Issue time in ms: `iat` has seconds only, too coarse to compare with a password change. */
  iatMs: z.number(),
  /** Absent in tokens of 1.0, and undefined for a role of a later version. */
  role: z.enum(ACCOUNT_ROLES).optional().catch(undefined),
  /** Scopes separated by spaces (RFC 8693); absent for all scopes of the role. */
  scope: z.string().max(256).optional(),
  /** Present in tokens of guests, for processes of 1.0. */
  guest: z.literal(true).optional(),
  /** Hash of the device on which the session began; absent in older tokens. */
  dev: z.string().max(64).optional(),
  /** Since when the account is a member, epoch ms; absent for guests and in older tokens. */
  mem: z.number().optional(),
});

/** Payload of a user's token; `sub` is the user id. Only the auth service signs it, with ES256. */
export type TokenPayload = z.output<typeof tokenPayload>;

/** User and session of a signed token; times in epoch ms. */
export type SignedToken = {
  userId: string;
  sessionId: string;
  issuedAt: number;
  expiresAt: number;
  /** `kid` of the key that signed the token. */
  keyId: string;
  role: AccountRole;
  scopes: readonly Scope[];
  /** Hash of the device; undefined in older tokens. */
  device?: string;
  /** Epoch ms; undefined for guests, and in older tokens. */
  memberSince?: number;
};

/** A token whose session lasts, with the sanctions that its user, and the address and device of the call, have now. */
export type VerifiedToken = SignedToken & { sanctions: Sanctions; visit: VisitSanctions };

export type TokenVerifier = {
  /**
   * Returns the user of a token. Throws UNAUTHORIZED for a missing or bad token; TOKEN_EXPIRED for an expired token,
   * a token of an ended session, a token issued before the user's last password change, or a guest's token after the
   * registration; ACCOUNT_CLOSED for a closed account; NETWORK_CLOSED and DEVICE_CLOSED; and the store's own error while
   * Redis is unavailable. `address`: of the client; without it only the device counts.
   */
  verify(token: string | undefined, address?: string): Promise<VerifiedToken>;
  /** Returns the user of a signed token, also of an ended session. Throws UNAUTHORIZED, TOKEN_EXPIRED. */
  read(token: string): Promise<SignedToken>;
  /** Returns the keys that are accepted now. Sessions by other keys are invalid. */
  keys(): Promise<PublicKeys>;
};

type VerifierOptions = {
  /** PEM, or a file of keys. */
  publicKey: string | LiveFile<PublicKeys>;
  redis: RedisClient;
  /** The sanctions of address ranges and devices; none by default. */
  origins?: Pick<OriginSanctions, 'of'>;
  /** Maximum number of cached verified tokens, about 1 KB each; the least recently used are evicted. */
  remember?: number;
  /** Called for a user whose mirrored sanctions cannot be read. */
  onMalformed?: (error: unknown, userId: string) => void;
  /** Epoch ms. */
  now?: () => number;
};

/** Checking a signature costs about 0.1 ms, and every window of a user sends its token every few seconds. */
const REMEMBERED_TOKENS = 20_000;

/**
 * Returns the Redis key that mirrors a user's last password change (epoch ms). Written by the auth service. It shares
 * a slot with all keys of the user, because it is read together with `endedSessionKey`.
 */
export function passwordUpdatedAtKey(userId: string): string {
  return `{user:${userId}}:passwordUpdatedAt`;
}

/**
 * Returns the Redis key that exists if a session of a user ended before its token expired. Written by the auth
 * service.
 */
export function endedSessionKey(userId: string, sessionId: string): string {
  return `{user:${userId}}:ended:${sessionId}`;
}

type IssuedSession = Pick<SignedToken, 'issuedAt'> & { role?: AccountRole };

/**
 * Returns whether a session ended with the change of its user's password at `changedAt` (epoch ms). Only registration
 * and expiry change it for a guest, and they end all sessions of the guest: a renewal may run beside them, in a process
 * whose clock is ahead. Pure.
 */
export function isEndedBy({ issuedAt, role }: IssuedSession, changedAt: number): boolean {
  return role === 'guest' || issuedAt < changedAt;
}

type UserSession = IssuedSession & Pick<SignedToken, 'sessionId'>;

/** Reads the sanctions of a user, and which of the user's sessions have ended, with one command. */
async function readState<S extends UserSession>(
  redis: RedisClient,
  userId: string,
  sessions: readonly S[],
  now: number,
  onMalformed?: (error: unknown) => void,
): Promise<{ sanctions: Sanctions; ended: Map<S, AppError> }> {
  const keys = sessions.map(({ sessionId }) => endedSessionKey(userId, sessionId));
  const [changedAt, stored, ...ends] = await redis.mget(
    passwordUpdatedAtKey(userId),
    sanctionsKey(userId),
    ...keys,
  );
  const sanctions = parseSanctions(stored, now, onMalformed);
  const { close } = sanctions;
  const isEnded = (session: S, n: number) =>
    ends[n] != null || (changedAt != null && isEndedBy(session, Number(changedAt)));
  const ended = sessions.filter((session, n) => close !== undefined || isEnded(session, n));
  // An error captures its stack, which costs half of a verification.
  const reasonOf = () =>
    close === undefined ? errorOf('TOKEN_EXPIRED') : sanctionRefusal('close', close, now);
  return { sanctions, ended: new Map(ended.map((session) => [session, reasonOf()])) };
}

/**
 * Returns those of one user's sessions that have ended, each with the refusal for its client: TOKEN_EXPIRED, or
 * ACCOUNT_CLOSED, which ends all of them. `now` in epoch ms.
 */
export async function endedAmong<S extends UserSession>(
  redis: RedisClient,
  userId: string,
  sessions: readonly S[],
  now: number,
): Promise<Map<S, AppError>> {
  return (await readState(redis, userId, sessions, now)).ended;
}

/** Throws `scopeRefusal` unless the token has the scope. */
export function requireScope({ role, scopes }: Pick<SignedToken, 'role' | 'scopes'>, scope: Scope): void {
  if (!scopes.includes(scope)) throw errorOf(scopeRefusal(role, scope));
}

/** Throws `code` for a guest. */
export function requireMember({ role }: Pick<SignedToken, 'role'>, code: ErrorCode): void {
  if (role === 'guest') throw errorOf(code);
}

/** Returns the token of an `Authorization: Bearer …` header, or undefined. */
export function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^Bearer ([^\s]+)$/i.exec(header)?.[1];
}

/**
 * Verifies the signature by the key that the token names, or by each key if it names none, and returns the payload.
 * `keyId` is the string from `keys`, so that cached tokens share it.
 */
function readToken(token: string, keys: PublicKeys, now: number): TokenPayload & { keyId: string } {
  const { kid } = jwt.decode(token, { complete: true })?.header ?? {};
  const options = { algorithms: ['ES256' as const], clockTimestamp: Math.floor(now / 1_000) };
  let failure: unknown = new Error('signed by a key that is not known');
  for (const [keyId, key] of keys) {
    if (kid !== undefined && kid !== keyId) continue;
    try {
      return { ...tokenPayload.parse(jwt.verify(token, key, options)), keyId };
    } catch (error) {
      failure = error;
      // The signature is valid, so no other key can match.
      if (error instanceof jwt.TokenExpiredError) break;
    }
  }
  throw failure;
}

/** Returns role and scopes of a token. Those of 1.0 name no role: they mark guests, and bots are known by their ids. */
function rightsOf({ sub, role, guest, scope }: TokenPayload): Pick<SignedToken, 'role' | 'scopes'> {
  const known = role ?? (guest ? 'guest' : houseBotOf(sub) === null ? 'player' : 'bot');
  const named = scope?.split(' ');
  const scopes = SCOPES_OF[known];
  return { role: known, scopes: named ? scopes.filter((one) => named.includes(one)) : scopes };
}

function keysOf(publicKey: VerifierOptions['publicKey']): LiveFile<PublicKeys> {
  if (typeof publicKey !== 'string') return publicKey;
  const keys = parsePublicKeys(publicKey);
  return async () => keys;
}

/** Creates the verifier for HTTP and sockets. Throws at once if `publicKey` is PEM but not a public key. */
export function createTokenVerifier(options: VerifierOptions): TokenVerifier {
  const { redis, origins, remember = REMEMBERED_TOKENS, onMalformed, now = Date.now } = options;
  const currentKeys = keysOf(options.publicKey);
  let keys: PublicKeys = new Map();
  /** Payloads of tokens with a valid signature. Invalid tokens are not cached: any client can create them. */
  const good = remember > 0 ? new LRUCache<string, SignedToken>({ max: remember }) : undefined;

  function decode(token: string): SignedToken {
    try {
      const payload = readToken(token, keys, now());
      const { sub, jti, iatMs, exp, keyId } = payload;
      return {
        userId: sub,
        sessionId: jti ?? String(iatMs),
        issuedAt: iatMs,
        expiresAt: exp * 1_000,
        keyId,
        ...rightsOf(payload),
        ...(payload.dev !== undefined && { device: payload.dev }),
        ...(payload.mem !== undefined && { memberSince: payload.mem }),
      };
    } catch (error) {
      if (error instanceof jwt.TokenExpiredError) throw errorOf('TOKEN_EXPIRED');
      throw errorOf('UNAUTHORIZED');
    }
  }

  function recall(token: string): SignedToken {
    const known = good?.get(token);
    const verified = known ?? decode(token);
    if (known === undefined) good?.set(token, verified);
    if (verified.expiresAt > now()) return verified;
    good?.delete(token);
    throw errorOf('TOKEN_EXPIRED');
  }

  async function read(token: string): Promise<SignedToken> {
    const latest = await currentKeys();
    // Tokens signed by a removed key must not stay in the cache.
    if (latest !== keys) good?.clear();
    keys = latest;
    return recall(token);
  }

  return {
    keys: currentKeys,
    read,
    async verify(token, address) {
      if (token === undefined || token === '') throw errorOf('UNAUTHORIZED');
      const signed = await read(token);
      const { userId, device } = signed;
      const malformed = (error: unknown) => onMalformed?.(error, userId);
      // At once: a read of the origins, every few seconds, costs the request no round trip of its own.
      const [{ sanctions, ended }, visit = {}] = await Promise.all([
        readState(redis, userId, [signed], now(), malformed),
        origins?.of({ address, device, account: signed }),
      ]);
      const refusal = ended.get(signed);
      if (refusal) throw refusal;
      refuseClosedOrigin(visit, now());
      return { ...signed, sanctions, visit };
    },
  };
}
