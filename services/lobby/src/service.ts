import { join } from 'node:path';
import { ROUTES, siteNoticeAt } from '@doushouqi/protocol/server';
import {
  byUser,
  createCached,
  createFetchProfiles,
  createSite,
  defineService,
  ENV,
  errorOf,
  type HttpApp,
  openCollections,
  openLiveFile,
  openModerator,
  route,
} from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import { z } from 'zod';
import type { LobbyContext } from './context.ts';
import { lobbyInfo, parseLobbyConfig } from './lobby-config.ts';
import { hideLines, listLobby, listRecent, listShadowed, sayInLobby, showLine } from './messages.ts';
import { COLLECTIONS } from './models.ts';

/** Mounts every route: visitors read, users write. */
function mountRoutes(app: HttpApp, context: LobbyContext): void {
  const { config, limits, site, now } = context;

  route(app, ROUTES.listLobby, {
    authorize: ({ query, address }) =>
      query.before === undefined ? undefined : limits.older.consume(address),
    handler: ({ query: { before }, user }) =>
      before === undefined
        ? listRecent(context, user?.userId)
        : listLobby(context, { before, userId: user?.userId }),
  });

  route(app, ROUTES.sayInLobby, {
    async authorize(caller) {
      await byUser(limits.message)(caller);
      if (!(await site()).features.lobbyChat) throw errorOf('LOBBY_CLOSED');
    },
    handler: ({ user: { userId, sanctions }, body: { content }, requestId }) =>
      sayInLobby(context, { userId, content, isShadowed: sanctions.shadow !== undefined, requestId }),
  });

  route(app, ROUTES.getLobbyInfo, {
    handler: async () => lobbyInfo(await config(), await site(), now()),
  });

  route(app, ROUTES.getSite, { handler: async () => siteNoticeAt(await site(), now()) });

  route(app, ROUTES.showLobbyFile, { handler: () => config() });

  route(app, ROUTES.showLobbyLine, { handler: ({ body }) => showLine(context, body.messageId) });

  route(app, ROUTES.hideLobbyLines, {
    handler: async ({ body }) => {
      await hideLines(context, body.messageIds);
      return { success: true } as const;
    },
  });
}

/** Maximum age of the cached messages; another process may add some. */
const CACHE_MS = 1_000;

/** The lobby service: public chat and announcement. */
export const service = defineService({
  name: 'lobby',
  environment: {
    LOBBY_CONFIG_FILE: z
      .string()
      .min(1)
      .default(join(import.meta.dirname, '..', 'config', 'lobby.json'))
      .meta({
        description: 'Announcement and group number, as JSON. Reloaded on change.',
        fallback: 'services/lobby/config/lobby.json',
      }),
    MODERATION_FILE: ENV.MODERATION_FILE,
  },
  files: async (env, watched) => ({
    config: await openLiveFile({ ...watched, path: env.LOBBY_CONFIG_FILE, parse: parseLobbyConfig }),
    moderator: await openModerator({ ...watched, path: env.MODERATION_FILE }),
  }),
  // Without Redis the limits count in memory and messages are stored.
  worksWithoutRedis: true,
  limits: () => ({
    // Attempts per user; the flood rule allows fewer messages.
    message: 30,
    // Per address, which many users may share: each page reads the store.
    older: 120,
  }),
  models: (connection) => openCollections(connection, COLLECTIONS),
  open({ messages, redis, client, logger, now }) {
    return {
      recent: createCached({ ask: () => listLobby({ messages }), ttlMs: CACHE_MS, now }),
      shadowed: createCached({ ask: () => listShadowed({ messages }), ttlMs: CACHE_MS, now }),
      site: createSite({ redis, logger, now }),
      notifier: createNotifier(redis),
      fetchProfiles: createFetchProfiles(client('auth')),
    } satisfies Partial<LobbyContext>;
  },
  routes: (app, context) => mountRoutes(app, context),
});
