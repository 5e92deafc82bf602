import { join } from 'node:path';
import { ROUTES } from '@doushouqi/protocol/server';
import { createKept, defineService, ENV, openLiveFile, openModerator } from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import { z } from 'zod';
import { listLobby } from './commands/list-lobby.ts';
import { parseLobbyConfig } from './lobby-config.ts';
import { openLobbyMessages } from './models/lobby-message.ts';
import { openReports } from './models/report.ts';
import { mountRoutes } from './routes/index.ts';

/** Maximum age of the list of messages, which another process may have added to. */
const CACHE_MS = 1_000;

/** The lobby service: public chat, announcement, tournaments. */
export const service = defineService({
  name: 'lobby',
  environment: {
    LOBBY_CONFIG_FILE: z
      .string()
      .min(1)
      .default(join(import.meta.dirname, '..', 'config', 'lobby.json'))
      .meta({
        description: 'Announcement, group number and tournaments, as JSON. Reloaded on change.',
        fallback: 'services/lobby/config/lobby.json',
      }),
    MODERATION_FILE: ENV.MODERATION_FILE,
  },
  files: async (env, watched) => ({
    config: await openLiveFile({ ...watched, path: env.LOBBY_CONFIG_FILE, parse: parseLobbyConfig }),
    moderator: await openModerator({ ...watched, path: env.MODERATION_FILE }),
  }),
  // Without Redis the limits count in memory and messages are still stored.
  worksWithoutRedis: true,
  limits: () => ({
    // Attempts of one user; the flood rule lets fewer messages through.
    message: 30,
    report: 10,
    // Of one address, which many users may share: each page reads the store.
    older: 120,
  }),
  async open({ connection, redis, client, now }) {
    const auth = client('auth');
    const [messages, reports] = await Promise.all([openLobbyMessages(connection), openReports(connection)]);
    return {
      messages,
      reports,
      recent: createKept({ ask: () => listLobby({ messages }), forMs: CACHE_MS, now }),
      notifier: createNotifier(redis),
      async fetchProfile(userId: string, requestId: string) {
        const { profiles } = await auth.call(ROUTES.listProfiles, { body: { ids: [userId] } }, { requestId });
        return profiles[0];
      },
    };
  },
  routes: (app, context) => mountRoutes(app, context),
});
