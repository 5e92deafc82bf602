import { MOTIFS } from '@doushouqi/puzzles';
import { z } from './zod.ts';

/** Puzzles, lessons and endgames on the wire (docs/puzzles.md). */

export const puzzleId = z.string().regex(/^[0-9a-z]{4,6}$/, '题目编号有误');
export const attemptId = z.string().regex(/^[A-Za-z0-9_-]{16,40}$/, '解题编号有误');
/** A move `x,y-x,y`. */
export const stepText = z.string().regex(/^[0-6],[0-8]-[0-6],[0-8]$/, '走法有误');
/** Whether a user likes a puzzle; 0: no vote. */
export const puzzleVote = z.union([z.literal(-1), z.literal(0), z.literal(1)]);
export type PuzzleVote = z.infer<typeof puzzleVote>;
/** A day of China, as 2026-11-29. */
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, '日期有误');
const side = z.enum(['red', 'blue']);
export const motif = z.enum(MOTIFS);

/** A puzzle before it is solved. `last`: the opponent's move before it. `plays`: users who have tried it. */
export const puzzleView = z.object({
  id: puzzleId,
  fen: z.string(),
  side,
  last: stepText,
  motifs: z.array(motif),
  plays: z.int(),
});
export type PuzzleView = z.infer<typeof puzzleView>;

/** How an attempt changed the caller's rating, whole numbers. */
const ratingChange = z.object({ before: z.int(), after: z.int() });

/** An attempt after its end. */
export const puzzleResult = z.object({
  /** Solved without a wrong move, hint or answer. */
  atOnce: z.boolean(),
  /** From the first sight of the puzzle to the last move, ms. */
  tookMs: z.int(),
  /** Rating of the puzzle after the attempt. */
  rating: z.int(),
  plays: z.int(),
  /** Share of the users who solved it at once, 0 to 1; null before the first. */
  solvedAtOnce: z.number().nullable(),
  /** The caller's puzzles in a row solved at once, now and at best; null for visitors. */
  streak: z.object({ now: z.int(), best: z.int() }).nullable(),
  /** The game that the puzzle comes from, as a record, and the number of moves before it. */
  game: z.object({ record: z.string(), ply: z.int() }),
});
export type PuzzleResult = z.infer<typeof puzzleResult>;

/** A run of three minutes. It ends by time, or with the third mistake. */
export const rushState = z.object({
  rushId: attemptId,
  endsAt: z.number(),
  score: z.int(),
  mistakes: z.int(),
  isOver: z.boolean(),
  /** The caller's best score, this run included; null for visitors. */
  best: z.int().nullable(),
});
export type RushState = z.infer<typeof rushState>;
export const rushTask = z.object({ attemptId, puzzle: puzzleView });

/** Answer to a move. A wrong move leaves the position as it was. */
export const puzzleMoveReply = z.object({
  correct: z.boolean(),
  /** The opponent's reply. */
  reply: stepText.optional(),
  done: z.boolean(),
  /** The whole line, with the end of the attempt. */
  solution: z.array(stepText).optional(),
  /** With the first wrong move, or with the end. Absent if the attempt does not rate. */
  ratingChange: ratingChange.optional(),
  result: puzzleResult.optional(),
  /** In a rush: its state, and the next puzzle after the end of this one unless the rush is over. */
  rush: rushState.optional(),
  next: rushTask.optional(),
});
export type PuzzleMoveReply = z.infer<typeof puzzleMoveReply>;

const DAY_STATES = ['solved', 'missed', 'open', 'future'] as const;

/** What the caller has done so far. `rating` is null for guests. */
export const solverState = z.object({
  rating: z
    .object({
      now: z.int(),
      deviation: z.int(),
      provisional: z.boolean(),
      best: z.int(),
      puzzles: z.int(),
      /** The last thirty, oldest first. */
      history: z.array(z.int()),
    })
    .nullable(),
  streak: z.object({ now: z.int(), best: z.int() }),
  /** Days in a row on which the day's puzzle was solved, and this week from Monday. */
  daily: z.object({
    days: z.int(),
    week: z.array(z.object({ date: day, state: z.enum(DAY_STATES) })),
  }),
  /** Missed puzzles: due for repetition now, and all. */
  mistakes: z.object({ due: z.int(), total: z.int() }),
  rushBest: z.int(),
});
export type SolverState = z.infer<typeof solverState>;

/** A user's puzzle rating on the player page; null without a rated puzzle. */
export const solverRating = z.object({
  rating: z.object({ now: z.int(), provisional: z.boolean(), best: z.int(), puzzles: z.int() }).nullable(),
  bestStreak: z.int(),
});

/** The lessons' finished steps (packages/lessons). */
export const learnProgress = z.object({
  done: z.array(z.string().regex(/^[a-z0-9-]{1,40}$/)).max(100),
  seconds: z.int().min(0).max(86_400),
});

export const endgameLevel = z.object({
  id: z.string(),
  fen: z.string(),
  side,
  goal: z.enum(['win', 'hold']),
  shortest: z.int(),
  /** The caller's best; 0 for unsolved ones and for visitors. */
  stars: z.int().min(0).max(3),
});
export const levelResult = z.object({
  moves: z.array(stepText).min(1).max(60),
  hints: z.int().min(0).max(1_000),
  mistakes: z.int().min(0).max(1_000),
});
