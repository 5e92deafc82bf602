import { ENV } from '@doushouqi/service-kit';
import { z } from 'zod';

/** The pairing service's environment. */
export const environment = z.object({
  PORT: ENV.PORT,
  HOST: ENV.HOST,
  DRAIN_PAUSE_MS: ENV.DRAIN_PAUSE_MS,
  REDIS_URL: ENV.REDIS_URL,
  JWT_PUBLIC_KEY_FILE: ENV.JWT_PUBLIC_KEY_FILE,
  SERVICE_TOKEN_FILE: ENV.SERVICE_TOKEN_FILE,
  /** The auth service, asked for names and avatars. */
  AUTH_URL: z.url({ protocol: /^https?$/ }),
  /** The social service, asked who is whose friend. */
  SOCIAL_URL: z.url({ protocol: /^https?$/ }),
  /** The room service, where the games are begun. */
  ROOM_URL: z.url({ protocol: /^https?$/ }),
  /** The rating service, asked how strong somebody is. */
  RATING_URL: z.url({ protocol: /^https?$/ }),
});
