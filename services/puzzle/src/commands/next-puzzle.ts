import type { PuzzleView } from '@doushouqi/protocol';
import { groupsNear, type Level, type Motif, type Rated, targetOf } from '@doushouqi/puzzles';
import { errorOf } from '@doushouqi/service-kit';
import { type Caller, isMember, type PuzzleContext } from '../context.ts';
import { tryId } from '../models.ts';
import { UNRATED } from '../policies/rate.ts';
import { presentPuzzle } from '../presenters/puzzle.ts';
import { findPuzzle } from '../store/attempts.ts';

type Parts = Pick<PuzzleContext, 'catalog' | 'tries' | 'solvers' | 'random'>;

/** Groups of near puzzles of which the store is asked; together some 2,500. */
const MOST_GROUPS = 7;

interface Wanted {
  motif?: Motif | undefined;
  level: Level;
  /** The puzzle that is not returned. */
  after?: string | undefined;
}

/** Returns the rating of a member; null for others. */
async function ratingOf({ solvers }: Parts, caller: Caller): Promise<number | null> {
  if (caller === null || !isMember(caller)) return null;
  return ((await solvers.findById(caller.userId, { rating: 1 }).lean()) ?? UNRATED).rating;
}

/** Returns the first of a group that the user has not tried. */
async function firstUntried(
  { tries }: Parts,
  userId: string,
  group: readonly Rated[],
): Promise<Rated | undefined> {
  const ids = group.map(({ id }) => tryId(userId, id));
  const tried = await tries.find({ _id: { $in: ids } }, { puzzleId: 1 }).lean();
  const known = new Set(tried.map(({ puzzleId }) => puzzleId));
  return group.find(({ id }) => !known.has(id));
}

/**
 * Returns a random puzzle near the caller's rating that the caller has not tried, or any near one if all are tried. Throws
 * PUZZLE_NOT_FOUND if there is none.
 */
export async function nextPuzzle(
  context: Parts,
  caller: Caller,
  { motif, level, after }: Wanted,
): Promise<PuzzleView> {
  const { catalog, random } = context;
  const target = targetOf(await ratingOf(context, caller), level, random);
  const groups = groupsNear(catalog.sorted(motif), target, random)
    .take(MOST_GROUPS)
    .map((group) => group.filter(({ id }) => id !== after));
  let any: Rated | undefined;
  for (const group of groups) {
    any ??= group[0];
    const found = caller === null ? group[0] : await firstUntried(context, caller.userId, group);
    if (found !== undefined) return presentPuzzle(findPuzzle(context, found.id));
  }
  if (any === undefined) throw errorOf('PUZZLE_NOT_FOUND');
  return presentPuzzle(findPuzzle(context, any.id));
}
