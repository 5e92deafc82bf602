/** A failure that the user can understand: the message is one clear line. */
export class PlatformError extends Error {
  override name = 'PlatformError';
}

/** Thrown if the caller aborted the start. */
export class StartAborted extends PlatformError {
  override name = 'StartAborted';
}
