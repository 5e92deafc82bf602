import type { PuzzleVote, RouteReply } from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import { moveAt } from '@doushouqi/puzzles';
import { errorOf, isDuplicate } from '@doushouqi/service-kit';
import { type Caller, isMember, type PuzzleContext } from '../context.ts';
import { type StoredAttempt, type StoredTry, tryId } from '../models.ts';
import { presentChange, presentResult, presentSolution } from '../presenters/puzzle.ts';
import { endOf, expiryOf, findOwn, findPuzzle, newId, openKey } from '../store/attempts.ts';
import { isDecided, noteHint, settle } from '../store/settle.ts';

type Parts = Pick<
  PuzzleContext,
  'attempts' | 'puzzles' | 'solvers' | 'tries' | 'dailies' | 'catalog' | 'transactions' | 'now'
>;

function newAttempt(caller: Caller, puzzleId: string, tried: StoredTry | null, now: number): StoredAttempt {
  const _id = newId();
  const userId = caller?.userId ?? null;
  const isFirst = userId !== null && !tried?.isDecided;
  return {
    _id,
    key: userId === null ? _id : openKey(userId, puzzleId),
    userId,
    puzzleId,
    isFirst,
    rates: isFirst && isMember(caller),
    startedAt: now,
    at: 0,
    last: null,
    firstWrong: null,
    isHinted: isFirst && (tried?.isHinted ?? false),
    isDone: false,
    change: null,
    result: null,
    expiresAt: expiryOf(userId, now),
  };
}

/**
 * Starts an attempt, or returns the caller's open one, which a page continues after a reload. `rates`: it may still change the
 * rating. `vote`: see the route. Throws PUZZLE_NOT_FOUND.
 */
export async function startAttempt(
  context: Parts,
  caller: Caller,
  puzzleId: string,
): Promise<RouteReply<(typeof ROUTES)['startAttempt']>> {
  findPuzzle(context, puzzleId);
  const { attempts, tries, now } = context;
  // A second round means that another request has just started one.
  for (;;) {
    const tried = caller && (await tries.findById(tryId(caller.userId, puzzleId)).lean());
    const vote = tried?.isDecided ? { vote: tried.vote as PuzzleVote } : {};
    const attempt = newAttempt(caller, puzzleId, tried, now());
    const { key } = attempt;
    const open = await attempts.findOne({ key }).lean();
    if (open !== null && open.expiresAt.getTime() > now())
      return { attemptId: open._id, rates: open.rates && !isDecided(open), ...vote };
    // The store removes expired documents once a minute.
    if (open !== null) await attempts.updateOne({ _id: open._id }, { key: open._id });
    try {
      await attempts.create(attempt);
      return { attemptId: attempt._id, rates: attempt.rates, ...vote };
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
}

/** Returns the cell of the piece to move, and notes the hint first. Throws ATTEMPT_NOT_FOUND, ATTEMPT_OVER. */
export async function showHint(context: Parts, caller: Caller, attemptId: string): Promise<{ from: string }> {
  const { attempt, entry } = await findOwn(context, caller, attemptId);
  const move = moveAt(entry.puzzle, attempt.at);
  if (attempt.isDone || move === undefined) throw errorOf('ATTEMPT_OVER');
  await noteHint(context, attempt, context.now());
  await context.attempts.updateOne({ _id: attemptId }, { isHinted: true });
  return { from: `${move.from.x},${move.from.y}` };
}

/** Ends an attempt as not solved and returns the line; again for an ended one. Throws ATTEMPT_NOT_FOUND. */
export async function showAnswer(
  context: Parts,
  caller: Caller,
  attemptId: string,
): Promise<RouteReply<(typeof ROUTES)['getPuzzleAnswer']>> {
  const { catalog, attempts, transactions, now } = context;
  const { attempt: open } = await findOwn(context, caller, attemptId);
  const { attempt, entry, stats, isNew } = await transactions.run(open.puzzleId, async (session) => {
    const { attempt: before, entry } = await findOwn(context, caller, attemptId, session);
    if (before.isDone) return { attempt: before, entry, stats: null, isNew: before.last === null };
    const at = now();
    const settled = await settle(context, { attempt: before, entry, step: 'answered', now: at }, session);
    const change = settled.change === null ? before.change : presentChange(settled.change);
    const after: StoredAttempt = { ...before, change, ...endOf(before, settled, at) };
    await attempts.replaceOne({ _id: attemptId }, after, { session });
    return { attempt: after, entry, stats: settled.stats, isNew: true };
  });
  if (stats !== null) catalog.refresh([stats]);
  const { change, firstWrong, result } = attempt;
  return {
    solution: presentSolution(entry.puzzle),
    ...(isNew && change !== null && firstWrong === null && { ratingChange: change }),
    result: presentResult(catalog, entry.puzzle, result!),
  };
}
