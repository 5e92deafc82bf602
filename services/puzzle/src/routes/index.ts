import { ROUTES } from '@doushouqi/protocol/server';
import {
  byUser,
  consumeOf,
  type HttpApp,
  type RateLimiter,
  route,
  type VerifiedToken,
} from '@doushouqi/service-kit';
import { showAnswer, showHint, startAttempt } from '../commands/attempts.ts';
import { listDailies, showDaily } from '../commands/daily.ts';
import { carrySolver, forgetSolver } from '../commands/forget.ts';
import { listEndgames, saveLevelResult, saveProgress, showProgress } from '../commands/learn.ts';
import { nextPuzzle } from '../commands/next-puzzle.ts';
import { playMove } from '../commands/play-move.ts';
import { parseTaskId, playRushMove, showRush, startRush } from '../commands/rush.ts';
import { listMistakes, showSolver, showSolverRating } from '../commands/solver.ts';
import { vote } from '../commands/vote.ts';
import type { PuzzleContext } from '../context.ts';
import { presentPuzzle } from '../presenters/puzzle.ts';
import { findPuzzle } from '../store/attempts.ts';

const DONE = { success: true } as const;

/** Takes a point of the user, or for visitors one of their address. */
function byCaller(ofUser: RateLimiter, ofAddress: RateLimiter) {
  return ({ user, address }: { user: VerifiedToken | null; address: string }): Promise<void> =>
    user === null ? ofAddress.consume(address) : consumeOf(ofUser, user);
}

function addReads(app: HttpApp, context: PuzzleContext): void {
  const limit = context.limits.reads;
  route(app, ROUTES.nextPuzzle, {
    limit,
    handler: ({ user, query }) => nextPuzzle(context, user, query),
  });
  route(app, ROUTES.getDailyPuzzle, {
    limit,
    handler: ({ user, query }) => showDaily(context, user, query.date),
  });
  route(app, ROUTES.listDailyPuzzles, {
    limit,
    handler: ({ user, query }) => listDailies(context, user, query.month),
  });
  route(app, ROUTES.getSolver, { limit, handler: ({ user }) => showSolver(context, user) });
  route(app, ROUTES.listMistakes, { limit, handler: ({ user }) => listMistakes(context, user.userId) });
  route(app, ROUTES.getSolverRating, {
    limit,
    handler: ({ params }) => showSolverRating(context, params.userId),
  });
  route(app, ROUTES.getRush, {
    limit,
    handler: ({ user, params }) => showRush(context, user, params.rushId),
  });
  // Last, because its path matches those of the others.
  route(app, ROUTES.getPuzzle, {
    limit,
    handler: ({ params }) => presentPuzzle(findPuzzle(context, params.puzzleId)),
  });
}

function addAttempts(app: HttpApp, context: PuzzleContext): void {
  const { limits } = context;
  const limit = limits.writes;
  const mayMove = byCaller(limits.moves, limits.visitorMoves);
  route(app, ROUTES.startRush, {
    limit,
    authorize: byCaller(limits.rushes, limits.visitorRushes),
    handler: ({ user }) => startRush(context, user),
  });
  route(app, ROUTES.startAttempt, {
    limit,
    authorize: async (call) => {
      await byCaller(limits.starts, limits.visitorStarts)(call);
      await byCaller(limits.startsOfDay, limits.visitorStartsOfDay)(call);
    },
    handler: ({ user, params }) => startAttempt(context, user, params.puzzleId),
  });
  route(app, ROUTES.playPuzzleMove, {
    limit,
    authorize: mayMove,
    handler: ({ user, params: { attemptId }, body }) => {
      const task = parseTaskId(attemptId);
      return task === null
        ? playMove(context, user, { attemptId, ...body })
        : playRushMove(context, user, { ...task, ...body });
    },
  });
  route(app, ROUTES.getPuzzleHint, {
    limit,
    authorize: mayMove,
    handler: ({ user, params }) => showHint(context, user, params.attemptId),
  });
  route(app, ROUTES.getPuzzleAnswer, {
    limit,
    authorize: mayMove,
    handler: ({ user, params }) => showAnswer(context, user, params.attemptId),
  });
  route(app, ROUTES.votePuzzle, {
    limit,
    authorize: byUser(limits.changes),
    handler: async ({ user: { userId }, params: { puzzleId }, body }) => {
      await vote(context, { userId, puzzleId, vote: body.vote });
      return DONE;
    },
  });
}

function addLearning(app: HttpApp, context: PuzzleContext): void {
  const { reads, writes, changes, levels, levelsOfAddress } = context.limits;
  route(app, ROUTES.listEndgames, { limit: reads, handler: ({ user }) => listEndgames(context, user) });
  route(app, ROUTES.saveLevelResult, {
    limit: levelsOfAddress,
    authorize: byUser(levels),
    handler: ({ user, params, body }) => saveLevelResult(context, user.userId, { ...params, ...body }),
  });
  route(app, ROUTES.getLearnProgress, {
    limit: reads,
    handler: ({ user }) => showProgress(context, user.userId),
  });
  route(app, ROUTES.saveLearnProgress, {
    limit: writes,
    authorize: byUser(changes),
    handler: ({ user, body }) => saveProgress(context, user.userId, body),
  });
}

/** Mounts every route: visitors solve without rating, users for themselves alone. */
export function mountRoutes(app: HttpApp, context: PuzzleContext): void {
  addReads(app, context);
  addAttempts(app, context);
  addLearning(app, context);
  route(app, ROUTES.carrySolver, {
    handler: async ({ body }) => {
      await carrySolver(context, body.userId, body.to);
      return DONE;
    },
  });
  route(app, ROUTES.forgetSolver, {
    handler: async ({ body }) => {
      await forgetSolver(context, body.userId);
      return DONE;
    },
  });
}
