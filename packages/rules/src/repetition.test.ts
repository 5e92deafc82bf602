import { describe, expect, test } from 'vitest';
import { board, move, moveText, playAll } from '../test/fixtures.ts';
import {
  checkMove,
  type Game,
  gamePositions,
  legalGameMoves,
  localRuleSet,
  newGame,
  outcome,
  type RuleOptions,
  samePosition,
  turn,
} from './index.ts';

/** `times` rounds of a red and a blue piece moving to and fro. */
function shuffle(red: string, blue: string, times: number): string {
  const back = (text: string): string => text.split('-').reverse().join('-');
  return Array.from({ length: times }, () => `${red} ${blue} ${back(red)} ${back(blue)}`).join(' ');
}

/** Blue's lion circles over six cells, so 7-3 and 17-5 do not apply to it. */
const ROUND_TRIP = ['6,2-6,1', '6,1-6,0', '6,0-5,0', '5,0-5,1', '5,1-5,2', '5,2-6,2'];

/** Red's moves, each answered by the next move of blue's circle. */
function answered(red: string, first = 0): string {
  return red
    .split(' ')
    .map((text, index) => `${text} ${ROUND_TRIP[(first + index) % ROUND_TRIP.length]}`)
    .join(' ');
}

function game(pieces: string, parts: Partial<RuleOptions> = {}): Game {
  return newGame(localRuleSet(parts), board(pieces));
}

describe('third repetition', () => {
  /** After 7 plies: blue's move back would repeat the start position a third time. */
  const sevenPlies = (pieces: string, options: Partial<RuleOptions> = {}): Game =>
    playAll(game(pieces, options), shuffle('0,6-0,7', '6,2-6,1', 2).split(' ').slice(0, 7).join(' '));
  const third = move('6,1-6,2');

  test('is forbidden to a piece that outranks the last moved piece; the start position counts', () => {
    expect(checkMove(sevenPlies('C0,6 l6,2'), third)).toBe('THREEFOLD_REPETITION');
  });

  test('removes only that move from the legal moves', () => {
    const moves = legalGameMoves(sevenPlies('C0,6 l6,2')).map(moveText);
    expect(moves).toContain('6,1-5,1');
    expect(moves).not.toContain('6,1-6,2');
  });

  test('is allowed to a piece below the last moved piece', () => {
    expect(checkMove(sevenPlies('L0,6 c6,2'), third)).toBeNull();
  });

  test('is allowed to a piece equal to the last moved piece', () => {
    expect(checkMove(sevenPlies('L0,6 l6,2'), third)).toBeNull();
  });

  test('the rat outranks the elephant', () => {
    expect(checkMove(sevenPlies('E0,6 r6,2'), third)).toBe('THREEFOLD_REPETITION');
  });

  test('the elephant does not outrank the rat', () => {
    expect(checkMove(sevenPlies('R0,6 e6,2'), third)).toBeNull();
  });

  test('a second occurrence is allowed', () => {
    const played = playAll(game('C0,6 l6,2'), '0,6-0,7 6,2-6,1 0,7-0,6');
    expect(checkMove(played, third)).toBeNull();
  });

  test('then applies to the other side', () => {
    const played = playAll(game('L0,6 c6,2'), shuffle('0,6-0,7', '6,2-6,1', 2));
    expect(checkMove(played, move('0,6-0,7'))).toBe('THREEFOLD_REPETITION');
    expect(checkMove(played, move('0,6-0,5'))).toBeNull();
  });

  test('treats the same pieces with the other side to move as another position', () => {
    // A leap there and a walk back take seven moves, so the same pieces recur with the other side to move.
    const red = '1,2-1,6 1,6-0,6 0,6-0,5 0,5-0,4 0,4-0,3 0,3-0,2 0,2-1,2'.split(' ');
    const blue = '4,2-4,6 4,6-3,6 3,6-3,5 3,5-3,4 3,4-3,3 3,3-3,2 3,2-4,2'.split(' ');
    const wait = ['4,2-4,1', '4,1-4,2'];
    const first = red.flatMap((text, index) => (index < 6 ? [text, wait[index % 2]!] : [text]));
    const second = blue.flatMap((text, index) => (index < 6 ? [text, red[index]!] : [text]));
    const played = playAll(game('L1,2 t4,2'), [...first, ...second].join(' '));
    const start = gamePositions(played)[0]!;
    const alike = gamePositions(played).filter((position) =>
      samePosition({ ...position, turn: 'red' }, start),
    );
    expect(alike.map(turn)).toEqual(['red', 'blue']);
    expect(checkMove(played, move('0,2-1,2'))).toBeNull();
  });

  test('ignores positions before a capture', () => {
    const played = playAll(
      game('C0,6 D3,6 l6,2 r3,5'),
      `${shuffle('0,6-0,7', '6,2-6,1', 1)} 3,6-3,5 6,2-6,1 0,6-0,7 6,1-6,2 0,7-0,6`,
    );
    expect(checkMove(playAll(played, '6,2-6,1 0,6-0,7'), third)).toBeNull();
  });

  test('can be switched off', () => {
    expect(checkMove(sevenPlies('C0,6 l6,2', { threefold: false }), third)).toBeNull();
  });

  test('loses by stalemate if it forbids every move', () => {
    const fenced = game('E6,6 D1,0 C1,1 W0,2 r0,0');
    const played = playAll(fenced, '6,6-6,7 0,0-0,1 6,7-6,6 0,1-0,0 6,6-6,7 0,0-0,1 6,7-6,6');
    expect(outcome(played)).toEqual({ winner: 'red', endReason: 'STALEMATE' });
    expect(legalGameMoves(played)).toEqual([]);
  });
});

