import {
  afterRepetition,
  dayOf,
  NO_DAYS,
  NO_STREAK,
  newMistake,
  ownMovesOf,
  streakAfter,
  type Verdict,
  verdictOf,
  withDay,
} from '@doushouqi/puzzles';
import type { ClientSession } from 'mongoose';
import { type Entry, untried } from '../catalog.ts';
import type { PuzzleContext } from '../context.ts';
import {
  type StoredAttempt,
  type StoredPuzzle,
  type StoredSolver,
  type StoredTry,
  tryId,
} from '../models.ts';
import { type Change, rateTry, UNRATED } from '../policies/rate.ts';

type Parts = Pick<PuzzleContext, 'puzzles' | 'solvers' | 'tries' | 'dailies'>;

/** The step that decides an attempt or ends it: a wrong move, the last move, or the answer. */
export interface Settled {
  attempt: StoredAttempt;
  entry: Entry;
  step: 'wrong' | 'solved' | 'answered';
  now: number;
}

export interface Outcome {
  verdict: Verdict;
  /** Present with the step that decides a rated attempt. */
  change: Change | null;
  stats: StoredPuzzle;
  solver: StoredSolver | null;
}

const NO_MISTAKE = { box: null, dueAt: null, missedAt: null } as const;

export function newSolver(userId: string): StoredSolver {
  return {
    _id: userId,
    ...UNRATED,
    history: [],
    streak: NO_STREAK,
    daily: { ...NO_DAYS, days: [] },
    rushBest: 0,
  };
}

function newTry(userId: string, puzzleId: string, now: number): StoredTry {
  return {
    _id: tryId(userId, puzzleId),
    userId,
    puzzleId,
    at: now,
    isDecided: false,
    isHinted: false,
    atOnce: false,
    isSolved: false,
    isSolvedOnDay: false,
    change: null,
    ...NO_MISTAKE,
    vote: 0,
  };
}

/** Notes that a user saw a hint of a puzzle before the first try was decided. Idempotent. */
export async function noteHint({ tries }: Parts, attempt: StoredAttempt, now: number): Promise<void> {
  const { userId, puzzleId, isFirst } = attempt;
  if (userId === null || !isFirst) return;
  const { _id, isHinted: _, ...rest } = newTry(userId, puzzleId, now);
  await tries.updateOne({ _id }, { $set: { isHinted: true }, $setOnInsert: rest }, { upsert: true });
}

/** Whether an attempt was decided by an earlier step. */
export function isDecided({ firstWrong, isDone }: StoredAttempt): boolean {
  return firstWrong !== null || isDone;
}

function judge({ attempt, entry, step, now }: Settled): Verdict {
  return verdictOf({
    isMissed: step !== 'solved' || attempt.firstWrong !== null,
    isHinted: attempt.isHinted,
    tookMs: now - attempt.startedAt,
    ownMoves: ownMovesOf(entry.puzzle),
  });
}

/** What a step changes. */
interface Effects {
  tried: StoredTry;
  solver: StoredSolver;
  stats: StoredPuzzle;
  change: Change | null;
}

/** Returns the effects of the first try: rating, streak, and the numbers of the puzzle. */
function withFirstTry(
  { tried, solver, stats }: Effects,
  rates: boolean,
  verdict: Verdict,
  now: number,
): Effects {
  const atOnce = verdict === 'solved' || verdict === 'hasty';
  const rated = rates ? rateTry(solver, stats, verdict, now) : { solver, puzzle: stats, change: null };
  const { change } = rated;
  const mistake = verdict === 'missed' ? newMistake(now) : NO_MISTAKE;
  return {
    tried: { ...tried, ...mistake, at: now, isDecided: true, atOnce, change },
    solver: { ...rated.solver, streak: streakAfter(solver.streak, verdict) },
    stats: {
      ...rated.puzzle,
      plays: stats.plays + 1,
      solvedAtOnce: stats.solvedAtOnce + (atOnce ? 1 : 0),
      changedAt: now,
    },
    change,
  };
}

/** Returns the effects of a decided attempt that was not the first: the next repetition of a mistake. */
function withRepetition(effects: Effects, verdict: Verdict, now: number): Effects {
  const { box, dueAt, missedAt } = effects.tried;
  if (box === null || dueAt === null || missedAt === null) return effects;
  const isRight = verdict === 'solved' || verdict === 'hasty';
  const mistake = afterRepetition({ box, dueAt, missedAt }, isRight, now) ?? NO_MISTAKE;
  return { ...effects, tried: { ...effects.tried, ...mistake } };
}

/** Returns the effects of a solution. `day`: today if the puzzle is of today. */
function withSolution({ tried, solver, ...rest }: Effects, day: string | null): Effects {
  const { last, run, days } = day === null ? solver.daily : withDay(solver.daily, day);
  return {
    ...rest,
    tried: { ...tried, isSolved: true, isSolvedOnDay: tried.isSolvedOnDay || day !== null },
    solver: { ...solver, daily: { last, run, days: [...days] } },
  };
}

/** Returns today if the puzzle is that of today. */
async function dayOfPuzzle(
  { dailies }: Parts,
  puzzleId: string,
  now: number,
  session: ClientSession,
): Promise<string | null> {
  const today = dayOf(now);
  const daily = await dailies.findById(today).session(session).lean();
  return daily?.puzzleId === puzzleId ? today : null;
}

/**
 * Stores the effects of a step on puzzle, user and try, in the transaction of the attempt, so that one of several equal
 * requests has them. A visitor has none.
 */
export async function settle(parts: Parts, settled: Settled, session: ClientSession): Promise<Outcome> {
  const { attempt, entry, step, now } = settled;
  const { userId, puzzleId, rates } = attempt;
  const verdict = judge(settled);
  // Sequential: a transaction uses one connection.
  const stats = (await parts.puzzles.findById(puzzleId).session(session).lean()) ?? untried(entry.puzzle);
  if (userId === null) return { verdict, change: null, stats, solver: null };
  const _id = tryId(userId, puzzleId);
  const tried = (await parts.tries.findById(_id).session(session).lean()) ?? newTry(userId, puzzleId, now);
  const solver = (await parts.solvers.findById(userId).session(session).lean()) ?? newSolver(userId);

  let effects: Effects = { tried, solver, stats, change: null };
  if (!isDecided(attempt))
    effects = tried.isDecided
      ? withRepetition(effects, verdict, now)
      : withFirstTry(effects, rates, verdict, now);
  if (step === 'solved') effects = withSolution(effects, await dayOfPuzzle(parts, puzzleId, now, session));

  const written = { upsert: true, session };
  await parts.tries.replaceOne({ _id }, effects.tried, written);
  await parts.solvers.replaceOne({ _id: userId }, effects.solver, written);
  if (effects.stats !== stats) await parts.puzzles.replaceOne({ _id: puzzleId }, effects.stats, written);
  const { change } = effects;
  return { verdict, change, stats: effects.stats, solver: effects.solver };
}
