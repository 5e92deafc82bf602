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
  /** Rejects while Redis is unavailable. */
  forget(account: string): Promise<void>;
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
    async forget(account) {
      await redis.del(keyOf(account));
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
/** Confirmations by the password of a user from one address in a minute. */
const PASSWORD_CHANGES_PER_PAIR = 10;
/** Recoveries of an address, and of an account from all addresses. A code has 80 bits, so guesses are hopeless. */
const RECOVERIES_PER_ADDRESS = 20;
const RECOVERIES_PER_ACCOUNT = 300;
/**
 * E-mails in an hour: of an account to one target from one network, to one target in all, and caused by one network. So
 * other users and strangers do not use up those of the owner.
 */
const MAILS_PER_PAIR = 3;
const MAILS_PER_TARGET = 10;
const MAILS_PER_ADDRESS = 20;
/** Notices of changes to an account in an hour. */
const NOTICES_PER_USER = 20;
const HOUR_SECONDS = 3_600;
/** Questions to passkeys and their answers, of an address in a minute. */
const PASSKEYS_PER_ADDRESS = 120;

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
  /** Deletes what is stored of an account's owner. Rejects while Redis is unavailable. */
  forgetOwner(account: string): Promise<void>;
  /**
   * Counts an e-mail that an account causes; the target is an address, or the account itself. Throws PASSWORD_LOCKED at
   * the limit of the network, of account and target from it, and of the target, unless the account's owner has logged in
   * from this network.
   */
  countMail(account: string, target: string, address: string): Promise<void>;
  /** Counts a notice to a user. Returns whether it may be sent. */
  mayNotify(userId: string): Promise<boolean>;
  /** Counts a question to a passkey, or its answer. Throws LOGIN_LOCKED at the limit of the address. */
  countPasskey(address: string): Promise<void>;
  /** Counts the use of a link. Throws PASSWORD_LOCKED at the limit of the address, which recoveries share. */
  countReset(address: string): Promise<void>;
  /** Counts a recovery, successful or not. Throws PASSWORD_LOCKED at the limit of the address or the account. */
  countRecovery(account: string, address: string): Promise<void>;
  /** Counts a password change, successful or not. Throws PASSWORD_LOCKED at the limit of the user at this address. */
  countPasswordChange(userId: string, address: string): Promise<void>;
  /**
   * Throws PASSWORD_LOCKED after as many wrong passwords as failed logins are allowed: from this address, or of the
   * account from all addresses, unless its owner has logged in from this one. So the holder of a stolen token does not
   * lock the owner out. Counts nothing.
   */
  assertMayChangePassword(account: string, address: string): Promise<void>;
  countWrongPassword(account: string, address: string): Promise<void>;
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

/** Returns false at the limit instead of throwing. */
async function consumeQuietly(limiter: RateLimiter, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
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
    wrongByPair: { counter: 'password:pair', points: perAccount, seconds },
    wrongByAccount: {
      counter: 'password:account',
      points: perAccount * ADDRESSES_TO_LOCK_AN_ACCOUNT,
      seconds,
    },
    loginsByPair: { counter: 'logins:pair', points: LOGINS_PER_ACCOUNT },
    loginsByAddress: { counter: 'logins:address', points: LOGINS_PER_ADDRESS },
    recoveriesByAddress: { counter: 'recovery:address', points: RECOVERIES_PER_ADDRESS, seconds },
    recoveriesByAccount: { counter: 'recovery:account', points: RECOVERIES_PER_ACCOUNT, seconds },
    passkeysByAddress: { counter: 'passkey:address', points: PASSKEYS_PER_ADDRESS },
    mailsByPair: { counter: 'mail:pair', points: MAILS_PER_PAIR, seconds: HOUR_SECONDS },
    mailsByTarget: { counter: 'mail:target', points: MAILS_PER_TARGET, seconds: HOUR_SECONDS },
    mailsByAddress: { counter: 'mail:address', points: MAILS_PER_ADDRESS, seconds: HOUR_SECONDS },
    notices: { counter: 'mail:notice', points: NOTICES_PER_USER, seconds: HOUR_SECONDS },
    passwordChanges: { counter: 'passwords:user', points: PASSWORD_CHANGES_PER_PAIR },
  };
}

