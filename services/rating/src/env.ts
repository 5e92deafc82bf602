import { ENV } from '@doushouqi/service-kit';
import { z } from 'zod';

/** The rating service's environment. */
export const environment = z.object({
  PORT: ENV.PORT,
  HOST: ENV.HOST,
  DRAIN_PAUSE_MS: ENV.DRAIN_PAUSE_MS,
  REDIS_URL: ENV.REDIS_URL,
  MONGODB_URL: ENV.MONGODB_URL,
  JWT_PUBLIC_KEY_FILE: ENV.JWT_PUBLIC_KEY_FILE,
  SERVICE_TOKEN_FILE: ENV.SERVICE_TOKEN_FILE,
  /** The auth service, asked for names and avatars. */
  AUTH_URL: z.url({ protocol: /^https?$/ }),
});
