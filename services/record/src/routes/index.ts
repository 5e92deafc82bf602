import { ROUTES } from '@doushouqi/protocol/server';
import { type HttpApp, route, WrittenReply } from '@doushouqi/service-kit';
import { archiveGame } from '../commands/archive-game.ts';
import { getStats } from '../commands/get-stats.ts';
import { listRecords } from '../commands/list-records.ts';
import type { RecordContext } from '../context.ts';
import { createGameRecordPresenter } from '../presenters/game-record.ts';

/**
 * Mounts every route of this service. A user sees only games that he played: the query asks by his token's id. How
 * many somebody played and won is no secret.
 */
export function mountRoutes(app: HttpApp, context: RecordContext): void {
  const present = createGameRecordPresenter();

  route(app, ROUTES.listRecords, {
    authorize: ({ user }) => context.limits.reads.consume(user.userId),
    handler: async ({ user, query }) => {
      const { games, totalPages } = await listRecords(context, user.userId, query);
      return new WrittenReply(`{"records":[${games.map(present)}],"totalPages":${totalPages}}`);
    },
  });

  route(app, ROUTES.getStats, { handler: ({ params }) => getStats(context, params.userId) });

  route(app, ROUTES.archiveGame, {
    handler: async ({ body, requestId }) => ({ recordId: await archiveGame(context, body, requestId) }),
  });
}
