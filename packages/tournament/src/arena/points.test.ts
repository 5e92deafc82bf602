import { expect, test } from 'vitest';
import { arenaScore, arenaStandings, fold, newTournament } from '../index.ts';

/** Plays games of player `a` as red, in order: win, loss, draw by its number of half-moves, or absence of a side. */
function arenaAfter(results: readonly ('win' | 'loss' | 'blue absent' | 'red absent' | 'none' | number)[]) {
  const state = newTournament('arena');
  fold(state, { kind: 'joined', player: 'a', rating: 1_500, at: 0 });
  fold(state, { kind: 'joined', player: 'b', rating: 1_600, at: 0 });
  for (const [n, result] of results.entries()) {
    const at = 1_000 * (n + 1);
    fold(state, { kind: 'joined', player: 'a', rating: 1_500, at });
    fold(state, { kind: 'paired', game: `${n}`, red: 'a', blue: 'b', at });
    const winner =
      typeof result === 'number' ? 'draw' : result === 'win' ? 'red' : result === 'loss' ? 'blue' : null;
    const absent =
      result === 'blue absent' ? (['blue'] as const) : result === 'red absent' ? (['red'] as const) : [];
    const plies = typeof result === 'number' ? result : 40;
    fold(state, { kind: 'finished', game: `${n}`, winner, plies, endReason: null, absent, at: at + 500 });
  }
  return state;
}

function pointsOf(...results: Parameters<typeof arenaAfter>[0]): number[] {
  return arenaScore(arenaAfter(results).players.get('a')!).games.map(({ points }) => points);
}

test('doubles wins after two in a row until the streak breaks', () => {
  expect(pointsOf('win', 'win', 'win', 'win', 'loss', 'win')).toEqual([2, 2, 4, 4, 0, 2]);
  expect(pointsOf('win', 'win', 40, 'win')).toEqual([2, 2, 1, 2]);
});

test('scores only the first short draw of a series', () => {
  expect(pointsOf(10, 29, 30, 12, 'loss', 12)).toEqual([1, 0, 1, 0, 0, 1]);
});

test('gives two points for an absent opponent, without effect on the streak', () => {
  expect(pointsOf('win', 'win', 'blue absent', 'win')).toEqual([2, 2, 2, 4]);
});

test('pauses a player without a first move', () => {
  const state = arenaAfter(['red absent']);
  expect(state.players.get('a')!.status).toBe('paused');
  expect(pointsOf('win', 'red absent', 'win', 'win')).toEqual([2, 0, 2, 2]);
});

test('does not count a game without result', () => {
  expect(pointsOf('win', 'none', 'win', 'win')).toEqual([2, 2, 4]);
});

test('ranks equal points by performance', () => {
  const rows = arenaStandings(arenaAfter([40]));
  expect(rows.map(({ player, points, performance }) => [player.id, points, performance])).toEqual([
    ['a', 1, 1_600],
    ['b', 1, 1_500],
  ]);
});
