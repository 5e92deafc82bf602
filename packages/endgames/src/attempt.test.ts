import { formatFen, gameMoves, legalMoves, type Move, plyCount, positionOf } from '@doushouqi/rules';
import { describe, expect, it } from 'vitest';
import {
  type Attempt,
  beginAttempt,
  isOwnTurn,
  isReached,
  MOST_MOVES,
  ownMoves,
  takeBack,
  tryMove,
  withMove,
} from './attempt.ts';
import { type Level, movesOf } from './level.ts';
import { LEVELS } from './levels.ts';
import { verifyResult } from './replay.ts';
import { bestChoice, readSolution, type Solution } from './solution.ts';
import { earnedStars, movesForTwo, starsInReach } from './stars.ts';

const WIN = LEVELS.find(({ goal, shortest }) => goal === 'win' && shortest >= 5)!;
const HOLD = LEVELS.find(({ goal }) => goal === 'hold')!;

/** Plays the best moves from here. Returns the last attempt and the own moves. */
function finished(attempt: Attempt, solution: Solution): { attempt: Attempt; moves: Move[] } {
  const moves: Move[] = [];
  let now = attempt;
  while (!isReached(now)) {
    const best = bestChoice(solution, now.game)!;
    const tried = tryMove(now, solution, best.move);
    if (tried.kind !== 'good') throw new Error(tried.kind);
    moves.push(best.move);
    now = tried.reply ? withMove(tried.attempt, tried.reply) : tried.attempt;
  }
  return { attempt: now, moves };
}

/** Returns a first move that loses the goal. */
function lostMove(level: Level): Move {
  const { game } = beginAttempt(level);
  const choices = readSolution(level).get(formatFen(positionOf(game))) ?? [];
  return choices.find(({ verdict }) => verdict === 'lost')!.move;
}

/** Returns the attempt after exactly so many own moves that keep the goal, which the last one reaches or not; null if none is. */
function longAttempt(level: Level, own: number, isDone: boolean): Attempt | null {
  const solution = readSolution(level);
  const dead = new Set<string>();
  const search = (attempt: Attempt, left: number): Attempt | null => {
    if (left === 0) return isReached(attempt) === isDone ? attempt : null;
    const fen = formatFen(positionOf(attempt.game));
    if (isReached(attempt) || dead.has(`${fen} ${left}`)) return null;
    for (const { move } of solution.get(fen)!) {
      const tried = tryMove(attempt, solution, move);
      if (tried.kind !== 'good') continue;
      const found = search(tried.reply ? withMove(tried.attempt, tried.reply) : tried.attempt, left - 1);
      if (found) return found;
    }
    dead.add(`${fen} ${left}`);
    return null;
  };
  return search(beginAttempt(level), own);
}

describe.each(LEVELS)('level $id', (level) => {
  it('gives three stars for the shortest way, and its result verifies', () => {
    const { attempt, moves } = finished(beginAttempt(level), readSolution(level));
    expect(ownMoves(attempt)).toBe(movesOf(level));
    expect(plyCount(attempt.game)).toBe(level.shortest);
    expect(earnedStars(attempt)).toBe(3);
    expect(verifyResult(level, { moves, hints: 0, mistakes: 0 })).toEqual({
      ok: true,
      value: { stars: 3, ownMoves: movesOf(level) },
    });
  });
});

describe('a move', () => {
  it('that loses the goal is taken back and counted', () => {
    const before = beginAttempt(WIN);
    const tried = tryMove(before, readSolution(WIN), lostMove(WIN));
    expect(tried).toEqual({ kind: 'lost', attempt: { ...before, mistakes: 1 } });
  });

  it('of the enemy, or illegal, is refused', () => {
    const attempt = beginAttempt(WIN);
    const solution = readSolution(WIN);
    expect(tryMove(attempt, solution, { from: { x: 0, y: 0 }, to: { x: 6, y: 8 } }).kind).toBe('refused');
    const [move] = legalMoves(positionOf(attempt.game));
    const tried = tryMove(attempt, solution, bestChoice(solution, attempt.game)!.move);
    if (tried.kind !== 'good') throw new Error(tried.kind);
    expect(isOwnTurn(tried.attempt)).toBe(false);
    expect(tryMove(tried.attempt, solution, move!).kind).toBe('refused');
  });

  it('can be taken back with its reply', () => {
    const solution = readSolution(WIN);
    const before = beginAttempt(WIN);
    const tried = tryMove(before, solution, bestChoice(solution, before.game)!.move);
    if (tried.kind !== 'good' || !tried.reply) throw new Error(tried.kind);
    expect(formatFen(positionOf(takeBack(tried.attempt).game))).toBe(WIN.fen);
    expect(formatFen(positionOf(takeBack(withMove(tried.attempt, tried.reply)).game))).toBe(WIN.fen);
  });
});

