import type { Document } from 'bson';

/** Error codes of the wire protocol that this store raises, by their published names. */
const CODES = {
  BadValue: 2,
  FailedToParse: 9,
  TypeMismatch: 14,
  AuthenticationFailed: 18,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  DollarPrefixedFieldName: 52,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  WriteConflict: 112,
  CommandNotSupported: 115,
  CannotIndexParallelArrays: 171,
  TransactionTooOld: 225,
  NoSuchTransaction: 251,
  TransactionCommitted: 256,
  OperationNotSupportedInTransaction: 263,
  DuplicateKey: 11000,
  BSONObjectTooLarge: 10334,
} as const;

export type CodeName = keyof typeof CODES;

/** An error that the client gets as the reply `{ok: 0, code, codeName, errmsg}`. */
export class CommandError extends Error {
  readonly code: number;
  readonly codeName: CodeName;
  /** Further fields of the reply, such as `keyPattern` or `errorLabels`. */
  readonly details: Document;

  constructor(codeName: CodeName, message: string, details: Document = {}) {
    super(message);
    this.name = 'CommandError';
    this.codeName = codeName;
    this.code = CODES[codeName];
    this.details = details;
  }

  /** The error as a whole command reply. */
  toReply(): Document {
    return { ok: 0, errmsg: this.message, code: this.code, codeName: this.codeName, ...this.details };
  }
}

/** Returns the error for a MongoDB feature that this store does not support. */
export function unsupported(feature: string): CommandError {
  return new CommandError('CommandNotSupported', `embedded store: ${feature} is not supported`);
}

/** A conflict between transactions; drivers retry the whole transaction on this label. */
export function writeConflict(): CommandError {
  return new CommandError('WriteConflict', 'WriteConflict: another operation changed the same document', {
    errorLabels: ['TransientTransactionError'],
  });
}

/** Converts any thrown value to a CommandError; other errors become `BadValue`. */
export function toCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RangeError && /call stack/i.test(message)) {
    return new CommandError('BadValue', 'document or expression is nested too deeply');
  }
  return new CommandError('BadValue', message);
}
