import { join } from 'node:path';
import { ENV, serviceEnvironment } from '@doushouqi/service-kit';
import { z } from 'zod';

export const environment = serviceEnvironment('lobby', {
  LOBBY_CONFIG_FILE: z
    .string()
    .min(1)
    .default(join(import.meta.dirname, '..', 'config', 'lobby.json'))
    .meta({
      description: 'Announcement, group number and tournaments, as JSON. Reloaded on change.',
      fallback: 'services/lobby/config/lobby.json',
    }),
  MODERATION_FILE: ENV.MODERATION_FILE,
});
