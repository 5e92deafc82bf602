import type { RouteReply } from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import { dayOf, daysOfMonth, fromNear, isDay } from '@doushouqi/puzzles';
import { errorOf, isDuplicate } from '@doushouqi/service-kit';
import type { Caller, PuzzleContext } from '../context.ts';
import { tryId } from '../models.ts';
import { presentPuzzle, shareOf } from '../presenters/puzzle.ts';
import { findPuzzle } from '../store/attempts.ts';

type Parts = Pick<PuzzleContext, 'catalog' | 'dailies' | 'tries' | 'random' | 'now'>;

/** Puzzles of the day are as hard as those of a middling user. */
const RATING = 1_450;
/** Nearest puzzles from which a day's is chosen, without those of earlier days. */
const CANDIDATES = 200;

/** Returns the first day that has a puzzle; null before the first request. */
async function firstDay({ dailies }: Parts): Promise<string | null> {
  const [first] = await dailies.find({}, { _id: 1 }).sort({ _id: 1 }).limit(1).lean();
  return first?._id ?? null;
}

/** Chooses a puzzle that no day has; any if every one is taken. */
async function choose({ catalog, dailies, random }: Parts): Promise<string> {
  const taken = new Set((await dailies.find({}, { puzzleId: 1 }).lean()).map(({ puzzleId }) => puzzleId));
  const all = catalog.sorted();
  const free = all.filter(({ id }) => !taken.has(id));
  const near = fromNear(free.length > 0 ? free : all, RATING)
    .take(CANDIDATES)
    .toArray();
  const chosen = near[Math.floor(random() * near.length)];
  if (chosen === undefined) throw errorOf('PUZZLE_NOT_FOUND');
  return chosen.id;
}

/** Returns the stored puzzle of a day. The first request stores it; of two at once the first decides. */
async function puzzleOf(context: Parts, day: string): Promise<string> {
  const { dailies } = context;
  const known = await dailies.findById(day).lean();
  if (known !== null) return known.puzzleId;
  const puzzleId = await choose(context);
  try {
    await dailies.create({ _id: day, puzzleId });
    return puzzleId;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return (await dailies.findById(day).lean())!.puzzleId;
  }
}

/**
 * Returns the puzzle of a day of China, by default today. Throws NO_DAILY_PUZZLE for a day to come and for one before the
 * first.
 */
export async function showDaily(
  context: Parts,
  caller: Caller,
  given: string | undefined,
): Promise<RouteReply<(typeof ROUTES)['getDailyPuzzle']>> {
  const today = dayOf(context.now());
  const date = given ?? today;
  const first = (await firstDay(context)) ?? today;
  if (!isDay(date) || date > today || date < first) throw errorOf('NO_DAILY_PUZZLE');
  const puzzleId = await puzzleOf(context, date);
  const entry = findPuzzle(context, puzzleId);
  const tried = caller && (await context.tries.findById(tryId(caller.userId, puzzleId)).lean());
  return {
    date,
    puzzle: presentPuzzle(entry),
    players: entry.stats.plays,
    solvedAtOnce: shareOf(entry.stats),
    solved: tried?.isSolvedOnDay ?? false,
  };
}

/** Lists the days of a month that have a puzzle, with those that the caller has solved at any time. */
export async function listDailies(
  context: Parts,
  caller: Caller,
  month: string,
): Promise<RouteReply<(typeof ROUTES)['listDailyPuzzles']>> {
  const { dailies, tries } = context;
  const today = dayOf(context.now());
  const first = (await firstDay(context)) ?? today;
  const days = daysOfMonth(month, first, today);
  const stored = await dailies.find({ _id: { $in: days } }).lean();
  const ids = caller === null ? [] : stored.map(({ puzzleId }) => tryId(caller.userId, puzzleId));
  const solved = await tries.find({ _id: { $in: ids }, isSolved: true }, { puzzleId: 1 }).lean();
  const isSolved = new Set(solved.map(({ puzzleId }) => puzzleId));
  const puzzleByDay = new Map(stored.map(({ _id, puzzleId }) => [_id, puzzleId]));
  return {
    first,
    today,
    days: days.map((date) => ({ date, solved: isSolved.has(puzzleByDay.get(date) ?? '') })),
  };
}
