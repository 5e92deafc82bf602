import type { RouteReply, SolverState } from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import { dayOf, runAt, weekOf } from '@doushouqi/puzzles';
import { deviationAt, isProvisional } from '@doushouqi/rating';
import type { Caller, PuzzleContext } from '../context.ts';
import { isMember } from '../context.ts';
import type { StoredSolver } from '../models.ts';
import { presentPuzzle } from '../presenters/puzzle.ts';
import { newSolver } from '../store/settle.ts';

type Parts = Pick<PuzzleContext, 'solvers' | 'tries' | 'catalog' | 'now'>;

/** Listed mistakes. */
const MOST_MISTAKES = 50;

function presentRating(solver: StoredSolver, now: number) {
  const { rating, puzzles, best } = solver;
  return {
    now: Math.round(rating),
    provisional: isProvisional(solver, now),
    best: Math.round(puzzles === 0 ? rating : best),
    puzzles,
  };
}

/** Returns the caller's rating (null for guests), streaks, week and mistakes. */
export async function showSolver(
  { solvers, tries, now }: Parts,
  caller: NonNullable<Caller>,
): Promise<SolverState> {
  const { userId } = caller;
  const at = now();
  const today = dayOf(at);
  const [stored, due, total] = await Promise.all([
    solvers.findById(userId).lean(),
    tries.countDocuments({ userId, dueAt: { $gt: 0, $lte: at } }),
    tries.countDocuments({ userId, dueAt: { $gt: 0 } }),
  ]);
  const solver = stored ?? newSolver(userId);
  const { streak, daily, history, rushBest } = solver;
  return {
    rating: isMember(caller)
      ? {
          ...presentRating(solver, at),
          deviation: Math.round(deviationAt(solver, at)),
          history: history.map(Math.round),
        }
      : null,
    streak: { ...streak },
    daily: { days: runAt(daily, today), week: weekOf(daily, today) },
    mistakes: { due, total },
    rushBest,
  };
}

/** Lists the caller's missed puzzles, first those that are due. Puzzles that no longer exist are left out. */
export async function listMistakes(
  { tries, catalog }: Parts,
  userId: string,
): Promise<RouteReply<(typeof ROUTES)['listMistakes']>> {
  const found = await tries
    .find({ userId, dueAt: { $gt: 0 } })
    .sort({ dueAt: 1 })
    .limit(MOST_MISTAKES)
    .lean();
  const mistakes = found.flatMap(({ puzzleId, dueAt, missedAt }) => {
    const entry = catalog.find(puzzleId);
    if (entry === undefined || dueAt === null || missedAt === null) return [];
    return [{ puzzle: presentPuzzle(entry), dueAt, missedAt }];
  });
  return { mistakes };
}

/** Returns the rating of a user for other users; null without a rated puzzle. */
export async function showSolverRating(
  { solvers, now }: Parts,
  userId: string,
): Promise<RouteReply<(typeof ROUTES)['getSolverRating']>> {
  const solver = await solvers.findById(userId).lean();
  if (solver === null) return { rating: null, bestStreak: 0 };
  return {
    rating: solver.puzzles === 0 ? null : presentRating(solver, now()),
    bestStreak: solver.streak.best,
  };
}
