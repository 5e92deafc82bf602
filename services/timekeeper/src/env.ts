import { ENV } from '@doushouqi/service-kit';
import { z } from 'zod';

/** What the timekeeper reads from its environment; README.md documents each. */
export const environment = z.object({
  PORT: ENV.PORT,
  HOST: ENV.HOST,
  DRAIN_PAUSE_MS: ENV.DRAIN_PAUSE_MS,
  REDIS_URL: ENV.REDIS_URL,
  SERVICE_TOKEN_FILE: ENV.SERVICE_TOKEN_FILE,
  /** Base URL of the record service. */
  RECORD_URL: z.url({ protocol: /^https?$/ }),
  /** Base URL of the rating service, which rates the games of rated rooms. */
  RATING_URL: z.url({ protocol: /^https?$/ }),
  /** Base URL of the pairing service, told when those whom it paired are free again. */
  PAIRING_URL: z.url({ protocol: /^https?$/ }),
});