describe('7-3', () => {
  const rules = { sevenThree: true, threefold: false };
  const pieces = 'D0,6 W6,8 l6,2';
  const to = move('0,6-0,7');
  const entered = (times: number): string =>
    answered(Array.from({ length: times }, () => '0,6-0,7 0,7-0,6').join(' '));

  test('forbids a fourth move of a piece to the same cell within 14 plies', () => {
    expect(checkMove(playAll(game(pieces, rules), entered(2)), to)).toBeNull();
    expect(checkMove(playAll(game(pieces, rules), entered(3)), to)).toBe('SEVEN_THREE');
  });

  test('allows other cells and other pieces', () => {
    const played = playAll(game(pieces, rules), entered(3));
    expect(checkMove(played, move('0,6-0,5'))).toBeNull();
    expect(checkMove(played, move('6,8-6,7'))).toBeNull();
  });

  test('counts an entry 14 plies ago, but not an older one', () => {
    const fourteen = '0,6-0,7 0,7-0,6 6,8-6,7 0,6-0,7 0,7-0,6 0,6-0,7 0,7-0,6';
    expect(checkMove(playAll(game(pieces, rules), answered(fourteen)), to)).toBe('SEVEN_THREE');
    const sixteen = playAll(game(pieces, rules), answered(`${fourteen} 6,7-6,8`));
    expect(checkMove(sixteen, to)).toBeNull();
  });

  test('does not apply to traps', () => {
    const trapped = playAll(
      game('D2,7 l6,2', rules),
      answered('2,7-2,8 2,8-2,7 2,7-2,8 2,8-2,7 2,7-2,8 2,8-2,7'),
    );
    expect(checkMove(trapped, move('2,7-2,8'))).toBeNull();
  });

  test("does not count another piece's entries", () => {
    const red = '0,6-0,7 0,7-0,8 1,7-0,7 0,7-1,7 0,8-0,7 0,7-0,8';
    const played = playAll(game('D0,6 W1,7 l6,2', rules), answered(red));
    expect(checkMove(played, move('0,8-0,7'))).toBeNull();
    expect(checkMove(played, move('1,7-0,7'))).toBeNull();
  });

  test('is off by default', () => {
    expect(checkMove(playAll(game(pieces, { threefold: false }), entered(3)), to)).toBeNull();
  });
});

describe('17-5', () => {
  const rules = { seventeenFive: true, threefold: false };
  const pieces = 'D0,6 W6,8 l6,2';
  const SQUARE = ['0,7', '1,7', '1,6', '0,6'];

  /** The dog moves along the given cells. */
  function walk(cells: readonly string[], options: Partial<RuleOptions> = rules): Game {
    const steps = cells.map((cell, index) => `${cells[index - 1] ?? '0,6'}-${cell}`);
    return playAll(game(pieces, options), answered(steps.join(' ')));
  }
  const circle = (length: number): string[] => Array.from({ length }, (_, index) => SQUARE[index % 4]!);

  test('blocks a piece after 17 moves over at most 5 cells', () => {
    expect(checkMove(walk(circle(16)), move('0,6-0,7'))).toBeNull();
    expect(checkMove(walk(circle(17)), move('0,7-1,7'))).toBe('SEVENTEEN_FIVE');
  });

  test('blocks every target of the piece, but no other piece', () => {
    expect(checkMove(walk(circle(17)), move('0,7-0,8'))).toBe('SEVENTEEN_FIVE');
    expect(checkMove(walk(circle(17)), move('6,8-6,7'))).toBeNull();
  });

  test('does not apply to six cells', () => {
    const five = walk(['0,5', ...['0,6', ...circle(15)]]);
    expect(checkMove(five, move('1,6-0,6'))).toBe('SEVENTEEN_FIVE');
    const six = walk(['0,5', '0,4', '0,5', '0,6', ...circle(13)]);
    expect(checkMove(six, move('0,7-1,7'))).toBeNull();
  });

  test('ends with one move of another piece', () => {
    const freed = playAll(walk(circle(17)), answered('6,8-6,7', 17));
    expect(checkMove(freed, move('0,7-1,7'))).toBeNull();
  });

  test('loses by stalemate if it blocks the only piece', () => {
    const round = shuffle('0,6-0,7', '6,2-6,1', 9).split(' ').slice(0, 34).join(' ');
    const stuck = playAll(game('D0,6 l6,2 w6,0', rules), round);
    expect(outcome(stuck)).toEqual({ winner: 'blue', endReason: 'STALEMATE' });
  });

  test('is off by default', () => {
    expect(checkMove(walk(circle(17), { threefold: false }), move('0,7-1,7'))).toBeNull();
  });
});
