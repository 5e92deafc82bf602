import type { PuzzleMoveReply } from '@doushouqi/protocol';
import { type Judgment, judgeMove } from '@doushouqi/puzzles';
import { formatStep, formatStepText, type Move, parseSteps, parseStepText } from '@doushouqi/rules';
import { errorOf } from '@doushouqi/service-kit';
import type { ClientSession } from 'mongoose';
import type { Entry } from '../catalog.ts';
import type { Caller, PuzzleContext } from '../context.ts';
import type { StoredAttempt } from '../models.ts';
import { presentChange, presentResult, presentSolution } from '../presenters/puzzle.ts';
import { endOf, findOwn } from '../store/attempts.ts';
import { isDecided, settle } from '../store/settle.ts';

type Parts = Pick<
  PuzzleContext,
  'attempts' | 'puzzles' | 'solvers' | 'tries' | 'dailies' | 'catalog' | 'transactions' | 'now'
>;

interface Played {
  attemptId: string;
  /** `x,y-x,y`. */
  move: string;
  /** Right moves before it; by default those of the attempt. */
  at?: number | undefined;
}

const WRONG: PuzzleMoveReply = { correct: false, done: false };

function wrongKey(at: number, move: Move): string {
  return `${at}:${formatStep(move)}`;
}

function judge({ puzzle }: Entry, attempt: StoredAttempt, move: Move, at: number): Judgment {
  const { last, isDone } = attempt;
  return judgeMove(
    puzzle,
    { at: attempt.at, last: last === null ? null : parseSteps(last)[0]!, isDone },
    move,
    at,
  );
}

/** Returns the reply to the right move that ended an attempt; `ratingChange` if it also decided it. */
function presentEnd({ catalog }: Parts, { puzzle }: Entry, attempt: StoredAttempt): PuzzleMoveReply {
  const { change, firstWrong, result } = attempt;
  return {
    correct: true,
    done: true,
    solution: presentSolution(puzzle),
    ...(change !== null && firstWrong === null && { ratingChange: change }),
    ...(result !== null && { result: presentResult(catalog, puzzle, result) }),
  };
}

/** Returns the reply to the first wrong move, or to the same move again. */
function presentWrong({ change }: StoredAttempt): PuzzleMoveReply {
  return { ...WRONG, ...(change !== null && { ratingChange: change }) };
}

/**
 * Stores the first wrong move or the last right one, with what follows from it. Returns null if another request has changed the
 * attempt.
 */
async function storeDecision(
  context: Parts,
  { attempt: { _id, at }, entry }: { attempt: StoredAttempt; entry: Entry },
  move: Move,
  isRight: boolean,
  session: ClientSession,
): Promise<{ attempt: StoredAttempt; stats: Entry['stats'] } | null> {
  const now = context.now();
  const before = await context.attempts.findById(_id).session(session).lean();
  if (before === null || before.at !== at || before.isDone) return null;
  if (!isRight && isDecided(before)) return null;
  const step = isRight ? 'solved' : 'wrong';
  const settled = await settle(context, { attempt: before, entry, step, now }, session);
  const change = settled.change === null ? before.change : presentChange(settled.change);
  const after: StoredAttempt = isRight
    ? { ...before, change, ...endOf(before, settled, now), at: at + 1, last: formatStep(move) }
    : { ...before, change, firstWrong: wrongKey(at, move) };
  await context.attempts.replaceOne({ _id }, after, { session });
  return { attempt: after, stats: settled.stats };
}

/**
 * Plays a move of the solver and returns the answer; see `judgeMove`. A repeated move gets its first answer. Throws
 * ATTEMPT_NOT_FOUND, ATTEMPT_OVER, MOVE_OUT_OF_ORDER, and the codes of illegal moves.
 */
export async function playMove(
  context: Parts,
  caller: Caller,
  { attemptId, move: text, at: given }: Played,
): Promise<PuzzleMoveReply> {
  const move = parseStepText(text);
  let at = given;
  // Each round without an answer means that another request has moved the attempt on, so there are few.
  for (;;) {
    const own = await findOwn(context, caller, attemptId);
    const { attempt, entry } = own;
    at ??= attempt.at;
    const judged = judge(entry, attempt, move, at);
    if (judged.kind === 'refused') throw errorOf(judged.code);
    if (judged.kind === 'wrong') {
      if (attempt.firstWrong === wrongKey(at, move)) return presentWrong(attempt);
      if (!judged.isNew || attempt.firstWrong !== null) return WRONG;
    } else if (!judged.isLast) {
      const { reply } = judged;
      const filter = { _id: attemptId, at, isDone: false };
      const isStored =
        !judged.isNew || (await context.attempts.updateOne(filter, { at: at + 1 })).matchedCount > 0;
      if (isStored) return { correct: true, done: false, ...(reply && { reply: formatStepText(reply) }) };
      continue;
    } else if (!judged.isNew) return presentEnd(context, entry, attempt);
    const isRight = judged.kind === 'right';
    const stored = await context.transactions.run(entry.puzzle.id, (session) =>
      storeDecision(context, own, move, isRight, session),
    );
    if (stored === null) continue;
    context.catalog.refresh([stored.stats]);
    return isRight ? presentEnd(context, entry, stored.attempt) : presentWrong(stored.attempt);
  }
}
