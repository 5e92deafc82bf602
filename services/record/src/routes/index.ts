import { ROUTES } from '@doushouqi/protocol/server';
import { byUser, type HttpApp, route, SerializedReply } from '@doushouqi/service-kit';
import { archiveGame } from '../commands/archive-game.ts';
import { addFavorite, deleteLocalRecord, removeFavorite } from '../commands/change-history.ts';
import { exportRecords } from '../commands/export-records.ts';
import { carryGames, forgetPlayer } from '../commands/forget-player.ts';
import { getStats } from '../commands/get-stats.ts';
import { listRecords } from '../commands/list-records.ts';
import { saveLocalGame } from '../commands/save-local-game.ts';
import { shareRecord } from '../commands/share-record.ts';
import { countGames, exportGames, listGamesOf, listMoves, showArchived } from '../commands/show-games.ts';
import { showRecord, showRecordOfGame, showShared } from '../commands/show-record.ts';
import type { RecordContext } from '../context.ts';
import { createGameRecordPresenter, presentExported } from '../presenters/game-record.ts';

const DONE = { success: true } as const;

function addReads(app: HttpApp, context: RecordContext): void {
  const present = createGameRecordPresenter();
  const authorize = byUser(context.limits.reads);
  route(app, ROUTES.listRecords, {
    authorize,
    handler: async ({ user, query }) => {
      const { games, totalPages, totals } = await listRecords(context, user.userId, query);
      const rest = JSON.stringify({ totalPages, totals }).slice(1);
      return new SerializedReply(`{"records":[${games.map(present.own)}],${rest}`);
    },
  });
  // Before `getRecord`, whose path would match it.
  route(app, ROUTES.exportRecords, {
    authorize,
    handler: async ({ user, query }) => {
      const { games, next } = await exportRecords(context, user.userId, query);
      return {
        games: games.map(({ game, entry }) => presentExported(game, entry.favorite ? entry.comment : null)),
        next,
      };
    },
  });
  route(app, ROUTES.getRecord, {
    authorize,
    handler: async ({ user, params }) => {
      const own = await showRecord(context, user.userId, params.id);
      return new SerializedReply(`{"record":${present.own(own)}}`);
    },
  });
  route(app, ROUTES.getRecordOfGame, {
    limit: context.limits.shared,
    handler: async ({ user, params }) => {
      const { game, entry } = await showRecordOfGame(context, user?.userId ?? null, params.gameId);
      return new SerializedReply(`{"record":${entry ? present.own({ game, entry }) : present.shared(game)}}`);
    },
  });
  route(app, ROUTES.getSharedRecord, {
    limit: context.limits.shared,
    handler: async ({ params }) => {
      const game = await showShared(context, params.shareId);
      return new SerializedReply(`{"record":${present.shared(game)}}`);
    },
  });
  route(app, ROUTES.getStats, { handler: ({ params }) => getStats(context, params.userId) });
}

function addChanges(app: HttpApp, context: RecordContext): void {
  const authorize = byUser(context.limits.changes);
  route(app, ROUTES.addFavorite, {
    authorize,
    handler: async ({ user, params, body }) => {
      await addFavorite(context, user.userId, params.id, body.comment);
      return DONE;
    },
  });
  route(app, ROUTES.removeFavorite, {
    authorize,
    handler: async ({ user, params }) => {
      await removeFavorite(context, user.userId, params.id);
      return DONE;
    },
  });
  route(app, ROUTES.deleteLocalRecord, {
    authorize,
    handler: async ({ user, params }) => {
      await deleteLocalRecord(context, user.userId, params.id);
      return DONE;
    },
  });
  route(app, ROUTES.shareRecord, {
    authorize,
    handler: async ({ user, params }) => ({ shareId: await shareRecord(context, user.userId, params.id) }),
  });
}

/**
 * Mounts every route. Users read and change only games of their own history, looked up by the token's id.
 * Rated games and statistics are public.
 */
export function mountRoutes(app: HttpApp, context: RecordContext): void {
  addReads(app, context);
  addChanges(app, context);
  route(app, ROUTES.saveLocalGame, {
    authorize: byUser(context.limits.saves),
    handler: async ({ user: { userId }, body, requestId }) => ({
      recordId: await saveLocalGame(context, { userId, requestId }, body),
    }),
  });
  route(app, ROUTES.forgetPlayer, {
    handler: async ({ body: { userId, nickname } }) => {
      await forgetPlayer(context, userId, nickname);
      return DONE;
    },
  });
  route(app, ROUTES.carryGames, {
    handler: async ({ body: { userId, to } }) => {
      await carryGames(context, userId, to);
      return DONE;
    },
  });
  route(app, ROUTES.countGames, { handler: ({ body }) => countGames(context, body.since) });
  route(app, ROUTES.showArchived, { handler: ({ params }) => showArchived(context, params.gameId) });
  route(app, ROUTES.listMoves, { handler: ({ body }) => listMoves(context, body.gameIds) });
  route(app, ROUTES.exportGames, { handler: ({ body }) => exportGames(context, body.gameIds) });
  route(app, ROUTES.listGamesOf, { handler: ({ params }) => listGamesOf(context, params.userId) });
  route(app, ROUTES.archiveGame, {
    handler: async ({ body, requestId }) => ({ recordId: await archiveGame(context, body, requestId) }),
  });
}
