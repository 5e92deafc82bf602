import { type PuzzleMoveReply, RUSH_MISTAKES, RUSH_MS, type RushState } from '@doushouqi/protocol';
import {
  fromNear,
  isRushOver,
  type Judgment,
  judgeMove,
  rushAfter,
  rushRating,
  shuffled,
} from '@doushouqi/puzzles';
import { formatStep, formatStepText, type Move, parseSteps, parseStepText } from '@doushouqi/rules';
import { errorOf, retryUpsert } from '@doushouqi/service-kit';
import type { Entry } from '../catalog.ts';
import type { Caller, PuzzleContext } from '../context.ts';
import type { StoredRush } from '../models.ts';
import { presentPuzzle, presentSolution } from '../presenters/puzzle.ts';
import { expiryOf, findPuzzle, newId } from '../store/attempts.ts';
import { newSolver } from '../store/settle.ts';

type Parts = Pick<PuzzleContext, 'rushes' | 'solvers' | 'catalog' | 'random' | 'now'>;
type Task = { attemptId: string; puzzle: ReturnType<typeof presentPuzzle> };

/** Nearest new puzzles from which the next is chosen. */
const NEAR = 12;

/** The attempts of a rush have its id and the number of the puzzle. */
const TASK_ID = /^(.{22})-(\d{1,4})$/;

/** Returns rush and number of the puzzle of an attempt; null for an attempt outside rushes. */
export function parseTaskId(attemptId: string): { rushId: string; n: number } | null {
  const match = TASK_ID.exec(attemptId);
  return match && { rushId: match[1]!, n: Number(match[2]) };
}

/** Chooses a puzzle that the rush has not had, near its rating; throws PUZZLE_NOT_FOUND without any. */
function choose({ catalog, random }: Parts, earlier: readonly string[]): string {
  const known = new Set(earlier);
  const fromNearest = () => fromNear(catalog.sorted(), rushRating(earlier.length));
  const near = fromNearest()
    .filter(({ id }) => !known.has(id))
    .take(NEAR)
    .toArray();
  // A rush has had every puzzle only if there are few.
  const [chosen] = near.length > 0 ? shuffled(near, random) : fromNearest().take(1).toArray();
  if (chosen === undefined) throw errorOf('PUZZLE_NOT_FOUND');
  return chosen.id;
}

function presentTask(context: Parts, { _id, puzzles }: StoredRush): Task {
  const n = puzzles.length - 1;
  return { attemptId: `${_id}-${n}`, puzzle: presentPuzzle(findPuzzle(context, puzzles[n]!)) };
}

/** Returns the best score of the user of a rush, after it stored a better one; null for a visitor. */
async function bestOf({ solvers }: Parts, { userId, score }: StoredRush): Promise<number | null> {
  if (userId === null) return null;
  const known = (await solvers.findById(userId, { rushBest: 1 }).lean())?.rushBest ?? 0;
  if (score <= known) return known;
  const { _id, rushBest: _, ...fresh } = newSolver(userId);
  const update = { $max: { rushBest: score }, $setOnInsert: fresh };
  await retryUpsert(() => solvers.updateOne({ _id }, update, { upsert: true }));
  return score;
}

async function present(context: Parts, rush: StoredRush): Promise<RushState> {
  const { _id, endsAt, score, mistakes } = rush;
  const isOver = isRushOver(rush, RUSH_MISTAKES, context.now());
  return { rushId: _id, endsAt, score, mistakes, isOver, best: await bestOf(context, rush) };
}

/** Starts a rush with its first puzzle. */
export async function startRush(context: Parts, caller: Caller): Promise<{ rush: RushState; task: Task }> {
  const { rushes, now } = context;
  const userId = caller?.userId ?? null;
  const rush: StoredRush = {
    _id: newId(),
    userId,
    endsAt: now() + RUSH_MS,
    score: 0,
    mistakes: 0,
    puzzles: [choose(context, [])],
    at: 0,
    ends: [],
    expiresAt: expiryOf(userId, now()),
  };
  await rushes.create(rush);
  return { rush: await present(context, rush), task: presentTask(context, rush) };
}

/** Returns the caller's rush. Throws ATTEMPT_NOT_FOUND. */
async function findOwn({ rushes, now }: Parts, caller: Caller, rushId: string): Promise<StoredRush> {
  const rush = await rushes.findById(rushId).lean();
  const isOwn = rush !== null && (rush.userId === null || rush.userId === caller?.userId);
  if (!isOwn || rush.expiresAt.getTime() <= now()) throw errorOf('ATTEMPT_NOT_FOUND');
  return rush;
}

