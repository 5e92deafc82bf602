import type { ErrorCode } from '@doushouqi/protocol';
import {
  AppError,
  createRateLimiter,
  errorOf,
  type RateLimiter,
  type RedisClient,
} from '@doushouqi/service-kit';
import { createKnownAddresses } from './known-addresses.ts';

export interface AttemptLimits {
  registrationsPerAddress: number;
  registrationWindowSeconds: number;
  /** From one address. */
  loginFailuresPerAccount: number;
  loginFailuresPerAddress: number;
  loginWindowSeconds: number;
}

/**
 * An account may fail this many times as often from everywhere together as from one address: so it takes as many
 * addresses to lock an owner out who comes from a new one.
 */
const ADDRESSES_TO_LOCK_AN_ACCOUNT = 30;
/** In a minute, right or wrong: each costs a password hash. Many people may be behind one address. */
const LOGINS_PER_ACCOUNT = 20;
const LOGINS_PER_ADDRESS = 240;
const PASSWORD_CHANGES_PER_USER = 10;

/** Who may try to register, log in or change a password (design §10). Addresses as limits count them (`networkOf`). */
export interface AttemptPolicy {
  /** Counts a registration; throws REGISTRATION_LOCKED when the address made too many. */
  countRegistration(address: string): Promise<void>;
  /** Counts a login, right or wrong; throws LOGIN_LOCKED when there were too many. */
  countLogin(account: string, address: string): Promise<void>;
  /**
   * Throws LOGIN_LOCKED when the account failed too often from this address, the address with whatever account, or
   * the account from everywhere, unless its owner has logged in from here before. Counts nothing.
   */
  assertMayLogIn(account: string, address: string): Promise<void>;
  /** Counts a failed login. An account that does not exist counts like any other, or the lock would tell. */
  countFailure(account: string, address: string): Promise<void>;
  /** The owner of the account was here. */
  rememberOwner(account: string, address: string): Promise<void>;
  /** Counts a password change, right or wrong; throws PASSWORD_LOCKED when there were too many. */
  countPasswordChange(userId: string): Promise<void>;
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

/** An account as tried from an address. */
function pairOf(account: string, address: string): string {
  return `${address} ${account}`;
}

function createLimiters(redis: RedisClient, limits: AttemptLimits) {
  const limiter = (name: string, points: number, durationSeconds: number) =>
    createRateLimiter({ redis, keyPrefix: `limit:${name}`, points, durationSeconds });
  const { loginFailuresPerAccount: perAccount, loginWindowSeconds: window } = limits;
  return {
    registrations: limiter(
      'register:address',
      limits.registrationsPerAddress,
      limits.registrationWindowSeconds,
    ),
    failures: {
      byPair: limiter('login:pair', perAccount, window),
      byAddress: limiter('login:address', limits.loginFailuresPerAddress, window),
      byAccount: limiter('login:account', perAccount * ADDRESSES_TO_LOCK_AN_ACCOUNT, window),
      byUser: limiter('password:user', perAccount, window),
    },
    perMinute: {
      loginsByPair: limiter('logins:pair', LOGINS_PER_ACCOUNT, 60),
      loginsByAddress: limiter('logins:address', LOGINS_PER_ADDRESS, 60),
      changesByUser: limiter('passwords:user', PASSWORD_CHANGES_PER_USER, 60),
    },
  };
}

/** The policy over counters in Redis, shared by all processes. `now` in epoch ms. */
export function createAttemptPolicy(
  redis: RedisClient,
  limits: AttemptLimits,
  now: () => number,
): AttemptPolicy {
  const { registrations, failures, perMinute } = createLimiters(redis, limits);
  const known = createKnownAddresses(redis, now);

  async function checkAccount(account: string, address: string): Promise<void> {
    try {
      await failures.byAccount.check(account);
    } catch (error) {
      if (!isRefusal(error) || !(await known.isKnown(account, address))) throw error;
    }
  }

  return {
    countRegistration: (address) => refuseAs('REGISTRATION_LOCKED', registrations.consume(address)),
    async countLogin(account, address) {
      await refuseAs('LOGIN_LOCKED', perMinute.loginsByPair.consume(pairOf(account, address)));
      await refuseAs('LOGIN_LOCKED', perMinute.loginsByAddress.consume(address));
    },
    async assertMayLogIn(account, address) {
      await refuseAs('LOGIN_LOCKED', failures.byPair.check(pairOf(account, address)));
      await refuseAs('LOGIN_LOCKED', failures.byAddress.check(address));
      await refuseAs('LOGIN_LOCKED', checkAccount(account, address));
    },
    async countFailure(account, address) {
      await Promise.all([
        consumeQuietly(failures.byPair, pairOf(account, address)),
        consumeQuietly(failures.byAddress, address),
        consumeQuietly(failures.byAccount, account),
      ]);
    },
    rememberOwner: known.remember,
    countPasswordChange: (userId) => refuseAs('PASSWORD_LOCKED', perMinute.changesByUser.consume(userId)),
    assertMayChangePassword: (userId) => refuseAs('PASSWORD_LOCKED', failures.byUser.check(userId)),
    countWrongPassword: (userId) => consumeQuietly(failures.byUser, userId),
  };
}
