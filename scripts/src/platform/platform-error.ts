/** A failure of the platform that its user can understand: the message is one clear line. */
export class PlatformError extends Error {
  override name = 'PlatformError';
}

/** The start was stopped by its own user. */
export class StartAborted extends PlatformError {
  override name = 'StartAborted';
}
