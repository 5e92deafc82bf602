import type { ErrorCode } from '@doushouqi/protocol';
import { AppError, errorOf, type RateLimiter, type RedisClient } from '@doushouqi/service-kit';
import { PROOF_LIFE } from './proofs.ts';

/** Time that an address is known after its last login. Milliseconds. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1_000;
/** Most known addresses of an account; the latest stay. */
const MOST = 20;

/** Addresses from which an account's owner has logged in. Empty and unchanged while Redis is unavailable. */
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

/** Environment variables of the limits. */
interface AttemptVariables {
  REGISTRATIONS_PER_ADDRESS: number;
  REGISTRATION_WINDOW_SECONDS: number;
  GUESTS_PER_ADDRESS: number;
  GUESTS_WITHOUT_PROOF: number;
  LOGIN_FAILURES_PER_ACCOUNT: number;
  LOGIN_FAILURES_PER_ADDRESS: number;
  LOGIN_WINDOW_SECONDS: number;
}

/**
 * Failures of an account from all addresses together, in multiples of the limit of one address. An attacker
 * needs as many addresses to lock an owner out of a new address.
 */
const ADDRESSES_TO_LOCK_AN_ACCOUNT = 30;
/** Logins per minute, successful or not: each costs a password hash. Many users may share an address. */
const LOGINS_PER_ACCOUNT = 20;
const LOGINS_PER_ADDRESS = 240;
const PASSWORD_CHANGES_PER_USER = 10;
/** Recoveries of an address, and of an account from all addresses. A code has 80 bits, so guesses are hopeless. */
const RECOVERIES_PER_ADDRESS = 20;
const RECOVERIES_PER_ACCOUNT = 300;
/** E-mails in an hour: to one account or address, and caused by one network. */
const MAILS_PER_TARGET = 3;
const MAILS_PER_ADDRESS = 20;
const HOUR_SECONDS = 3_600;

/** Limits of registrations, logins and password changes. Addresses are those of `networkOf`. */
export interface AttemptPolicy {
  /** Counts a registration. Throws REGISTRATION_LOCKED at the address's limit. */
  countRegistration(address: string): Promise<void>;
  /** Counts a request for a guest. Returns whether the address must prove work. */
  needsProof(address: string): Promise<boolean>;
  /** Counts a new guest. Throws GUESTS_LOCKED at the address's limit. */
  countGuest(address: string): Promise<void>;
  /** Counts the use of a proof, once. Throws PROOF_REQUIRED if it was used. */
  useProof(salt: string): Promise<void>;
  /** Counts a login, successful or not. Throws LOGIN_LOCKED at the limit. */
  countLogin(account: string, address: string): Promise<void>;
  /**
   * Throws LOGIN_LOCKED after too many failures of the account from this address, of the address, or of the
   * account from all addresses, unless its owner has logged in from this address. Counts nothing.
   */
  assertMayLogIn(account: string, address: string): Promise<void>;
  /**
   * Counts a failed login, also of an unknown account: otherwise the lock would reveal which accounts exist.
   */
  countFailure(account: string, address: string): Promise<void>;
  /** Adds a known address of the account. */
  rememberOwner(account: string, address: string): Promise<void>;
  /** Counts an e-mail to an account or address. Throws PASSWORD_LOCKED at the limit of the target or the network. */
  countMail(target: string, address: string): Promise<void>;
  /** Counts the use of a link. Throws PASSWORD_LOCKED at the limit of the address, which recoveries share. */
  countReset(address: string): Promise<void>;
  /** Counts a recovery, successful or not. Throws PASSWORD_LOCKED at the limit of the address or the account. */
  countRecovery(account: string, address: string): Promise<void>;
  /** Counts a password change, successful or not. Throws PASSWORD_LOCKED at the limit. */
  countPasswordChange(userId: string): Promise<void>;
  /** Throws PASSWORD_LOCKED after as many wrong old passwords as failed logins are allowed. Counts nothing. */
  assertMayChangePassword(userId: string): Promise<void>;
  countWrongPassword(userId: string): Promise<void>;
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'RATE_LIMITED';
}

/** Replaces the limiter's refusal by the code that forms show. */
async function refuseAs(code: ErrorCode, attempt: Promise<void>): Promise<void> {
  try {
    await attempt;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw errorOf(code, error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter });
  }
}

/** Ignores the limit: the attempt was already running when the last one was used. */
async function consumeQuietly(limiter: RateLimiter, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** Key of an account and an address. */
function pairOf(account: string, address: string): string {
  return `${address} ${account}`;
}

/** Returns the limits: failures in the login window, all attempts in a minute. */
export function attemptLimits(env: AttemptVariables) {
  const [perAccount, seconds] = [env.LOGIN_FAILURES_PER_ACCOUNT, env.LOGIN_WINDOW_SECONDS];
  return {
    registrations: {
      counter: 'register:address',
      points: env.REGISTRATIONS_PER_ADDRESS,
      seconds: env.REGISTRATION_WINDOW_SECONDS,
    },
    guests: {
      counter: 'guest:address',
      points: env.GUESTS_PER_ADDRESS,
      seconds: env.REGISTRATION_WINDOW_SECONDS,
    },
    freeGuests: {
      counter: 'guest:free',
      points: env.GUESTS_WITHOUT_PROOF,
      seconds: env.REGISTRATION_WINDOW_SECONDS,
    },
    proofs: { counter: 'guest:proof', points: 1, seconds: 2 * (PROOF_LIFE / 1_000) },
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
    recoveriesByAddress: { counter: 'recovery:address', points: RECOVERIES_PER_ADDRESS, seconds },
    recoveriesByAccount: { counter: 'recovery:account', points: RECOVERIES_PER_ACCOUNT, seconds },
    mailsByTarget: { counter: 'mail:target', points: MAILS_PER_TARGET, seconds: HOUR_SECONDS },
    mailsByAddress: { counter: 'mail:address', points: MAILS_PER_ADDRESS, seconds: HOUR_SECONDS },
    passwordChanges: { counter: 'passwords:user', points: PASSWORD_CHANGES_PER_USER },
  };
}

/** Creates the policy with counters in Redis, shared by all processes. `now` in epoch ms. */
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
    async needsProof(address) {
      try {
        await limits.freeGuests.consume(address);
        return false;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return true;
      }
    },
    countGuest: (address) => refuseAs('GUESTS_LOCKED', limits.guests.consume(address)),
    useProof: (salt) => refuseAs('PROOF_REQUIRED', limits.proofs.consume(salt)),
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
    async countMail(target, address) {
      await refuseAs('PASSWORD_LOCKED', limits.mailsByAddress.consume(address));
      await refuseAs('PASSWORD_LOCKED', limits.mailsByTarget.consume(target));
    },
    countReset: (address) => refuseAs('PASSWORD_LOCKED', limits.recoveriesByAddress.consume(address)),
    async countRecovery(account, address) {
      await refuseAs('PASSWORD_LOCKED', limits.recoveriesByAddress.consume(address));
      await refuseAs('PASSWORD_LOCKED', limits.recoveriesByAccount.consume(account));
    },
    countPasswordChange: (userId) => refuseAs('PASSWORD_LOCKED', limits.passwordChanges.consume(userId)),
    assertMayChangePassword: (userId) => refuseAs('PASSWORD_LOCKED', limits.failuresByUser.check(userId)),
    countWrongPassword: (userId) => consumeQuietly(limits.failuresByUser, userId),
  };
}
