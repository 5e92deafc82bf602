import { userId } from '../entities.ts';
import { routesOf } from '../http.ts';
import {
  attemptId,
  day,
  endgameLevel,
  learnProgress,
  levelResult,
  motif,
  puzzleId,
  puzzleMoveReply,
  puzzleResult,
  puzzleView,
  puzzleVote,
  rushState,
  rushTask,
  solverRating,
  solverState,
  stepText,
} from '../puzzles.ts';
import { z } from '../zod.ts';
import { done } from './done.ts';

const ofPuzzle = z.object({ puzzleId });
const ofAttempt = z.object({ attemptId });
const month = z.string().regex(/^\d{4}-\d{2}$/, '月份有误');
const levelId = z.string().regex(/^[a-z]+-[1-9]$/, '没有这一关');
const position = z.number().int().min(0).max(40);

export const puzzleRoutes = routesOf('puzzle', {
  nextPuzzle: {
    method: 'GET',
    path: '/puzzles/next',
    auth: 'optional',
    meaning:
      'Returns a puzzle that the caller has not tried, near the caller’s rating (`level` shifts it), or one with a `motif`.',
    query: z.object({
      motif: motif.optional(),
      level: z.enum(['easier', 'right', 'harder']).default('right'),
      /** The puzzle on the screen, which is not returned again. */
      after: puzzleId.optional(),
    }),
    reply: puzzleView,
  },
  getDailyPuzzle: {
    method: 'GET',
    path: '/puzzles/daily',
    auth: 'optional',
    meaning:
      'Returns the puzzle of a day of China, the same for all; default today. `solved`: by the caller on that day. `players` and `solvedAtOnce` as in results.',
    query: z.object({ date: day.optional() }),
    reply: z.object({
      date: day,
      puzzle: puzzleView,
      players: z.int(),
      solvedAtOnce: z.number().nullable(),
      solved: z.boolean(),
    }),
  },
  listDailyPuzzles: {
    method: 'GET',
    path: '/puzzles/daily/archive',
    auth: 'optional',
    meaning:
      'Lists the days of a month that have a puzzle, and whether the caller has solved it, on the day or later.',
    query: z.object({ month }),
    reply: z.object({
      first: day,
      today: day,
      days: z.array(z.object({ date: day, solved: z.boolean() })),
    }),
  },
  getSolver: {
    method: 'GET',
    path: '/puzzles/mine',
    auth: 'play',
    meaning: 'Returns the caller’s puzzle rating, streaks, week and mistakes.',
    reply: solverState,
  },
  listMistakes: {
    method: 'GET',
    path: '/puzzles/mine/mistakes',
    auth: 'play',
    meaning: 'Lists up to 50 missed puzzles, those that are due first. `dueAt` in epoch ms.',
    reply: z.object({
      mistakes: z.array(z.object({ puzzle: puzzleView, dueAt: z.number(), missedAt: z.number() })),
    }),
  },
  getSolverRating: {
    method: 'GET',
    path: '/puzzles/solvers/:userId',
    auth: 'public',
    meaning: 'Returns the puzzle rating of a user.',
    params: z.object({ userId }),
    reply: solverRating,
  },
  startRush: {
    method: 'POST',
    path: '/puzzles/rush',
    auth: 'optional',
    meaning: 'Starts three minutes of puzzles of rising rating. They do not change the rating.',
    body: z.object({}),
    reply: z.object({ rush: rushState, task: rushTask }),
  },
  getRush: {
    method: 'GET',
    path: '/puzzles/rush/:rushId',
    auth: 'optional',
    othersGet: 'ATTEMPT_NOT_FOUND',
    meaning: 'Returns a rush with its present puzzle, for a page that was reloaded.',
    params: z.object({ rushId: attemptId }),
    reply: z.object({ rush: rushState, task: rushTask.nullable() }),
  },
  getPuzzle: {
    method: 'GET',
    path: '/puzzles/:puzzleId',
    auth: 'optional',
    meaning: 'Returns a puzzle, never its solution.',
    params: ofPuzzle,
    reply: puzzleView,
  },
  startAttempt: {
    method: 'POST',
    path: '/puzzles/:puzzleId/attempts',
    auth: 'optional',
    meaning:
      'Starts an attempt, or returns the caller’s open one. A member’s first attempt at a puzzle rates; a puzzle of the day counts for the streak of days. `vote`: the caller’s, once the caller has tried the puzzle.',
    params: ofPuzzle,
    body: z.object({}),
    reply: z.object({ attemptId, rates: z.boolean(), vote: puzzleVote.optional() }),
  },
  playPuzzleMove: {
    method: 'POST',
    path: '/puzzles/attempts/:attemptId/moves',
    auth: 'optional',
    othersGet: 'ATTEMPT_NOT_FOUND',
    meaning:
      'Plays a move of the solver. `at`: number of right moves before it; a move that was already played is answered as before.',
    params: ofAttempt,
    body: z.object({ move: stepText, at: position.optional() }),
    reply: puzzleMoveReply,
  },
  getPuzzleHint: {
    method: 'POST',
    path: '/puzzles/attempts/:attemptId/hint',
    auth: 'optional',
    othersGet: 'ATTEMPT_NOT_FOUND',
    meaning: 'Returns the cell `x,y` of the piece to move. The attempt can no longer gain rating.',
    params: ofAttempt,
    body: z.object({}),
    reply: z.object({ from: z.string() }),
  },
  getPuzzleAnswer: {
    method: 'POST',
    path: '/puzzles/attempts/:attemptId/answer',
    auth: 'optional',
    othersGet: 'ATTEMPT_NOT_FOUND',
    meaning: 'Ends the attempt as not solved and returns the line.',
    params: ofAttempt,
    body: z.object({}),
    reply: puzzleMoveReply.pick({ solution: true, ratingChange: true }).extend({
      solution: z.array(stepText),
      result: puzzleResult,
    }),
  },
  votePuzzle: {
    method: 'POST',
    path: '/puzzles/:puzzleId/vote',
    auth: 'play',
    meaning: 'Stores whether the caller likes a puzzle that the caller has tried; 0 removes the vote.',
    params: ofPuzzle,
    body: z.object({ vote: puzzleVote }),
    reply: done,
  },
  listEndgames: {
    method: 'GET',
    path: '/endgames',
    auth: 'optional',
    meaning: 'Lists the chapters of the endgame school with their levels.',
    reply: z.object({
      chapters: z.array(z.object({ id: z.string(), levels: z.array(endgameLevel) })),
    }),
  },
  saveLevelResult: {
    method: 'POST',
    path: '/endgames/:levelId/result',
    auth: 'play',
    meaning:
      'Stores the stars of a level. The server replays the caller’s moves against the stored replies. `stars`: of this result, `best`: of all.',
    params: z.object({ levelId }),
    body: levelResult,
    reply: z.object({ stars: z.int(), best: z.int() }),
  },
  getLearnProgress: {
    method: 'GET',
    path: '/learn/progress',
    auth: 'play',
    meaning: 'Returns the caller’s finished steps of the lessons.',
    reply: learnProgress,
  },
  saveLearnProgress: {
    method: 'PUT',
    path: '/learn/progress',
    auth: 'play',
    meaning: 'Adds finished steps; what is stored stays. Returns all.',
    body: learnProgress,
    reply: learnProgress,
  },
  carrySolver: {
    method: 'POST',
    path: '/internal/carried-solvers',
    auth: 'service',
    meaning:
      'Adds lessons and stars of a guest to those of the member `to` who was the guest, and deletes the rest. Idempotent.',
    body: z.object({ userId, to: userId }),
    reply: done,
  },
  forgetSolver: {
    method: 'POST',
    path: '/internal/forgotten-solvers',
    auth: 'service',
    meaning: 'Deletes everything of a deleted account or an expired guest. Idempotent.',
    body: z.object({ userId }),
    reply: done,
  },
});
