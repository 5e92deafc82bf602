import { moveOf } from '@doushouqi/room-client/testing';
import { endGame, type Game, newGame, ONLINE_RULE_SET, parseFen, play } from '@doushouqi/rules';
import { expect, it } from 'vitest';
import { lastRemark } from './talk.ts';

/** The computer has blue, which has three weak pieces beside red's elephant and lion. */
function start(): Game {
  const position = parseFen('6t/7/7/7/7/E5L/d5c/r5w/T6 w');
  if (!position.ok) throw new Error(position.error.code);
  return newGame(ONLINE_RULE_SET, position.value);
}

function played(...moves: string[]): Game {
  return moves.reduce((game, text) => {
    const next = play(game, moveOf(text));
    if (!next.ok) throw new Error(`${text}: ${next.error}`);
    return next.value;
  }, start());
}

const TAKES_TWO = ['a4a3', 'g9f9', 'g4g3', 'f9g9'];

it('greets until the first capture', () => {
  expect(lastRemark(start(), 'blue')).toEqual({ moment: 'start', ply: 0 });
  expect(lastRemark(played('a4a5'), 'blue')).toEqual({ moment: 'start', ply: 0 });
});

it('comments on a capture from its own side', () => {
  const game = played('a4a3');
  expect(lastRemark(game, 'blue')).toEqual({ moment: 'taken', ply: 1 });
  expect(lastRemark(game, 'red')).toEqual({ moment: 'takes', ply: 1 });
});

it('does not comment on captures for the next 8 plies', () => {
  expect(lastRemark(played(...TAKES_TWO), 'blue')).toEqual({ moment: 'taken', ply: 1 });
});

it('comments at once on a lead of three pieces, and only once', () => {
  const game = played(...TAKES_TWO, 'g3g2');
  expect(lastRemark(game, 'blue')).toEqual({ moment: 'losing', ply: 5 });
  expect(lastRemark(game, 'red')).toEqual({ moment: 'winning', ply: 5 });
});

it.each([
  ['red', 'lost'],
  ['blue', 'won'],
  ['draw', 'drawn'],
] as const)('ends with a comment on the result: %s', (winner, moment) => {
  const game = played('a4a3');
  const over = winner === 'draw' ? endGame(game, 'draw', 'DRAW_AGREED') : endGame(game, winner, 'SURRENDER');
  expect(lastRemark(over, 'blue')).toEqual({ moment, ply: 1 });
});
