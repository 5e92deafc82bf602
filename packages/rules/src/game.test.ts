import { describe, expect, test } from 'vitest';
import { board, move, playAll } from '../test/fixtures.ts';
import {
  checkMove,
  DEFAULT_RULE_SET,
  END_REASONS,
  endGame,
  endReasonCode,
  formatFen,
  type Game,
  gameAfter,
  gameMoves,
  gamePositions,
  lastMove,
  legalGameMoves,
  localRuleSet,
  MOVE_ERRORS,
  newGame,
  outcome,
  play,
  plyCount,
  positionOf,
  type RuleOptions,
  rulesOf,
  startPosition,
  turn,
  undo,
} from './index.ts';

const PLAYING = { winner: null, endReason: 'NONE' };
function redWins(endReason: string) {
  return { winner: 'red', endReason };
}
function blueWins(endReason: string) {
  return { winner: 'blue', endReason };
}
function game(pieces: string, parts: Partial<RuleOptions> = {}): Game {
  return newGame(localRuleSet(parts), board(pieces));
}

describe('constants', () => {
  test('end reasons have fixed codes', () => {
    expect(END_REASONS.map(endReasonCode)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(endReasonCode('OFFLINE_SURRENDER')).toBe(8);
    expect(endReasonCode('DRAW_100_ROUNDS')).toBe(6);
    expect(endReasonCode('DRAW_TOO_LONG')).toBe(9);
  });

  test('optional rules are off and threefold is on by default', () => {
    expect(rulesOf(DEFAULT_RULE_SET)).toEqual({
      sevenThree: false,
      seventeenFive: false,
      threefold: true,
      hundredRounds: true,
    });
  });
});

describe('turns', () => {
  test('red moves first and a move passes the turn', () => {
    const start = newGame();
    expect(turn(positionOf(start))).toBe('red');
    expect(turn(positionOf(playAll(start, '0,6-0,5')))).toBe('blue');
    expect(turn(positionOf(playAll(start, '0,6-0,5 6,2-6,3')))).toBe('red');
  });

  test('lists the moves with piece, side and captured type', () => {
    const played = playAll(game('E3,6 c3,4 l6,2'), '3,6-3,5 6,2-6,1 3,5-3,4');
    expect(gameMoves(played)).toEqual([
      { ...move('3,6-3,5'), piece: 8, capturedPiece: null, side: 'red' },
      { ...move('6,2-6,1'), piece: 7, capturedPiece: null, side: 'blue' },
      { ...move('3,5-3,4'), piece: 8, capturedPiece: 2, side: 'red' },
    ]);
    expect(lastMove(played)).toEqual(gameMoves(played)[2]);
    expect(lastMove(newGame())).toBeNull();
    expect(plyCount(played)).toBe(3);
  });

  test('lists every position from the start on', () => {
    const played = playAll(newGame(), '0,6-0,5 6,2-6,3');
    const positions = gamePositions(played);
    expect(positions).toHaveLength(3);
    expect(positions[0]).toEqual(startPosition());
    expect(positions[2]).toEqual(positionOf(played));
  });
});

describe('refusals', () => {
  const over = endGame(newGame(), 'blue', 'SURRENDER');
  test.each([
    ['GAME_OVER', over, '0,6-0,5'],
    ['OUT_OF_BOARD', newGame(), '0,9-0,5'],
    ['OUT_OF_BOARD', newGame(), '0,6-7,6'],
    ['NO_PIECE', newGame(), '3,4-3,5'],
    ['NOT_YOUR_PIECE', newGame(), '0,2-0,3'],
    ['ILLEGAL_MOVE', newGame(), '0,6-0,4'],
  ])('%s', (code, before, text) => {
    expect(checkMove(before, move(text))).toBe(code);
    expect(play(before, move(text))).toEqual({ ok: false, error: code });
  });

  test.each([Number.NaN, 0.5, -1, Number.POSITIVE_INFINITY])('%d is not a coordinate', (x) => {
    expect(checkMove(newGame(), { from: { x, y: 6 }, to: { x: 0, y: 5 } })).toBe('OUT_OF_BOARD');
  });

  test('the first applicable reason is returned', () => {
    expect(checkMove(over, move('9,9-9,9'))).toBe('GAME_OVER');
    expect(checkMove(newGame(), move('3,4-9,9'))).toBe('OUT_OF_BOARD');
    expect(MOVE_ERRORS[0]).toBe('GAME_OVER');
    const all = { sevenThree: true, seventeenFive: true };
    const round = '0,6-0,7 6,2-6,1 0,7-0,6 6,1-6,2';
    const played = playAll(
      game('L0,6 C6,8 c6,2', { ...all, threefold: false }),
      `${round} ${round} ${round}`,
    );
    const bound = { ...played, rules: rulesOf(localRuleSet(all)) };
    expect(checkMove(bound, move('0,6-0,7'))).toBe('SEVEN_THREE');
  });
});

describe('ends on the board', () => {
  test("entering the opponent's den wins", () => {
    expect(outcome(playAll(game('C3,1 l0,0'), '3,1-3,0'))).toEqual(redWins('DEN_CAPTURED'));
    expect(outcome(playAll(game('L0,6 c3,7'), '0,6-0,5 3,7-3,8'))).toEqual(blueWins('DEN_CAPTURED'));
  });

  test('capturing every enemy piece wins', () => {
    expect(outcome(playAll(game('L3,6 c3,5'), '3,6-3,5'))).toEqual(redWins('NO_PIECES'));
    expect(outcome(playAll(game('L3,6 C0,0 e3,4'), '3,6-3,5 3,4-3,5 0,0-0,1'))).toEqual(PLAYING);
  });

  test("a side with no legal move after the opponent's move loses", () => {
    expect(outcome(playAll(game('D1,0 W0,2 c0,0'), '0,2-0,1'))).toEqual(redWins('STALEMATE'));
  });

  test('a finished game has no legal moves and refuses moves', () => {
    const over = playAll(game('C3,1 l0,0'), '3,1-3,0');
    expect(checkMove(over, move('0,0-0,1'))).toBe('GAME_OVER');
    expect(legalGameMoves(over)).toEqual([]);
  });

  test.each([
    ['NO_PIECES', 'C3,3', 'red', redWins('NO_PIECES')],
    ['NO_PIECES', 'C3,3', 'blue', redWins('NO_PIECES')],
    ['DEN_CAPTURED', 'C3,0 l0,0', 'blue', redWins('DEN_CAPTURED')],
    ['STALEMATE', 'D1,0 W0,1 c0,0', 'blue', redWins('STALEMATE')],
  ] as const)('a set-up start position can be decided: %s', (_, pieces, side, expected) => {
    expect(outcome(newGame(undefined, board(pieces, side)))).toEqual(expected);
  });
});

describe('the draw of 100 rounds', () => {
  const rules = { threefold: false };
  const ROUND = '0,6-0,7 6,2-6,1 0,7-0,6 6,1-6,2';
  const quiet = (plies: number): string =>
    Array.from({ length: plies }, (_, index) => ROUND.split(' ')[index % 4]).join(' ');

  test('comes after 200 plies without a capture', () => {
    const near = playAll(game('L0,6 c6,2', rules), quiet(199));
    expect(outcome(near)).toEqual(PLAYING);
    const drawn = playAll(near, '6,1-6,2');
    expect(outcome(drawn)).toEqual({ winner: 'draw', endReason: 'DRAW_100_ROUNDS' });
    expect(undo(drawn)).toEqual(near);
  });

  test('does not come in online games', () => {
    const played = playAll(game('L0,6 c6,2', { ...rules, hundredRounds: false }), quiet(220));
    expect(outcome(played)).toEqual(PLAYING);
  });

  test('counts from the last capture, also after undo', () => {
    const pieces = 'L0,6 D3,6 c6,2 r3,5';
    const after = playAll(game(pieces, rules), `${quiet(100)} 3,6-3,5 6,2-6,1`);
    const rest = quiet(198)
      .replaceAll('6,2-6,1', 'x')
      .replaceAll('6,1-6,2', '6,2-6,1')
      .replaceAll('x', '6,1-6,2');
    const near = playAll(after, rest);
    expect(outcome(near)).toEqual(PLAYING);
    expect(outcome(playAll(near, '0,7-0,6')).winner).toBe('draw');
    const back = undo(undo(after));
    expect(outcome(playAll(back, quiet(100))).winner).toBe('draw');
    expect(outcome(playAll(back, quiet(99))).winner).toBe(null);
  });

  test('does not apply if the 200th ply captures or wins', () => {
    const takes = playAll(game('L0,6 c6,2 C6,0', rules), quiet(199));
    expect(outcome(playAll(game('E3,3 L0,6 c6,2 j6,0', rules), `${quiet(199)} 6,1-6,2`)).winner).toBe('draw');
    expect(outcome(playAll(takes, '6,1-6,0'))).toEqual(PLAYING);
    const wins = playAll(game('L0,6 c6,2 d3,7', rules), `${quiet(199)} 3,7-3,8`);
    expect(outcome(wins)).toEqual(blueWins('DEN_CAPTURED'));
  });
});

describe('ends outside the board', () => {
  const running = playAll(newGame(), '0,6-0,5');

  test.each([
    [endGame(running, 'red', 'SURRENDER'), redWins('SURRENDER')],
    [endGame(running, 'blue', 'TIME_UP'), blueWins('TIME_UP')],
    [endGame(running, 'blue', 'OFFLINE_SURRENDER'), blueWins('OFFLINE_SURRENDER')],
    [endGame(running, 'draw', 'DRAW_AGREED'), { winner: 'draw', endReason: 'DRAW_AGREED' }],
    [endGame(running, 'draw', 'DRAW_TOO_LONG'), { winner: 'draw', endReason: 'DRAW_TOO_LONG' }],
  ])('case %#', (ended, expected) => {
    expect(outcome(ended)).toEqual(expected);
  });

  test('the first result is final', () => {
    const ended = endGame(running, 'red', 'SURRENDER');
    expect(endGame(ended, 'blue', 'TIME_UP')).toBe(ended);
  });
});

describe('undo', () => {
  test('restores a captured piece', () => {
    const before = game('E3,6 c3,5 l6,2');
    expect(undo(playAll(before, '3,6-3,5'))).toEqual(before);
  });

  test('removes the last move and the result', () => {
    const ended = endGame(playAll(newGame(), '0,6-0,5'), 'red', 'SURRENDER');
    expect(undo(ended)).toEqual(newGame());
  });

  test('returns a game without moves unchanged', () => {
    const start = newGame();
    expect(undo(start)).toBe(start);
  });
});

const PLIES = 6;

function gameOf(plies: number) {
  let game = newGame();
  for (let ply = 0; ply < plies; ply++) {
    const played = play(game, legalGameMoves(game)[ply]!);
    if (!played.ok) throw new Error(played.error);
    game = played.value;
  }
  return game;
}

const GAME = gameOf(PLIES);

test('returns every position of a game, including the start', () => {
  const fens = gamePositions(GAME).map(formatFen);
  expect(fens.map((_, plies) => formatFen(positionOf(gameAfter(GAME, plies))))).toEqual(fens);
});

test('returns the game itself with its result at its end and beyond', () => {
  const over = endGame(GAME, 'red', 'SURRENDER');
  expect(gameAfter(over, PLIES)).toBe(over);
  expect(gameAfter(over, 99)).toBe(over);
});

test('returns nothing before the start', () => {
  expect(plyCount(gameAfter(GAME, -1))).toBe(0);
});
