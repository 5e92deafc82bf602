import { ROUTES } from '@doushouqi/protocol/server';
import { byUser, type HttpApp, route, type VerifiedToken } from '@doushouqi/service-kit';
import { answerAppeal, appeal, appealFor } from '../commands/appeals.ts';
import { cancelTournament } from '../commands/cancel-tournament.ts';
import { claimCase, dismissCase, listCases, showCase } from '../commands/cases.ts';
import { decideSanction, endSanction, listSanctions } from '../commands/decide.ts';
import { askForCheck, countReturn, dismissFlag, listFlagged, showFairPlay } from '../commands/fair-play.ts';
import { impose } from '../commands/impose.ts';
import { listLetters, listOwnReports, readLetter, readOwnReports } from '../commands/letters.ts';
import { addToLog, listLog } from '../commands/log.ts';
import { imposeOnOrigin, listOriginSanctions, showOrigin } from '../commands/origins.ts';
import { showPerson } from '../commands/person.ts';
import { readReport, report } from '../commands/report.ts';
import { changeSite, showSite } from '../commands/site.ts';
import type { Actor, ModerationContext } from '../context.ts';

const DONE = { success: true } as const;

function addReporting(app: HttpApp, context: ModerationContext): void {
  const { limits } = context;
  const mayReport = async (caller: { user: VerifiedToken }): Promise<void> => {
    await byUser(limits.reports)(caller);
    await byUser(limits.reportsOfDay)(caller);
  };
  route(app, ROUTES.report, {
    authorize: mayReport,
    handler: async ({ user, body, requestId }) => {
      await report(context, { reporterId: user.userId, requestId }, readReport(body));
      return DONE;
    },
  });
  route(app, ROUTES.reportLine, {
    authorize: mayReport,
    handler: async ({ user, body, requestId }) => {
      const statement = readReport({ kind: 'lobbyLine', ...body });
      await report(context, { reporterId: user.userId, requestId }, statement);
      return DONE;
    },
  });
  route(app, ROUTES.listOwnReports, {
    authorize: byUser(limits.reads),
    handler: ({ user }) => listOwnReports(context, user.userId),
  });
  route(app, ROUTES.readOwnReports, {
    authorize: byUser(limits.changes),
    handler: async ({ user }) => {
      await readOwnReports(context, user.userId);
      return DONE;
    },
  });
}

function addLetters(app: HttpApp, context: ModerationContext): void {
  const { limits } = context;
  route(app, ROUTES.listLetters, {
    authorize: byUser(limits.reads),
    handler: ({ user }) => listLetters(context, user.userId),
  });
  route(app, ROUTES.readLetter, {
    authorize: byUser(limits.changes),
    handler: async ({ user, params }) => {
      await readLetter(context, user.userId, params.sanctionId);
      return DONE;
    },
  });
  route(app, ROUTES.appeal, {
    authorize: byUser(limits.changes),
    handler: ({ user, params, body }) => appeal(context, user.userId, params.sanctionId, body.text),
  });
}

/** Returns the operator of a request of the console. */
function actorOf({ user, requestId }: { user: VerifiedToken; requestId: string }): Actor {
  return { userId: user.userId, isOperator: user.scopes.includes('operate'), requestId };
}

function addQueue(app: HttpApp, context: ModerationContext): void {
  const reads = byUser(context.limits.console);
  const actions = byUser(context.limits.actions);
  route(app, ROUTES.listCases, {
    authorize: reads,
    handler: (request) => listCases(context, actorOf(request), request.query.state),
  });
  route(app, ROUTES.showCase, {
    authorize: reads,
    handler: (request) => showCase(context, actorOf(request), request.params.userId),
  });
  route(app, ROUTES.claimCase, {
    authorize: actions,
    handler: async (request) => {
      await claimCase(context, actorOf(request), request.params.userId, request.body.on);
      return DONE;
    },
  });
  route(app, ROUTES.dismissCase, {
    authorize: actions,
    handler: async (request) => {
      const { reports: ids, reason } = request.body;
      await dismissCase(context, actorOf(request), { userId: request.params.userId, ids, reason });
      return DONE;
    },
  });
  route(app, ROUTES.showPerson, {
    authorize: reads,
    handler: (request) => showPerson(context, actorOf(request), request.params.userId),
  });
  route(app, ROUTES.listLog, { authorize: reads, handler: ({ query }) => listLog(context, query) });
}