/** Creates the policy with counters in Redis, shared by all processes. `now` in epoch ms. */
export function createAttemptPolicy(
  limits: Record<keyof ReturnType<typeof attemptLimits>, RateLimiter>,
  redis: RedisClient,
  now: () => number,
): AttemptPolicy {
  const known = createKnownAddresses(redis, now);

  /** Passes a limit that others can use up if the owner of the account has logged in from this address. */
  async function unlessKnown(account: string, address: string, limited: Promise<void>): Promise<void> {
    try {
      await limited;
    } catch (error) {
      if (!isRefusal(error) || !(await known.isKnown(account, address))) throw error;
    }
  }

  return {
    countRegistration: (address) => refuseAs('REGISTRATION_LOCKED', limits.registrations.consume(address)),
    needsProof: async (address) => !(await consumeQuietly(limits.freeGuests, address)),
    countGuest: (address) => refuseAs('GUESTS_LOCKED', limits.guests.consume(address)),
    useProof: (salt) => refuseAs('PROOF_REQUIRED', limits.proofs.consume(salt)),
    async countLogin(account, address) {
      await refuseAs('LOGIN_LOCKED', limits.loginsByPair.consume(pairOf(account, address)));
      await refuseAs('LOGIN_LOCKED', limits.loginsByAddress.consume(address));
    },
    async assertMayLogIn(account, address) {
      await refuseAs('LOGIN_LOCKED', limits.failuresByPair.check(pairOf(account, address)));
      await refuseAs('LOGIN_LOCKED', limits.failuresByAddress.check(address));
      const ofAccount = limits.failuresByAccount.check(account);
      await refuseAs('LOGIN_LOCKED', unlessKnown(account, address, ofAccount));
    },
    async countFailure(account, address) {
      await Promise.all([
        consumeQuietly(limits.failuresByPair, pairOf(account, address)),
        consumeQuietly(limits.failuresByAddress, address),
        consumeQuietly(limits.failuresByAccount, account),
      ]);
    },
    rememberOwner: known.remember,
    forgetOwner: known.forget,
    async countMail(account, target, address) {
      await refuseAs('PASSWORD_LOCKED', limits.mailsByAddress.consume(address));
      await refuseAs('PASSWORD_LOCKED', limits.mailsByPair.consume(`${pairOf(account, address)} ${target}`));
      const toTarget = limits.mailsByTarget.consume(target);
      await refuseAs('PASSWORD_LOCKED', unlessKnown(account, address, toTarget));
    },
    mayNotify: (userId) => consumeQuietly(limits.notices, userId),
    countPasskey: (address) => refuseAs('LOGIN_LOCKED', limits.passkeysByAddress.consume(address)),
    countReset: (address) => refuseAs('PASSWORD_LOCKED', limits.recoveriesByAddress.consume(address)),
    async countRecovery(account, address) {
      await refuseAs('PASSWORD_LOCKED', limits.recoveriesByAddress.consume(address));
      await refuseAs('PASSWORD_LOCKED', limits.recoveriesByAccount.consume(account));
    },
    countPasswordChange: (userId, address) =>
      refuseAs('PASSWORD_LOCKED', limits.passwordChanges.consume(pairOf(userId, address))),
    async assertMayChangePassword(account, address) {
      await refuseAs('PASSWORD_LOCKED', limits.wrongByPair.check(pairOf(account, address)));
      const ofAccount = limits.wrongByAccount.check(account);
      await refuseAs('PASSWORD_LOCKED', unlessKnown(account, address, ofAccount));
    },
    async countWrongPassword(account, address) {
      await Promise.all([
        consumeQuietly(limits.wrongByPair, pairOf(account, address)),
        consumeQuietly(limits.wrongByAccount, account),
      ]);
    },
  };
}
