import type { Decision } from '@doushouqi/fair-play';
import { describe, expect, it } from 'vitest';
import { figuresOf, type JudgedGame, peersOf } from './play-figures.ts';
import { findFlag, type Known } from './play-flags.ts';

/** Decisions of an ordinary person, who finds the engine's first choice where it is clear; hard ones take longer. */
function decisionsOf(count: number, change: (n: number) => Partial<Decision> = () => ({})): Decision[] {
  return Array.from({ length: count }, (_, n) => ({
    phase: 'middle' as const,
    clarity: 2 - (n % 3),
    quality: n % 3 === 0 ? 0 : 2,
    loss: n % 3 === 0 ? 0 : 40,
    isBehind: false,
    ms: n % 3 === 0 ? 1_500 + 400 * (n % 7) : 6_000 + 2_000 * (n % 5),
    ...change(n),
  }));
}

function gameOf(n: number, change: Partial<JudgedGame> = {}): JudgedGame {
  return {
    ...{ gameId: `g${n}`, at: 1_000 - n, opponentId: 'b'.repeat(24), side: 'red', outcome: 'win' },
    ...{ endReason: 'DEN_CAPTURED', plies: 60, rating: 1_500 + n, opponentRating: 1_500 },
    ...{ isOpponentNew: false, change: 9, isArranged: false, focusLosses: 0, lags: [] },
    decisions: decisionsOf(20),
    ...change,
  };
}

function knownOf(games: readonly JudgedGame[]): Known {
  return { userId: 'a'.repeat(24), games, ratingFlags: [], nickname: () => '花豹' };
}

const TEN = Array.from({ length: 10 }, (_, n) => gameOf(n));

describe('an ordinary person', () => {
  it.each(['engine', 'pace', 'focus', 'arranged', 'thrown', 'transfer'] as const)(
    'has no flag %s',
    (kind) => {
      expect(findFlag(kind, knownOf(TEN), 0)).toBe(null);
    },
  );
});

it('even times are a flag, with the figures in words', () => {
  const games = TEN.map((game) => ({ ...game, decisions: decisionsOf(20, () => ({ ms: 4_000 })) }));
  expect(findFlag('pace', knownOf(games), 0)?.text).toBe(
    '200 手用时几乎一样长：中位 4.0 秒，难手只比易手多用 0%。',
  );
  // Quick moves are even for everyone.
  const quick = TEN.map((game) => ({ ...game, decisions: decisionsOf(20, () => ({ ms: 800 })) }));
  expect(findFlag('pace', knownOf(quick), 0)).toBe(null);
});

it('better moves in games with lost focus are a flag', () => {
  const games = TEN.map((game, n) =>
    n < 5 ? { ...game, focusLosses: 4, decisions: decisionsOf(20, () => ({ quality: 0 })) } : game,
  );
  const flag = findFlag('focus', knownOf(games), 0);
  expect(flag?.text).toBe('常离开窗口的 5 局里 100% 是引擎首选，没离开的 5 局里 35%。');
  expect(flag?.games).toEqual(['g0', 'g1', 'g2', 'g3', 'g4']);
  // Only games after a dismissal count.
  expect(findFlag('focus', knownOf(games), 997)).toBe(null);
});

it('wins over few or settled accounts are no transfer', () => {
  const early = (n: number, change: Partial<JudgedGame>) =>
    gameOf(n, { plies: 6, isOpponentNew: true, opponentId: String(n).padStart(24, 'c'), ...change });
  const wins = (change: (n: number) => Partial<JudgedGame>) =>
    findFlag('transfer', knownOf(Array.from({ length: 5 }, (_, n) => early(n, change(n)))), 0);
  expect(wins(() => ({}))?.text).toBe(
    '从 5 个新账号赢了 5 局，其中 5 局开局就结束，0 局是约好的，共得 45 分。',
  );
  expect(wins(() => ({ opponentId: 'c'.repeat(24) }))).toBe(null);
  expect(wins(() => ({ isOpponentNew: false }))).toBe(null);
  expect(wins((n) => ({ outcome: n === 0 ? 'loss' : 'win' }))).toBe(null);
});

describe('figures', () => {
  it('are those of the decisions, by phase and second, and of the past', () => {
    const figures = figuresOf(TEN, [decisionsOf(30)], 5_000)!;
    expect(figures).toMatchObject({ at: 5_000, rating: 1_509, decisions: 200, mistakes: 0 });
    expect(figures.agreement).toBeCloseTo(0.35);
    expect(figures.phases).toMatchObject([{ phase: 'middle', decisions: 200 }]);
    expect(figures.times.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1);
    expect(figures.times.at(-1)).toBeGreaterThan(0);
    expect(figures.past).toMatchObject({ games: 1, agreement: 1 / 3 });
    expect(figures.quick).toBe(0);
  });

  it('are none for few decisions, and have no past of few ones', () => {
    expect(figuresOf([gameOf(0, { decisions: decisionsOf(19) })], [], 1)).toBe(null);
    expect(figuresOf(TEN, [decisionsOf(19)], 1)?.past).toBe(null);
  });

  it('of others are means, from twenty persons on', () => {
    const one = figuresOf(TEN, [], 1)!;
    expect(peersOf(Array(19).fill(one))).toBe(null);
    const others = Array.from({ length: 20 }, (_, n) => ({
      ...one,
      agreement: n % 2,
      spread: n === 0 ? 4 : null,
    }));
    expect(peersOf(others)).toMatchObject({ people: 20, agreement: 0.5, deviation: 0.5, mistakes: 0 });
    expect(peersOf(others)?.spread).toBe(null);
  });
});