/** Returns a rush with its present puzzle, null after its end. Throws ATTEMPT_NOT_FOUND. */
export async function showRush(
  context: Parts,
  caller: Caller,
  rushId: string,
): Promise<{ rush: RushState; task: Task | null }> {
  const rush = await findOwn(context, caller, rushId);
  const state = await present(context, rush);
  return { rush: state, task: state.isOver ? null : presentTask(context, rush) };
}

interface Played {
  rushId: string;
  /** Number of the puzzle in the rush. */
  n: number;
  /** `x,y-x,y`. */
  move: string;
  at?: number | undefined;
}

/** Judges a move of the present puzzle, or of one that has ended. */
function judge({ puzzle }: Entry, rush: StoredRush, { n, at }: Played, move: Move): Judgment {
  const end = rush.ends[n];
  if (end === undefined) {
    const judged = judgeMove(puzzle, { at: rush.at, last: null, isDone: false }, move, at);
    // A page that was reloaded begins the puzzle again.
    return judged.kind === 'wrong' ? { kind: 'wrong', isNew: true } : judged;
  }
  if (!end.isRight && at === end.at && formatStep(move) === end.move) return { kind: 'wrong', isNew: false };
  const last = end.isRight ? parseSteps(end.move)[0]! : null;
  return judgeMove(puzzle, { at: end.at + (end.isRight ? 1 : 0), last, isDone: true }, move, at);
}

/** Returns a rush after a new move. */
function rushWith(context: Parts, rush: StoredRush, judged: Judgment, at: number, move: Move): StoredRush {
  const isRight = judged.kind === 'right';
  if (isRight && !judged.isLast) return { ...rush, at: at + 1 };
  const next = rushAfter(rush, isRight);
  const isOver = isRushOver(next, RUSH_MISTAKES, context.now());
  return {
    ...next,
    at: 0,
    ends: [...rush.ends, { at, move: formatStep(move), isRight }],
    puzzles: isOver ? rush.puzzles : [...rush.puzzles, choose(context, rush.puzzles)],
  };
}

async function answer(
  context: Parts,
  rush: StoredRush,
  judged: Judgment,
  n: number,
): Promise<PuzzleMoveReply> {
  const state = await present(context, rush);
  const isRight = judged.kind === 'right';
  if (isRight && !judged.isLast && !state.isOver) {
    const { reply } = judged;
    return { correct: true, done: false, ...(reply && { reply: formatStepText(reply) }), rush: state };
  }
  const { puzzle } = findPuzzle(context, rush.puzzles[n]!);
  const hasNext = !state.isOver && rush.puzzles.length > n + 1;
  return {
    correct: isRight,
    done: true,
    solution: presentSolution(puzzle),
    rush: state,
    ...(hasNext && { next: presentTask(context, rush) }),
  };
}

/**
 * Plays a move in a rush. A wrong move ends its puzzle and costs a mistake; the reply has the next puzzle. After the end of the
 * rush moves are answered without effect. A repeated move gets its first answer. Throws as `playMove`.
 */
export async function playRushMove(
  context: Parts,
  caller: Caller,
  { rushId, n, ...played }: Played,
): Promise<PuzzleMoveReply> {
  const { rushes, now } = context;
  const move = parseStepText(played.move);
  let { at } = played;
  // A second round means that another request has moved the rush on.
  for (;;) {
    const rush = await findOwn(context, caller, rushId);
    const { _id, score, mistakes, puzzles } = rush;
    const puzzleId = puzzles[n];
    if (puzzleId === undefined) throw errorOf('ATTEMPT_NOT_FOUND');
    at ??= rush.ends[n]?.at ?? rush.at;
    const judged = judge(findPuzzle(context, puzzleId), rush, { rushId, n, ...played, at }, move);
    if (judged.kind === 'refused') throw errorOf(judged.code);
    if (!judged.isNew || isRushOver(rush, RUSH_MISTAKES, now())) return answer(context, rush, judged, n);
    const after = rushWith(context, rush, judged, at, move);
    const { matchedCount } = await rushes.replaceOne({ _id, score, mistakes, at: rush.at }, after);
    if (matchedCount > 0) return answer(context, after, judged, n);
  }
}
