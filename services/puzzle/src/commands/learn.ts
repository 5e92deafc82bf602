import {
  CHAPTERS,
  type Level,
  type Progress as LevelProgress,
  levelOf,
  levelsOf,
  type Stars,
  verifyResult,
  withStars,
} from '@doushouqi/endgames';
import { mergeProgress, NO_PROGRESS, type Progress } from '@doushouqi/lessons';
import type { RouteReply } from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import { parseStepText } from '@doushouqi/rules';
import { errorOf } from '@doushouqi/service-kit';
import type { Caller, PuzzleContext } from '../context.ts';
import type { StoredLearner } from '../models.ts';

type Parts = Pick<PuzzleContext, 'learners' | 'transactions'>;

function starsOf({ stars }: Pick<StoredLearner, 'stars'>): LevelProgress {
  return Object.fromEntries(stars.map(({ level, stars }) => [level, stars as Stars]));
}

function newLearner(userId: string): StoredLearner {
  return { _id: userId, ...NO_PROGRESS, done: [], stars: [] };
}

/** Changes a user's progress and returns it. Of two changes at once none is lost. */
function change(
  { learners, transactions }: Parts,
  userId: string,
  changed: (learner: StoredLearner) => StoredLearner,
): Promise<StoredLearner> {
  return transactions.run(userId, async (session) => {
    const after = changed((await learners.findById(userId).session(session).lean()) ?? newLearner(userId));
    await learners.replaceOne({ _id: userId }, after, { upsert: true, session });
    return after;
  });
}

function withProgress(learner: StoredLearner, more: Progress): StoredLearner {
  const { done, seconds } = mergeProgress(learner, more);
  return { ...learner, done: [...done], seconds };
}

function withMoreStars(learner: StoredLearner, more: LevelProgress): StoredLearner {
  const merged = Object.entries(more).reduce<LevelProgress>(
    (all, [id, stars]) => withStars(all, { id }, stars),
    starsOf(learner),
  );
  return { ...learner, stars: Object.entries(merged).map(([level, stars]) => ({ level, stars })) };
}

/** Returns a user's finished steps of the lessons. */
export async function showProgress({ learners }: Parts, userId: string) {
  const learner = (await learners.findById(userId).lean()) ?? newLearner(userId);
  return { done: learner.done, seconds: learner.seconds };
}

/** Adds finished steps to those of a user and returns all; unknown steps are dropped. */
export async function saveProgress(parts: Parts, userId: string, progress: Progress) {
  const { done, seconds } = await change(parts, userId, (learner) => withProgress(learner, progress));
  return { done, seconds };
}

function presentLevel({ id, fen, side, goal, shortest }: Level, stars: number) {
  return { id, fen, side, goal, shortest, stars };
}

/** Lists the levels of the endgame school with the caller's stars. */
export async function listEndgames(
  { learners }: Parts,
  caller: Caller,
): Promise<RouteReply<(typeof ROUTES)['listEndgames']>> {
  const learner = caller && (await learners.findById(caller.userId).lean());
  const stars: LevelProgress = learner ? starsOf(learner) : {};
  return {
    chapters: CHAPTERS.map((id) => ({
      id,
      levels: levelsOf(id).map((level) => presentLevel(level, stars[level.id] ?? 0)),
    })),
  };
}

interface Result {
  levelId: string;
  moves: readonly string[];
  hints: number;
  mistakes: number;
}

/** Stores the stars of a level whose moves reach its goal. Throws NOT_FOUND for an unknown level, LEVEL_NOT_SOLVED. */
export async function saveLevelResult(
  parts: Parts,
  userId: string,
  { levelId, moves, ...costs }: Result,
): Promise<{ stars: number; best: number }> {
  const level = levelOf(levelId);
  if (level === null) throw errorOf('NOT_FOUND');
  const verified = verifyResult(level, { moves: moves.map(parseStepText), ...costs });
  if (!verified.ok) throw errorOf('LEVEL_NOT_SOLVED');
  const { stars } = verified.value;
  const learner = await change(parts, userId, (before) => withMoreStars(before, { [levelId]: stars }));
  return { stars, best: starsOf(learner)[levelId] ?? 0 };
}

/** Adds the progress of a guest to that of a member. Idempotent. */
export async function carryProgress(parts: Parts, guestId: string, memberId: string): Promise<void> {
  const guest = await parts.learners.findById(guestId).lean();
  if (guest === null) return;
  await change(parts, memberId, (member) => withMoreStars(withProgress(member, guest), starsOf(guest)));
}
