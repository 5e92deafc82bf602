import { ENV } from '@doushouqi/service-kit';
import { z } from 'zod';

const atLeastOne = z.coerce.number().int().min(1);

/** The auth service's environment. */
export const AUTH_ENV = z.object({
  PORT: ENV.PORT,
  HOST: ENV.HOST,
  DRAIN_PAUSE_MS: ENV.DRAIN_PAUSE_MS,
  REDIS_URL: ENV.REDIS_URL,
  MONGODB_URL: ENV.MONGODB_URL,
  /** PEM of the key that signs tokens; no other service has it. */
  JWT_PRIVATE_KEY_FILE: z.string().min(1),
  JWT_PUBLIC_KEY_FILE: ENV.JWT_PUBLIC_KEY_FILE,
  /** The social service, asked for the caller's own friends. */
  SOCIAL_URL: z.url({ protocol: /^https?$/ }),
  SERVICE_TOKEN_FILE: ENV.SERVICE_TOKEN_FILE,
  MODERATION_FILE: ENV.MODERATION_FILE,
  /** Life of a token. */
  TOKEN_DAYS: atLeastOne.default(7),
  /** Registrations an address may make in one window. */
  REGISTRATIONS_PER_ADDRESS: atLeastOne.default(100),
  REGISTRATION_WINDOW_SECONDS: atLeastOne.default(3_600),
  /** Failed logins in one window: of an account from one address, and of an address. */
  LOGIN_FAILURES_PER_ACCOUNT: atLeastOne.default(10),
  LOGIN_FAILURES_PER_ADDRESS: atLeastOne.default(100),
  LOGIN_WINDOW_SECONDS: atLeastOne.default(900),
  /** Password hashes computed at the same time, 19 MiB of memory each. */
  HASH_CONCURRENCY: atLeastOne.default(2),
});