function addFairPlay(app: HttpApp, context: ModerationContext): void {
  const { limits } = context;
  const reads = byUser(limits.console);
  route(app, ROUTES.listFlagged, {
    authorize: reads,
    handler: (request) => listFlagged(context, actorOf(request)),
  });
  route(app, ROUTES.showFairPlay, {
    authorize: reads,
    handler: (request) => showFairPlay(context, actorOf(request), request.params.userId),
  });
  route(app, ROUTES.checkPerson, {
    authorize: byUser(limits.checks),
    handler: async (request) => {
      await askForCheck(context, actorOf(request), request.params.userId);
      return DONE;
    },
  });
  route(app, ROUTES.dismissFlag, {
    authorize: byUser(limits.actions),
    handler: async (request) => {
      await dismissFlag(context, actorOf(request), { ...request.params, ...request.body });
      return DONE;
    },
  });
  route(app, ROUTES.countReturn, {
    authorize: reads,
    handler: (request) => countReturn(context, actorOf(request), request.params.userId),
  });
}

/** A request that names a sanction. */
type OnSanction<Body> = { params: { sanctionId: string }; body: Body };

function orderOf<Body>({ params, body }: OnSanction<Body>): Body & { sanctionId: string } {
  return { ...body, sanctionId: params.sanctionId };
}

function addSanctions(app: HttpApp, context: ModerationContext): void {
  const actions = byUser(context.limits.actions);
  route(app, ROUTES.impose, {
    authorize: actions,
    handler: (request) => impose(context, actorOf(request), request.body),
  });
  route(app, ROUTES.listSanctions, {
    authorize: byUser(context.limits.console),
    handler: (request) => listSanctions(context, actorOf(request), request.query.of),
  });
  route(app, ROUTES.decideSanction, {
    authorize: actions,
    handler: (request) => decideSanction(context, actorOf(request), orderOf(request)),
  });
  route(app, ROUTES.endSanction, {
    authorize: actions,
    handler: (request) => endSanction(context, actorOf(request), orderOf(request)),
  });
  route(app, ROUTES.answerAppeal, {
    authorize: actions,
    handler: (request) => answerAppeal(context, actorOf(request), orderOf(request)),
  });
}

function addSite(app: HttpApp, context: ModerationContext): void {
  const { limits } = context;
  route(app, ROUTES.showSite, { authorize: byUser(limits.console), handler: () => showSite(context) });
  route(app, ROUTES.changeSite, {
    authorize: byUser(limits.actions),
    handler: (request) => changeSite(context, actorOf(request), request.body),
  });
  route(app, ROUTES.cancelAnyTournament, {
    authorize: byUser(limits.actions),
    handler: (request) => cancelTournament(context, actorOf(request), { ...request.params, ...request.body }),
  });
}

function addOrigins(app: HttpApp, context: ModerationContext): void {
  const reads = byUser(context.limits.console);
  route(app, ROUTES.imposeOnOrigin, {
    authorize: byUser(context.limits.actions),
    handler: (request) => imposeOnOrigin(context, actorOf(request), request.body),
  });
  route(app, ROUTES.listOriginSanctions, {
    authorize: reads,
    handler: (request) => listOriginSanctions(context, actorOf(request)),
  });
  route(app, ROUTES.showOrigin, {
    authorize: reads,
    handler: (request) => showOrigin(context, actorOf(request), request.query),
  });
}

/** Mounts every route: reports and letters of the token's user, the console, and calls of other services. */
export function mountRoutes(app: HttpApp, context: ModerationContext): void {
  addReporting(app, context);
  addLetters(app, context);
  addQueue(app, context);
  addSanctions(app, context);
  addSite(app, context);
  addFairPlay(app, context);
  addOrigins(app, context);
  route(app, ROUTES.appealFor, {
    handler: ({ body: { userId, text } }) => appealFor(context, userId, text),
  });
  route(app, ROUTES.addToLog, {
    handler: async ({ body, requestId }) => {
      await addToLog(context, body, requestId);
      return DONE;
    },
  });
}
