import { join } from 'node:path';
import { ENV } from '@doushouqi/service-kit';
import { z } from 'zod';

/** The lobby service's environment. */
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
  /** JSON file with the announcement, the group number and the tournaments; read anew when it changes. */
  LOBBY_CONFIG_FILE: z
    .string()
    .min(1)
    .default(join(import.meta.dirname, '..', 'config', 'lobby.json')),
  MODERATION_FILE: ENV.MODERATION_FILE,
});
