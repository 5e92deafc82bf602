import { type DocumentOf, defineCollection, type ModelsOf } from '@doushouqi/service-kit';
import { z } from 'zod';

const ratingFields = {
  rating: z.number(),
  deviation: z.number(),
  volatility: z.number(),
  /** Epoch ms; null before the first result. */
  ratedAt: z.number().nullable(),
};
const streak = z.object({ now: z.number(), best: z.number() });
const change = z.object({ before: z.number(), after: z.number() });

export const COLLECTIONS = {
  /** What users made of a puzzle (`_id`); missing until the first user tried it. */
  puzzles: defineCollection(
    'puzzles',
    z.object({
      _id: z.string(),
      ...ratingFields,
      /** Users who tried it, and who solved it at once. */
      plays: z.number(),
      solvedAtOnce: z.number(),
      likes: z.number(),
      dislikes: z.number(),
      /** Epoch ms of the last change, by which processes refresh their copy. */
      changedAt: z.number(),
    }),
    [[{ changedAt: 1 }]],
  ),
  /** What a user (`_id`), member or guest, did so far. */
  solvers: defineCollection(
    'solvers',
    z.object({
      _id: z.string(),
      ...ratingFields,
      /** Rated puzzles; 0 for guests. */
      puzzles: z.number(),
      /** Highest rating since it is no longer provisional. */
      best: z.number(),
      /** The last thirty ratings, oldest first. */
      history: z.array(z.number()),
      streak,
      /** `SolvedDays`. */
      daily: z.object({ last: z.string().nullable(), run: z.number(), days: z.array(z.string()) }),
      rushBest: z.number(),
    }),
  ),
  /** The first try of a user at a puzzle, which alone is rated, and what came later; `_id` is `tryId`. */
  tries: defineCollection(
    'tries',
    z.object({
      _id: z.string(),
      userId: z.string(),
      puzzleId: z.string(),
      /** Epoch ms. */
      at: z.number(),
      /** False while only a hint was shown. */
      isDecided: z.boolean(),
      isHinted: z.boolean(),
      /** At the first try. */
      atOnce: z.boolean(),
      /** At any time, without the answer. */
      isSolved: z.boolean(),
      /** On the day whose puzzle it was. */
      isSolvedOnDay: z.boolean(),
      /** Of the user's rating; null if the try did not rate. */
      change: change.nullable(),
      /** `Mistake`; all null unless the puzzle is to be repeated. */
      box: z.number().nullable(),
      dueAt: z.number().nullable(),
      missedAt: z.number().nullable(),
      vote: z.number(),
    }),
    [[{ userId: 1, dueAt: 1 }]],
  ),
  /** Attempts of users and visitors until they expire. */
  attempts: defineCollection(
    'attempts',
    z.object({
      _id: z.string(),
      /** User and puzzle of a user's open attempt, else the id. */
      key: z.string(),
      /** Null for a visitor. */
      userId: z.string().nullable(),
      puzzleId: z.string(),
      isFirst: z.boolean(),
      rates: z.boolean(),
      /** Epoch ms. */
      startedAt: z.number(),
      /** Right moves. */
      at: z.number(),
      /** The last move (`formatStep`) of a solved attempt. */
      last: z.string().nullable(),
      /** Place and text of the first wrong move. */
      firstWrong: z.string().nullable(),
      isHinted: z.boolean(),
      isDone: z.boolean(),
      change: change.nullable(),
      /** Of a finished attempt, as it was sent. */
      result: z
        .object({
          atOnce: z.boolean(),
          tookMs: z.number(),
          rating: z.number(),
          plays: z.number(),
          solvedAtOnce: z.number().nullable(),
          streak: streak.nullable(),
        })
        .nullable(),
      expiresAt: z.date(),
    }),
    [[{ key: 1 }, { unique: true }], [{ userId: 1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]],
  ),
  /** Rushes until they expire. */
  rushes: defineCollection(
    'rushes',
    z.object({
      _id: z.string(),
      /** Null for a visitor. */
      userId: z.string().nullable(),
      /** Epoch ms. */
      endsAt: z.number(),
      score: z.number(),
      mistakes: z.number(),
      /** The puzzles so far; the last is the present one. */
      puzzles: z.array(z.string()),
      /** Right moves in it. */
      at: z.number(),
      /** The last move of each ended puzzle (`formatStep`), the right ones before it, and whether it was right. */
      ends: z.array(z.object({ at: z.number(), move: z.string(), isRight: z.boolean() })),
      expiresAt: z.date(),
    }),
    [[{ userId: 1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]],
  ),
  /** The puzzle of a day of China (`_id`). It never changes. */
  dailies: defineCollection('dailypuzzles', z.object({ _id: z.string(), puzzleId: z.string() })),
  /** Progress of a user (`_id`) in lessons and endgames. */
  learners: defineCollection(
    'learners',
    z.object({
      _id: z.string(),
      done: z.array(z.string()),
      seconds: z.number(),
      stars: z.array(z.object({ level: z.string(), stars: z.number() })),
    }),
  ),
};

export type PuzzleModels = ModelsOf<typeof COLLECTIONS>;
export type StoredPuzzle = DocumentOf<typeof COLLECTIONS.puzzles>;
export type StoredSolver = DocumentOf<typeof COLLECTIONS.solvers>;
export type StoredTry = DocumentOf<typeof COLLECTIONS.tries>;
export type StoredAttempt = DocumentOf<typeof COLLECTIONS.attempts>;
export type StoredRush = DocumentOf<typeof COLLECTIONS.rushes>;
export type StoredLearner = DocumentOf<typeof COLLECTIONS.learners>;

export function tryId(userId: string, puzzleId: string): string {
  return `${userId}:${puzzleId}`;
}
