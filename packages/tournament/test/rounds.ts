import { fold, newTournament, type TournamentState } from '../src/index.ts';

/**
 * Returns a Swiss from its rounds as text: `1-2 1` red 1 won, `1-2 =` drawn, `1-2 0` blue won, `1-2 +` blue was absent, `3 bye`,
 * `3 half`. Players are `1` to `count`, the first one with the highest rating.
 */
export function swissAfter(count: number, rounds: readonly string[]): TournamentState {
  const state = newTournament('swiss');
  let at = 1;
  for (let n = 1; n <= count; n += 1) fold(state, { kind: 'joined', player: `${n}`, rating: 2_000 - n, at });
  for (const [index, text] of rounds.entries()) {
    const round = index + 1;
    fold(state, { kind: 'roundStarted', round, at });
    for (const entry of text.split(', ')) {
      at += 1;
      const [who, what] = entry.split(' ') as [string, string];
      const [red, blue] = who.split('-') as [string, string | undefined];
      if (blue === undefined) {
        fold(state, { kind: 'bye', player: red, round, reason: what === 'bye' ? 'odd' : 'requested', at });
        continue;
      }
      fold(state, { kind: 'paired', game: `${round}.${who}`, red, blue, round, at });
      const absent = what === '+' ? (['blue'] as const) : [];
      const winner = what === '1' ? 'red' : what === '0' ? 'blue' : what === '=' ? 'draw' : null;
      fold(state, {
        kind: 'finished',
        game: `${round}.${who}`,
        winner,
        plies: 40,
        endReason: null,
        absent,
        at,
      });
    }
    fold(state, { kind: 'roundEnded', round, at });
  }
  return state;
}
