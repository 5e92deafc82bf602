import { ERRORS, type ErrorCode, type ProofChallenge } from '@doushouqi/protocol';

type ErrorOverrides = {
  message?: string;
  status?: number;
  /** Seconds until a retry makes sense; becomes the `Retry-After` header. */
  retryAfter?: number;
  /** Sent with PROOF_REQUIRED. */
  challenge?: ProofChallenge;
  cause?: unknown;
};

/** Expected failure with a stable code, safe to show to users: `{ code, message }` and an HTTP status. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly challenge: ProofChallenge | undefined;

  constructor(code: ErrorCode, overrides: ErrorOverrides = {}) {
    super(overrides.message ?? ERRORS[code].message, { cause: overrides.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = overrides.status ?? ERRORS[code].status;
    this.retryAfter = overrides.retryAfter;
    this.challenge = overrides.challenge;
  }
}

/**
 * Returns the catalog's error for `code` (packages/protocol), with its status and Chinese message unless
 * overridden.
 */
export function errorOf(code: ErrorCode, overrides?: ErrorOverrides): AppError {
  return new AppError(code, overrides);
}

// Matched by name, not by class: several copies of a driver may be loaded (BullMQ has its own ioredis).
const UNAVAILABLE_NAMES = new Set([
  'MaxRetriesPerRequestError',
  'ClusterAllFailedError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClearedError',
  'MongoClientClosedError',
]);
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const UNAVAILABLE_MESSAGES = [
  /^Command timed out/,
  /^Connection is closed/,
  /^Stream isn't writeable/,
  // Redis is starting, busy with a script, without a master or a part of the cluster, or unable to write (disk,
  // memory, replicas).
  /^(LOADING|BUSY|MASTERDOWN|CLUSTERDOWN|READONLY|TRYAGAIN|MOVED|ASK|MISCONF|OOM|NOREPLICAS) /,
  /^Too many Cluster redirections/,
  /^None of startup nodes is available/,
  /^Cluster is (ended|disconnect)/,
  /^All sentinels are unreachable/,
  /before initial connection is complete/,
  /^Redis connection is not ready/,
];

/** Returns whether an error means that Redis or the document store is unreachable, so that a retry may work. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (UNAVAILABLE_NAMES.has(error.name)) return true;
  // A transaction is aborted because of an error in one of its commands.
  if ('previousErrors' in error && Array.isArray(error.previousErrors)) {
    return error.previousErrors.length > 0 && error.previousErrors.every(isUnavailable);
  }
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && UNAVAILABLE_CODES.has(code)) return true;
  return UNAVAILABLE_MESSAGES.some((pattern) => pattern.test(error.message));
}

/** `Retry-After` in seconds while a dependency is unavailable. */
const UNAVAILABLE_RETRY_SECONDS = 1;

/**
 * Converts any thrown value to an AppError: an AppError itself, UNAVAILABLE for a lost store, INTERNAL for everything
 * unexpected.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) {
    return errorOf('UNAVAILABLE', { cause: error, retryAfter: UNAVAILABLE_RETRY_SECONDS });
  }
  return errorOf('INTERNAL', { cause: error });
}
