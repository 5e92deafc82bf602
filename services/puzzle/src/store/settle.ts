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

/** Returns the repetition of a puzzle after a decided attempt that was not the first. */
function repeated(known: StoredTry, verdict: Verdict, now: number) {
  const { box, dueAt, missedAt } = known;
  if (box === null || dueAt === null || missedAt === null) return {};
  const isRight = verdict === 'solved' || verdict === 'hasty';
  return afterRepetition({ box, dueAt, missedAt }, isRight, now) ?? NO_MISTAKE;
}

/**
 * Stores the effects of a step on puzzle, user and try, in the transaction of the attempt, so that one of several equal
 * requests has them. A visitor has none.
 */
export async function settle(parts: Parts, settled: Settled, session: ClientSession): Promise<Outcome> {
  const { attempt, entry, step, now } = settled;
  const { userId, puzzleId } = attempt;
  const verdict = judge(settled);
  const stored = await parts.puzzles.findById(puzzleId).session(session).lean();
  let stats = stored ?? untried(entry.puzzle);
  if (userId === null) return { verdict, change: null, stats, solver: null };

  const _id = tryId(userId, puzzleId);
  // Sequential: a transaction uses one connection.
  let tried = (await parts.tries.findById(_id).session(session).lean()) ?? newTry(userId, puzzleId, now);
  let solver = (await parts.solvers.findById(userId).session(session).lean()) ?? newSolver(userId);
  let change: Change | null = null;
  if (!isDecided(attempt)) {
    if (tried.isDecided) tried = { ...tried, ...repeated(tried, verdict, now) };
    else {
      const atOnce = verdict === 'solved' || verdict === 'hasty';
      if (attempt.rates) ({ solver, puzzle: stats, change } = rateTry(solver, stats, verdict, now));
      stats = {
        ...stats,
        plays: stats.plays + 1,
        solvedAtOnce: stats.solvedAtOnce + (atOnce ? 1 : 0),
        changedAt: now,
      };
      solver = { ...solver, streak: streakAfter(solver.streak, verdict) };
      const mistake = verdict === 'missed' ? newMistake(now) : NO_MISTAKE;
      tried = { ...tried, ...mistake, at: now, isDecided: true, atOnce, change };
      await parts.puzzles.replaceOne({ _id: puzzleId }, stats, { upsert: true, session });
    }
  }
  if (step === 'solved') {
    const today = dayOf(now);
    const daily = await parts.dailies.findById(today).session(session).lean();
    const isOfDay = daily?.puzzleId === puzzleId;
    const { last, run, days } = isOfDay ? withDay(solver.daily, today) : solver.daily;
    solver = { ...solver, daily: { last, run, days: [...days] } };
    tried = { ...tried, isSolved: true, isSolvedOnDay: tried.isSolvedOnDay || isOfDay };
  }
  await parts.tries.replaceOne({ _id }, tried, { upsert: true, session });
  await parts.solvers.replaceOne({ _id: userId }, solver, { upsert: true, session });
  return { verdict, change, stats, solver };
}
