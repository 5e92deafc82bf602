import { ROUTES } from '@doushouqi/protocol/server';
import { byUser, type HttpApp, route } from '@doushouqi/service-kit';
import { listLobby } from '../commands/list-lobby.ts';
import { reportMessage } from '../commands/report-message.ts';
import { sayInLobby } from '../commands/say-in-lobby.ts';
import type { LobbyContext } from '../context.ts';
import { inOrder } from '../presenters/tournaments.ts';

/** Mounts every route of this service: anybody reads, users speak. */
export function mountRoutes(app: HttpApp, context: LobbyContext): void {
  const { recent, config, limits, now } = context;

  route(app, ROUTES.listLobby, {
    authorize: ({ query, address }) =>
      query.before === undefined ? undefined : limits.older.consume(address),
    handler: ({ query }) => (query.before === undefined ? recent.get() : listLobby(context, query.before)),
  });

  route(app, ROUTES.sayInLobby, {
    authorize: byUser(limits.message),
    handler: ({ user: { userId }, body: { content }, requestId }) =>
      sayInLobby(context, { userId, content, requestId }),
  });

  route(app, ROUTES.getLobbyInfo, { handler: () => config() });

  route(app, ROUTES.reportLine, {
    authorize: byUser(limits.report),
    handler: async ({ user, body }) => {
      await reportMessage(context, user.userId, body.messageId, now());
      return { success: true } as const;
    },
  });

  route(app, ROUTES.listTournaments, {
    handler: async () => inOrder((await config()).tournaments, now()),
  });
}
