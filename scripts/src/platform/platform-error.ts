/** A failure of the platform that its user can understand: the message is one clear line. */
export class PlatformError extends Error {
  override name = 'PlatformError';
}
