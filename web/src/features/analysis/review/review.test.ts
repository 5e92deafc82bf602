import {
  endGame,
  gameAfter,
  gameMoves,
  newGame,
  outcome,
  parseFen,
  play,
  plyCount,
  SIDES,
  type Side,
} from '@doushouqi/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyScores, evaluated, evaluatedGame } from '../../../../test/evaluations.ts';
import { anyGame, playPicks } from '../../../../test/studies.ts';
import { plysToEvaluate } from '../../../shared/engine/evaluation.ts';
import { reasonOf } from './reason.ts';
import { nextFault, retriedFaults, reviewOf } from './review.ts';

/** Five plies; the position after the third is bad for blue, which makes the fourth. */
const GAME = playPicks([3, 3, 5, 7, 2]);

/** Scores for red in each position; the engine gives them for the side to move. */
function reviewWith(redScores: readonly number[], game = GAME) {
  return reviewOf(
    game,
    evaluatedGame(game, (ply) => (ply % 2 === 0 ? 1 : -1) * (redScores[ply] ?? 0)),
  );
}

/** Returns a game whose last move is red's step into the den. */
function denGame() {
  const start = parseFen('7/3E3/7/7/7/7/7/7/l6 w');
  if (!start.ok) throw new Error(start.error.code);
  const won = play(newGame(undefined, start.value), { from: { x: 3, y: 1 }, to: { x: 3, y: 0 } });
  if (!won.ok) throw new Error(won.error);
  return won.value;
}

test('returns the mistakes of a side, or of both, in the order of the game', () => {
  const game = playPicks([3, 3, 5, 7, 2, 4, 6, 8, 1]);
  const review = reviewWith([0, 0, 0, 0, 300, 300, 300, 0, 300, 300], game);
  const plies = (side: Side | null) => retriedFaults(review, side).map(({ ply }) => ply);
  expect([plies('red'), plies('blue'), plies(null)]).toEqual([[7], [4, 8], [4, 7, 8]]);
});

describe('reviewed moves', () => {
  test('count the loss of each side in its own win rate', () => {
    const { moves, rates } = reviewWith([0, 0, 0, 0, 300, 300]);
    expect(rates.map((rate) => Math.round(rate ?? -1))).toEqual([50, 50, 50, 50, 82, 82]);
    const blunders = moves.filter((move) => move?.mark === 'blunder');
    expect(blunders.map((move) => move?.ply)).toEqual([4]);
    expect(blunders[0]?.move.side).toBe('blue');
    expect(Math.round(blunders[0]?.loss ?? 0)).toBe(32);
  });

  test('need no evaluation of the end of a game that is over on the board', () => {
    const game = denGame();
    expect(plysToEvaluate(game)).toEqual([0]);
    const { rates, summary } = reviewOf(game, [
      evaluated(gameAfter(game, 0), { plies: 1 }, gameMoves(game)[0]),
    ]);
    expect(rates).toEqual([100, 100]);
    expect(summary?.sides.red.accuracy).toBe(100);
    expect(summary?.sides.blue.accuracy).toBeNull();
  });

  test('rate a resigned game by its position', () => {
    const game = endGame(GAME, 'blue', 'SURRENDER');
    expect(plysToEvaluate(game)).toHaveLength(plyCount(GAME) + 1);
    expect(reviewWith([0, 0, 0, 0, 0, 0], game).rates.at(-1)).toBe(50);
  });

  test('have no mark while they are not evaluated', () => {
    const all = evaluatedGame(GAME, () => 0);
    const { rates, moves, summary } = reviewOf(GAME, all.slice(0, 3));
    expect(rates.map((rate) => rate !== null)).toEqual([true, true, true, false, false, false]);
    expect(moves.map((move) => move !== null)).toEqual([true, true, false, false, false]);
    expect(summary).toBeNull();
  });
});

describe('the summary', () => {
  test('names the three worst faults, in the order of the game', () => {
    const game = playPicks([3, 3, 5, 7, 2, 4, 6, 8]);
    const { summary } = reviewWith([0, -80, 0, -300, 200, 150, 400, 0, 0], game);
    expect(summary?.moments).toEqual([3, 4, 7]);
  });

  test('gives each move of any game at most one mark, and accuracies within 0 and 100', () => {
    fc.assert(
      fc.property(anyGame, anyScores, (game, scores) => {
        const given = [...scores.take(plyCount(game) + 1)];
        const { moves, rates, summary } = reviewWith(given, game);
        if (!summary) throw new Error('no summary');
        const marked = SIDES.flatMap((side) => Object.values(summary.sides[side].marks));
        expect(marked.reduce((sum, count) => sum + count, 0)).toBe(moves.filter((move) => move?.mark).length);
        for (const { accuracy } of Object.values(summary.sides)) {
          expect(accuracy ?? 0).toBeGreaterThanOrEqual(0);
          expect(accuracy ?? 0).toBeLessThanOrEqual(100);
        }
        expect(rates.every((rate) => rate !== null && rate >= 0 && rate <= 100)).toBe(true);
        const losses = summary.moments.map((ply) => moves[ply - 1]?.loss ?? 0);
        const worst = Math.min(...losses);
        const others = moves.filter((move) => !summary.moments.includes(move?.ply ?? 0));
        if (summary.moments.length === 3) {
          expect(others.every((move) => (move?.loss ?? 0) <= worst)).toBe(true);
        }
      }),
    );
  });
});

test('goes to the fault after the shown move, and from the last to the first', () => {
  const review = reviewWith([0, -300, -300, -300, 300, 300]);
  expect([0, 1, 2, 3, 4, 5].map((ply) => nextFault(review, ply))).toEqual([1, 4, 4, 4, 1, 1]);
  expect(nextFault(reviewWith([]), 0)).toBeNull();
});

describe('reasons', () => {
  const fault = reviewWith([0, 0, 0, 0, 300, 300]).moves[3]!;
  const after = gameAfter(GAME, 4);

  test('names a forced win of the opponent', () => {
    expect(reasonOf(fault, after, evaluated(after, { plies: 5 }))).toEqual({ kind: 'loses', moves: 3 });
  });

  test('names a missed win', () => {
    const had = { ...fault, lines: evaluated(gameAfter(GAME, 3), { plies: 3 }).lines };
    expect(reasonOf(had, after, null)).toEqual({ kind: 'missedWin', moves: 2 });
  });

  test('names a lost piece', () => {
    const start = parseFen('7/7/7/3c3/3E3/7/7/7/7 w');
    if (!start.ok) throw new Error(start.error.code);
    const game = newGame(undefined, start.value);
    const takes = { from: { x: 3, y: 4 }, to: { x: 3, y: 3 } };
    expect(reasonOf(fault, game, evaluated(game, 300, takes))).toEqual({ kind: 'drops', piece: 2, by: 8 });
  });

  test('returns none for a good move', () => {
    const good = reviewWith([]).moves[0]!;
    expect(outcome(after).winner).toBe(null);
    expect(reasonOf(good, gameAfter(GAME, 1), null)).toBeNull();
  });
});
