import { ENV } from '@doushouqi/service-kit';
import { z } from 'zod';

/** The record service's environment. */
export const RECORD_ENV = z.object({
  PORT: ENV.PORT,
  HOST: ENV.HOST,
  DRAIN_PAUSE_MS: ENV.DRAIN_PAUSE_MS,
  REDIS_URL: ENV.REDIS_URL,
  MONGODB_URL: ENV.MONGODB_URL,
  JWT_PUBLIC_KEY_FILE: ENV.JWT_PUBLIC_KEY_FILE,
  SERVICE_TOKEN_FILE: ENV.SERVICE_TOKEN_FILE,
  /** The auth service, asked for names and avatars when a game is kept. */
  AUTH_URL: z.url({ protocol: /^https?$/ }),
  /** What one user may read in a minute; nobody leafs through a history faster than five pages a second. */
  RECORD_READS_PER_MINUTE: z.coerce.number().int().min(1).default(300),
  /** Favourites, deletions and shares of one user in a minute. */
  RECORD_CHANGES_PER_MINUTE: z.coerce.number().int().min(1).default(60),
  /** Games that one user may save in a minute. */
  RECORD_SAVES_PER_MINUTE: z.coerce.number().int().min(1).default(30),
});
