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
import {
  hideLines,
  type ListWish,
  listLobby,
  listRecent,
  listShadowed,
  sayInChat,
  showLine,
} from './messages.ts';
import { COLLECTIONS } from './models.ts';
import { createRecent } from './recent.ts';
import { createTournamentCheck } from './tournaments.ts';

/** Mounts the chats of the lobby and of tournaments, which differ in their place alone: visitors read, users write. */
function mountChats(app: HttpApp, context: LobbyContext): void {
  const { limits, site } = context;
  const ofOlderPages = ({ query, address }: { query: { before?: number | undefined }; address: string }) =>
    query.before === undefined ? undefined : limits.older.consume(address);
  const whileOpen = async (caller: Parameters<ReturnType<typeof byUser>>[0]) => {
    await byUser(limits.message)(caller);
    if (!(await site()).features.lobbyChat) throw errorOf('LOBBY_CLOSED');
  };
  const list = ({ before, ...wish }: ListWish) =>
    before === undefined ? listRecent(context, wish) : listLobby(context, { before, ...wish });

  route(app, ROUTES.listLobby, {
    authorize: ofOlderPages,
    handler: ({ query: { before }, user }) => list({ before, userId: user?.userId }),
  });

  route(app, ROUTES.listTournamentLines, {
    authorize: ofOlderPages,
    handler: ({ params: { id }, query: { before }, user }) =>
      list({ before, userId: user?.userId, tournamentId: id }),
  });

  route(app, ROUTES.sayInLobby, {
    authorize: whileOpen,
    handler: ({ user: { userId, sanctions }, body: { content }, requestId }) =>
      sayInChat(context, { userId, content, isShadowed: sanctions.shadow !== undefined, requestId }),
  });

  route(app, ROUTES.sayInTournament, {
    authorize: whileOpen,
    async handler({ user: { userId, sanctions }, params: { id }, body: { content }, requestId }) {
      await context.requireTournament(id);
      const isShadowed = sanctions.shadow !== undefined;
      return sayInChat(context, { userId, content, isShadowed, requestId, tournamentId: id });
    },
  });
}

/** Mounts every route. */
function mountRoutes(app: HttpApp, context: LobbyContext): void {
  const { config, site, now } = context;
  mountChats(app, context);

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

/** Maximum age of the cached authors. */
const CACHE_MS = 1_000;

/** The lobby service: chats and announcement. */
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
      recent: createRecent((chat) => listLobby({ messages }, chat), now),
      shadowed: createCached({ ask: () => listShadowed({ messages }), ttlMs: CACHE_MS, now }),
      site: createSite({ redis, logger, now }),
      notifier: createNotifier(redis),
      fetchProfiles: createFetchProfiles(client('auth')),
      requireTournament: createTournamentCheck(client('tournament'), now),
    } satisfies Partial<LobbyContext>;
  },
  routes: (app, context) => mountRoutes(app, context),
});
