import { ENV } from '@doushouqi/service-kit';
import { z } from 'zod';

/** What the room service reads from its environment; README.md documents each. */
export const environment = z.object({
  PORT: ENV.PORT,
  HOST: ENV.HOST,
  DRAIN_PAUSE_MS: ENV.DRAIN_PAUSE_MS,
  REDIS_URL: ENV.REDIS_URL,
  JWT_PUBLIC_KEY_FILE: ENV.JWT_PUBLIC_KEY_FILE,
  SERVICE_TOKEN_FILE: ENV.SERVICE_TOKEN_FILE,
  /** The auth service, asked for the nickname of who made an offer. */
  AUTH_URL: z.url({ protocol: /^https?$/ }),
  /** The social service, which delivers private messages to the opponent. */
  SOCIAL_URL: z.url({ protocol: /^https?$/ }),
  MODERATION_FILE: ENV.MODERATION_FILE,
  /** Rooms that one user may create or join in a minute. */
  ROOM_JOINS_PER_MINUTE: z.coerce.number().int().min(1).default(30),
  /** Messages that one user may say in a minute, in all rooms together. */
  ROOM_LINES_PER_MINUTE: z.coerce.number().int().min(1).default(40),
});
