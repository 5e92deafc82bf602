import type { ErrorCode } from '@doushouqi/protocol';
import { AppError, errorOf, type RateLimiter, type RedisClient } from '@doushouqi/service-kit';

/** An address is remembered for this long after the last login from there. Milliseconds. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1_000;
/** Of one account; those of the last logins stay. */
const MOST = 20;

/** From where the owner of an account has logged in. Where Redis is away, nothing is known and nothing remembered. */
interface KnownAddresses {
  isKnown(account: string, address: string): Promise<boolean>;
  remember(account: string, address: string): Promise<void>;
}

/** `now` in epoch ms. */
function createKnownAddresses(redis: RedisClient, now: () => number): KnownAddresses {
  const keyOf = (account: string) => `login:known:${account}`;
  return {
    async isKnown(account, address) {
      if (redis.status !== 'ready') return false;
      const last = await redis.zscore(keyOf(account), address).catch(() => null);
      return last !== null && Number(last) > now() - KEPT_MS;
    },
    async remember(account, address) {
      if (redis.status !== 'ready') return;
      const key = keyOf(account);
      const written = redis
        .multi()
        .zadd(key, now(), address)
        .zremrangebyrank(key, 0, -MOST - 1)
        .pexpire(key, KEPT_MS)
        .exec();
      await written.catch(() => undefined);
    },
  };
}

/** The variables that the limits depend on. */
interface AttemptVariables {
  REGISTRATIONS_PER_ADDRESS: number;
  REGISTRATION_WINDOW_SECONDS: number;
  LOGIN_FAILURES_PER_ACCOUNT: number;
  LOGIN_FAILURES_PER_ADDRESS: number;
  LOGIN_WINDOW_SECONDS: number;
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

/** The limits of attempts: failures in the window of logins, all attempts in a minute. */
export function attemptLimits(env: AttemptVariables) {
  const [perAccount, seconds] = [env.LOGIN_FAILURES_PER_ACCOUNT, env.LOGIN_WINDOW_SECONDS];
  return {
    registrations: {
      counter: 'register:address',
      points: env.REGISTRATIONS_PER_ADDRESS,
      seconds: env.REGISTRATION_WINDOW_SECONDS,
    },
    failuresByPair: { counter: 'login:pair', points: perAccount, seconds },
    failuresByAddress: { counter: 'login:address', points: env.LOGIN_FAILURES_PER_ADDRESS, seconds },
    failuresByAccount: {
      counter: 'login:account',
      points: perAccount * ADDRESSES_TO_LOCK_AN_ACCOUNT,
      seconds,
    },
    failuresByUser: { counter: 'password:user', points: perAccount, seconds },
    loginsByPair: { counter: 'logins:pair', points: LOGINS_PER_ACCOUNT },
    loginsByAddress: { counter: 'logins:address', points: LOGINS_PER_ADDRESS },
    passwordChanges: { counter: 'passwords:user', points: PASSWORD_CHANGES_PER_USER },
  };
}

/** The policy over counters in Redis, shared by all processes. `now` in epoch ms. */
export function createAttemptPolicy(
  limits: Record<keyof ReturnType<typeof attemptLimits>, RateLimiter>,
  redis: RedisClient,
  now: () => number,
): AttemptPolicy {
  const known = createKnownAddresses(redis, now);

  async function checkAccount(account: string, address: string): Promise<void> {
    try {
      await limits.failuresByAccount.check(account);
    } catch (error) {
      if (!isRefusal(error) || !(await known.isKnown(account, address))) throw error;
    }
  }

  return {
    countRegistration: (address) => refuseAs('REGISTRATION_LOCKED', limits.registrations.consume(address)),
    async countLogin(account, address) {
      await refuseAs('LOGIN_LOCKED', limits.loginsByPair.consume(pairOf(account, address)));
      await refuseAs('LOGIN_LOCKED', limits.loginsByAddress.consume(address));
    },
    async assertMayLogIn(account, address) {
      await refuseAs('LOGIN_LOCKED', limits.failuresByPair.check(pairOf(account, address)));
      await refuseAs('LOGIN_LOCKED', limits.failuresByAddress.check(address));
      await refuseAs('LOGIN_LOCKED', checkAccount(account, address));
    },
    async countFailure(account, address) {
      await Promise.all([
        consumeQuietly(limits.failuresByPair, pairOf(account, address)),
        consumeQuietly(limits.failuresByAddress, address),
        consumeQuietly(limits.failuresByAccount, account),
      ]);
    },
    rememberOwner: known.remember,
    countPasswordChange: (userId) => refuseAs('PASSWORD_LOCKED', limits.passwordChanges.consume(userId)),
    assertMayChangePassword: (userId) => refuseAs('PASSWORD_LOCKED', limits.failuresByUser.check(userId)),
    countWrongPassword: (userId) => consumeQuietly(limits.failuresByUser, userId),
  };
}
