import { ROUTES } from '@doushouqi/protocol/server';
import { type HttpApp, route } from '@doushouqi/service-kit';
import { leaveLadder } from '../commands/leave-ladder.ts';
import { rateGame } from '../commands/rate-game.ts';
import { countLostPoints, listReturns, readReturns, returnPoints } from '../commands/return-points.ts';
import { countOffences, showConduct } from '../commands/show-conduct.ts';
import { listGamesToCheck, listRatedUsers, listRatingFlags } from '../commands/show-evidence.ts';
import { showLadder } from '../commands/show-ladder.ts';
import {
  listRatedGames,
  showHistory,
  showRankedRatings,
  showRatings,
  showRecord,
  showVersus,
} from '../commands/show-player.ts';
import type { RatingContext } from '../context.ts';
import { flagEarlyPairs } from '../note-flags.ts';

function addPlayers(app: HttpApp, context: RatingContext): void {
  const limit = context.limits.reads;
  route(app, ROUTES.listRatings, {
    limit,
    handler: async ({ query }) => ({ ratings: await showRatings(context, query.ids) }),
  });
  // Before `getRatings`, whose path would match it.
  route(app, ROUTES.getConduct, { handler: ({ user }) => showConduct(context, user.userId) });
  route(app, ROUTES.listReturns, { handler: ({ user }) => listReturns(context, user.userId) });
  route(app, ROUTES.readReturns, {
    handler: async ({ user }) => {
      await readReturns(context, user.userId);
      return DONE;
    },
  });
  route(app, ROUTES.getRatings, {
    limit,
    handler: ({ params }) => showRankedRatings(context, params.userId),
  });
  route(app, ROUTES.getRatingHistory, {
    limit,
    handler: async ({ params, query }) => ({
      points: await showHistory(context, params.userId, query.class),
    }),
  });
  route(app, ROUTES.listRatedGames, {
    limit,
    handler: async ({ params, query, requestId }) => ({
      games: await listRatedGames(context, { ...params, ...query, requestId }),
    }),
  });
  route(app, ROUTES.getRatedRecord, {
    limit,
    handler: ({ params }) => showRecord(context, params.userId),
  });
  route(app, ROUTES.getVersus, {
    limit,
    handler: ({ user, params, requestId }) =>
      showVersus(context, { userId: user.userId, otherId: params.userId, requestId }),
  });
}

const DONE = { success: true } as const;

/** What operators check, and points that come back. */
function addFairPlay(app: HttpApp, context: RatingContext): void {
  route(app, ROUTES.listGamesToCheck, {
    handler: ({ params, query }) => listGamesToCheck(context, { ...params, ...query }),
  });
  route(app, ROUTES.listRatedUsers, { handler: ({ query }) => listRatedUsers(context, query) });
  route(app, ROUTES.listRatingFlags, {
    handler: ({ params, query }) => listRatingFlags(context, params.userId, query.since),
  });
  route(app, ROUTES.flagEarlyPairs, {
    handler: async ({ body }) => {
      await flagEarlyPairs(context, body.pairs, body.at);
      return DONE;
    },
  });
  route(app, ROUTES.countLostPoints, {
    handler: ({ params, query }) => countLostPoints(context, params.userId, query.at),
  });
  route(app, ROUTES.returnPoints, {
    handler: async ({ body }) => {
      await returnPoints(context, body);
      return DONE;
    },
  });
}

/** Mounts every route. Ratings are public; conduct is shown only to the user. */
export function mountRoutes(app: HttpApp, context: RatingContext): void {
  addPlayers(app, context);
  route(app, ROUTES.getLadder, {
    limit: context.limits.reads,
    handler: ({ user, query, requestId }) =>
      showLadder(context, { ratingClass: query.class, userId: user?.userId ?? null, requestId }),
  });
  route(app, ROUTES.leaveLadder, {
    handler: async ({ body }) => {
      await leaveLadder(context, body.userId);
      return DONE;
    },
  });
  route(app, ROUTES.countOffences, {
    handler: ({ params, query }) => countOffences(context, params.userId, query.since),
  });
  addFairPlay(app, context);
  route(app, ROUTES.rateGame, {
    handler: async ({ body }) => ({ ratings: await rateGame(context, body) }),
  });
}
