import type { ErrorCode } from '@doushouqi/protocol';
import { AppError, createRateLimiter, errorOf, type RateLimiter } from '@doushouqi/service-kit';

type Redis = Parameters<typeof createRateLimiter>[0]['redis'];

export interface AttemptLimits {
  registrationsPerAddress: number;
  registrationWindowSeconds: number;
  loginFailuresPerAccount: number;
  loginFailuresPerAddress: number;
  loginWindowSeconds: number;
}

/** Who may try to register, log in or change a password (design §10). */
export interface AttemptPolicy {
  /** Counts a registration; throws REGISTRATION_LOCKED when the address made too many. */
  countRegistration(address: string): Promise<void>;
  /** Throws LOGIN_LOCKED when the account or the address failed too often. Counts nothing. */
  assertMayLogIn(account: string, address: string): Promise<void>;
  /** Counts a failed login. An account that does not exist counts like any other, or the lock would tell. */
  countFailure(account: string, address: string): Promise<void>;
  /** Throws PASSWORD_LOCKED when the user gave a wrong old password as often as an account may fail. Counts nothing. */
  assertMayChangePassword(userId: string): Promise<void>;
  countWrongPassword(userId: string): Promise<void>;
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'RATE_LIMITED';
}

/** The limit's refusal under the name that the forms show. */
async function refuseAs(code: ErrorCode, attempt: Promise<void>): Promise<void> {
  try {
    await attempt;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw errorOf(code, error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter });
  }
}

/** Counted beyond the limit already: the attempt was under way when the last one was used up. */
async function consumeQuietly(limiter: RateLimiter, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** The policy over counters in Redis, shared by all processes. */
export function createAttemptPolicy(redis: Redis, limits: AttemptLimits): AttemptPolicy {
  const limiter = (name: string, points: number, durationSeconds: number) =>
    createRateLimiter({ redis, keyPrefix: `limit:${name}`, points, durationSeconds });
  const registrations = limiter(
    'register:address',
    limits.registrationsPerAddress,
    limits.registrationWindowSeconds,
  );
  const byAccount = limiter('login:account', limits.loginFailuresPerAccount, limits.loginWindowSeconds);
  const byAddress = limiter('login:address', limits.loginFailuresPerAddress, limits.loginWindowSeconds);
  const oldPasswords = limiter('password:user', limits.loginFailuresPerAccount, limits.loginWindowSeconds);
  return {
    countRegistration: (address) => refuseAs('REGISTRATION_LOCKED', registrations.consume(address)),
    async assertMayLogIn(account, address) {
      await refuseAs('LOGIN_LOCKED', byAccount.check(account));
      await refuseAs('LOGIN_LOCKED', byAddress.check(address));
    },
    async countFailure(account, address) {
      await Promise.all([consumeQuietly(byAccount, account), consumeQuietly(byAddress, address)]);
    },
    assertMayChangePassword: (userId) => refuseAs('PASSWORD_LOCKED', oldPasswords.check(userId)),
    countWrongPassword: (userId) => consumeQuietly(oldPasswords, userId),
  };
}
