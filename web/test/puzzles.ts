import type { PuzzleMoveReply, PuzzleResult, PuzzleView, SolverState } from '@doushouqi/protocol';

/** A puzzle of four moves: the lion leaps over the river and enters the den. */
export const PUZZLE: PuzzleView = {
  id: 'lion1',
  fen: '7/1d5/t5j/7/D6/3W3/1T2L2/7/7 w',
  side: 'red',
  last: '0,1-0,2',
  motifs: ['leap', 'den'],
  plays: 4830,
};

/** The line of `PUZZLE`: the moves of both sides. */
export const LINE = ['4,6-4,2', '6,2-5,2', '4,2-4,1', '1,1-2,1', '4,1-4,0', '0,2-1,2', '4,0-3,0'] as const;
/** The tiger leaps to where the blue tiger takes it. */
export const WRONG = '1,6-1,2';

export const RESULT: PuzzleResult = {
  atOnce: true,
  tookMs: 41_000,
  rating: 1612,
  plays: 4831,
  solvedAtOnce: 0.41,
  streak: { now: 8, best: 14 },
  game: { record: '000190805', ply: 1 },
};

export const SOLVER: SolverState = {
  rating: {
    now: 1548,
    deviation: 60,
    provisional: false,
    best: 1571,
    puzzles: 120,
    history: [1530, 1541, 1548],
  },
  streak: { now: 7, best: 14 },
  daily: {
    days: 12,
    week: [
      { date: '2026-11-23', state: 'solved' },
      { date: '2026-11-24', state: 'solved' },
      { date: '2026-11-25', state: 'missed' },
      { date: '2026-11-26', state: 'solved' },
      { date: '2026-11-27', state: 'solved' },
      { date: '2026-11-28', state: 'open' },
      { date: '2026-11-29', state: 'future' },
    ],
  },
  mistakes: { due: 1, total: 2 },
  rushBest: 12,
};

/** Answers a move as the server does: it knows the line and how many of its moves were played. */
export function answerOf(move: string, at: number): PuzzleMoveReply {
  if (LINE[at * 2] !== move) return { correct: false, done: false };
  const reply = LINE[at * 2 + 1];
  if (reply !== undefined) return { correct: true, done: false, reply };
  return { correct: true, done: true, solution: [...LINE], result: RESULT };
}