describe('stars', () => {
  const done = finished(beginAttempt(WIN), readSolution(WIN)).attempt;
  const held = finished(beginAttempt(HOLD), readSolution(HOLD)).attempt;

  it.each([
    ['no hint', {}, 3],
    ['one hint', { hints: 1 }, 2],
    ['two hints', { hints: 2 }, 1],
    ['more hints', { hints: 5 }, 1],
    ['mistakes that were taken back', { mistakes: 4 }, 3],
    ['an answer', { isAnswered: true }, 0],
  ])('of a win with %s', (_, cost, stars) => {
    expect(earnedStars({ ...done, ...cost })).toBe(stars);
  });

  it.each([
    ['no mistake', {}, 3],
    ['one mistake', { mistakes: 1 }, 2],
    ['two mistakes', { mistakes: 2 }, 1],
    ['one mistake and a hint', { mistakes: 1, hints: 1 }, 1],
  ])('of a hold with %s', (_, cost, stars) => {
    expect(earnedStars({ ...held, ...cost })).toBe(stars);
  });

  it('of a longer way are two, then one', () => {
    const start = beginAttempt(WIN);
    expect(earnedStars(start)).toBe(null);
    expect(starsInReach(start, movesOf(WIN))).toBe(3);
    expect(starsInReach(start, movesForTwo(WIN))).toBe(2);
    expect(starsInReach(start, movesForTwo(WIN) + 1)).toBe(1);
  });
});

describe('a win that takes longer', () => {
  const wins = LEVELS.filter(({ goal }) => goal === 'win');

  it('is never refused: each move keeps the goal or loses it', () => {
    const verdicts = LEVELS.flatMap((level) =>
      [...readSolution(level).values()].flatMap((choices) => choices.map(({ verdict }) => verdict)),
    );
    expect(new Set(verdicts)).toEqual(new Set(['good', 'lost']));
  });

  it.each([
    [1, 2],
    [2, 2],
    [3, 1],
    [9, 1],
    [40, 1],
  ])('by %i moves has %i stars, and the server agrees', (more, stars) => {
    const found = wins.flatMap((level) => longAttempt(level, movesOf(level) + more, true) ?? []);
    expect(found.length).toBeGreaterThan(0);
    for (const attempt of found) {
      const moves = gameMoves(attempt.game).filter((_, ply) => ply % 2 === 0);
      expect(verifyResult(attempt.level, { moves, hints: 0, mistakes: 0 })).toEqual({
        ok: true,
        value: { stars, ownMoves: moves.length },
      });
    }
  });

  it('must not exceed the longest attempt', () => {
    const [attempt] = wins.flatMap((level) => longAttempt(level, MOST_MOVES, false) ?? []);
    const solution = readSolution(attempt!.level);
    const { move } = bestChoice(solution, attempt!.game)!;
    expect(tryMove(attempt!, solution, move)).toEqual({ kind: 'long', attempt });
  });
});

describe('a result', () => {
  const { moves } = finished(beginAttempt(WIN), readSolution(WIN));
  const verify = (claimed: readonly Move[]) => verifyResult(WIN, { moves: claimed, hints: 1, mistakes: 0 });

  it('counts its hints', () => {
    expect(verify(moves)).toMatchObject({ ok: true, value: { stars: 2 } });
  });

  it('is refused if it is unfinished, too long, wrong or goes on after the end', () => {
    expect(verify(moves.slice(0, -1))).toEqual({ ok: false, error: 'UNFINISHED' });
    expect(verify(Array.from({ length: MOST_MOVES + 1 }, () => moves[0]!))).toEqual({
      ok: false,
      error: 'TOO_LONG',
    });
    expect(verify([lostMove(WIN)])).toEqual({ ok: false, error: 'BAD_MOVE' });
    expect(verify([...moves, moves[0]!])).toEqual({ ok: false, error: 'AFTER_END' });
  });
});
