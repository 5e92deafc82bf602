import { ROUTES } from '@doushouqi/protocol/server';
import { byUser, type HttpApp, route } from '@doushouqi/service-kit';
import { appealClosure } from './commands/closures.ts';
import { endConsole, renewConsole, startConsole } from './commands/console.ts';
import { enrolFactor } from './commands/factors.ts';
import { findPeople, showFile } from './commands/files.ts';
import { endSessionsOf, renamePerson, resetAvatar } from './commands/measures.ts';
import { countNewcomers } from './commands/newcomers.ts';
import { countAccounts } from './commands/sightings.ts';
import { appointStaff, listStaff } from './commands/staff.ts';
import type { AuthContext } from './context.ts';
import { originOf } from './policies/origin.ts';

const DONE = { success: true } as const;

/** Mounts the sessions of the console and its staff. */
function mountSessions(app: HttpApp, context: AuthContext): void {
  const { limits } = context;

  route(app, ROUTES.startConsole, {
    handler: (request) => startConsole(context, request.body, request.address, originOf(request)),
  });

  route(app, ROUTES.enrolFactor, {
    handler: (request) => enrolFactor(context, request.body, request.address, originOf(request)),
  });

  route(app, ROUTES.renewConsole, {
    authorize: byUser(limits.changes),
    handler: ({ user }) => renewConsole(context, user),
  });

  route(app, ROUTES.endConsole, {
    handler: async ({ user }) => {
      await endConsole(context, user);
      return DONE;
    },
  });

  route(app, ROUTES.listStaff, {
    authorize: byUser(limits.searches),
    handler: () => listStaff(context),
  });

  route(app, ROUTES.appointStaff, {
    authorize: byUser(limits.changes),
    handler: ({ user, body }) => appointStaff(context, user.userId, body),
  });
}

/** Mounts what operators see of people and do to them. */
function mountPeople(app: HttpApp, context: AuthContext): void {
  route(app, ROUTES.findPeople, {
    authorize: byUser(context.limits.searches),
    handler: ({ query }) => findPeople(context, query.name),
  });

  route(app, ROUTES.countNewcomers, { handler: ({ body }) => countNewcomers(context, body.since) });

  route(app, ROUTES.showFile, { handler: ({ body }) => showFile(context, body.userId) });

  route(app, ROUTES.countAccounts, { handler: ({ body }) => countAccounts(context, body) });

  route(app, ROUTES.renamePerson, {
    handler: async ({ body }) => {
      await renamePerson(context, body.userId);
      return DONE;
    },
  });

  route(app, ROUTES.resetAvatar, {
    handler: async ({ body }) => {
      await resetAvatar(context, body.userId);
      return DONE;
    },
  });

  route(app, ROUTES.endSessionsOf, {
    handler: async ({ body }) => {
      await endSessionsOf(context, body.userId);
      return DONE;
    },
  });
}

/** Mounts the routes of the console, and the appeal of a closed account. */
export function mountConsole(app: HttpApp, context: AuthContext): void {
  mountSessions(app, context);
  mountPeople(app, context);

  route(app, ROUTES.appealClosure, {
    handler: ({ body, address }) => appealClosure(context, body, address),
  });
}
