import { ROUTES } from '@doushouqi/protocol/server';
import { byUser, type HttpApp, route } from '@doushouqi/service-kit';
import { beginAssignedGame, listFreePlayers } from './commands/assigned.ts';
import { playBot } from './commands/bots.ts';
import {
  acceptChallenge,
  createChallenge,
  dropSeeks,
  listChallenges,
  removeChallenge,
  showChallenge,
} from './commands/challenges.ts';
import { refuseUnrated, showRunningGame } from './commands/games.ts';
import { joinQueue, showMine } from './commands/queue.ts';
import type { PairingContext } from './context.ts';
import type { Ticket } from './store/pairing-store.ts';

const DONE = { success: true } as const;

function mountQueue(app: HttpApp, context: PairingContext): void {
  const { limits, store, pools, watchableGames, now } = context;
  route(app, ROUTES.joinPairing, {
    authorize: byUser(limits.queue),
    handler: ({ body, user, address: network }) => {
      if (body.rated) refuseUnrated(user, now());
      return joinQueue(context, user.userId, { ...body, network });
    },
  });
  route(app, ROUTES.leavePairing, {
    authorize: byUser(limits.queue),
    handler: async ({ user }) => {
      await store.leave(user.userId);
      return DONE;
    },
  });
  route(app, ROUTES.getMyPairing, {
    authorize: byUser(limits.reads),
    handler: ({ user }) => showMine(context, user.userId),
  });
  route(app, ROUTES.playBot, {
    authorize: byUser(limits.challenges),
    handler: ({ body, user, address: network }) => {
      if (body.rated) refuseUnrated(user, now());
      return playBot(context, user.userId, { ...body, network });
    },
  });
  route(app, ROUTES.listPools, { handler: () => pools.get() });
  route(app, ROUTES.listWatchableGames, {
    limit: limits.looks,
    handler: async ({ query: { limit } }) => {
      const { games, total } = await watchableGames.get();
      return { games: games.slice(0, limit), total };
    },
  });
  route(app, ROUTES.getRunningGame, {
    limit: limits.looks,
    handler: async ({ params: { userId } }) => ({ game: await showRunningGame(context, userId) }),
  });
  route(app, ROUTES.dropSeeks, {
    handler: async ({ body: { userId, onlyRated } }) => {
      await dropSeeks(context, userId, onlyRated);
      return DONE;
    },
  });
  route(app, ROUTES.countWaiting, {
    async handler() {
      const tickets = [...(await store.waiting()).values()].map((text) => JSON.parse(text) as Ticket);
      const first = Math.min(now(), ...tickets.map(({ since }) => since));
      return { waiting: tickets.length, longest: now() - first };
    },
  });
  route(app, ROUTES.listFreePlayers, {
    handler: async ({ body: { userIds, rated } }) => ({
      userIds: await listFreePlayers(context, userIds, rated),
    }),
  });
  route(app, ROUTES.beginAssignedGames, {
    handler: async ({ body: { games } }) => ({
      games: await Promise.all(games.map((game) => beginAssignedGame(context, game))),
    }),
  });
  route(app, ROUTES.endPairing, {
    handler: async ({ body: { gameId, players, kind, isRated, winner } }) => {
      // Aborted games do not count for the color balance.
      await store.end({ gameId, players, kind, isRated }, { isPlayed: winner !== -1 });
      return DONE;
    },
  });
}

function mountChallenges(app: HttpApp, context: PairingContext): void {
  const { limits, now } = context;
  route(app, ROUTES.listChallenges, {
    limit: limits.looks,
    handler: async ({ user }) => ({ challenges: await listChallenges(context, user?.userId) }),
  });
  route(app, ROUTES.createChallenge, {
    authorize: byUser(limits.challenges),
    handler: async ({ body, user, address: network }) => {
      if (body.rated) refuseUnrated(user, now());
      return { challenge: await createChallenge(context, user.userId, { ...body, network }) };
    },
  });
  route(app, ROUTES.getChallenge, {
    limit: limits.looks,
    handler: ({ params: { id } }) => showChallenge(context, id),
  });
  route(app, ROUTES.acceptChallenge, {
    authorize: byUser(limits.answers),
    handler: ({ params: { id }, user }) => acceptChallenge(context, id, user),
  });
  route(app, ROUTES.removeChallenge, {
    authorize: byUser(limits.answers),
    handler: async ({ params: { id }, user }) => {
      await removeChallenge(context, id, user.userId);
      return DONE;
    },
  });
}

export function mountRoutes(app: HttpApp, context: PairingContext): void {
  mountQueue(app, context);
  mountChallenges(app, context);
}
