import { describe, expect, test } from 'vitest';
import { board, move, moveText } from '../test/fixtures.ts';
import { isLegalMove, legalMoves, type Side, startPosition } from './index.ts';

function legal(pieces: string, text: string, side: Side = 'red'): boolean {
  return isLegalMove(board(pieces, side), move(text));
}

function targets(pieces: string, from: string): string[] {
  return legalMoves(board(pieces))
    .map(moveText)
    .filter((text) => text.startsWith(`${from}-`))
    .map((text) => text.slice(4))
    .sort();
}

describe('steps', () => {
  test('a piece moves one step orthogonally', () => {
    expect(targets('D3,4', '3,4')).toEqual(['3,3', '3,5']);
    expect(targets('D3,6', '3,6')).toEqual(['2,6', '3,5', '3,7', '4,6']);
  });

  test.each([
    ['diagonally', '0,6-1,7'],
    ['two steps', '0,6-0,4'],
    ['not at all', '0,6-0,6'],
  ])('a piece does not move %s', (_, text) => {
    expect(legal('D0,6', text)).toBe(false);
  });

  test('a piece stays on the board', () => {
    expect(targets('D0,0', '0,0')).toEqual(['0,1', '1,0']);
    expect(targets('D6,8', '6,8')).toEqual(['5,8', '6,7']);
    expect(legal('D0,0', '0,0-0,9')).toBe(false);
  });

  test.each([...'RCDWJTLE'])('only the rat enters the river (%s)', (letter) => {
    expect(legal(`${letter}1,2`, '1,2-1,3')).toBe(letter === 'R');
    expect(legal(`${letter}0,3`, '0,3-1,3')).toBe(letter === 'R');
  });

  test('a rat moves within the river and leaves it', () => {
    expect(targets('R1,3', '1,3')).toEqual(['0,3', '1,2', '1,4', '2,3']);
  });

  test('a piece may not enter its own den, but the enemy den', () => {
    expect(legal('D3,7', '3,7-3,8')).toBe(false);
    expect(legal('d3,1', '3,1-3,0', 'blue')).toBe(false);
    expect(legal('D3,1', '3,1-3,0')).toBe(true);
    expect(legal('d3,7', '3,7-3,8', 'blue')).toBe(true);
  });

  test('a piece does not capture or step onto a piece of its own side', () => {
    expect(legal('E3,6 D3,7', '3,6-3,7')).toBe(false);
  });

  test('only pieces of the side to move move', () => {
    expect(legal('D0,6 d0,2', '0,2-0,3')).toBe(false);
    expect(legal('D0,6 d0,2', '0,5-0,4')).toBe(false);
  });

  test('has no moves after a den is entered', () => {
    expect(legalMoves(board('D3,0 d0,2', 'blue'))).toEqual([]);
    expect(isLegalMove(board('D3,0 d0,2', 'blue'), move('0,2-0,3'))).toBe(false);
  });

  test('has 24 moves at the start', () => {
    expect(legalMoves(startPosition())).toHaveLength(24);
  });
});

describe('capture by rank', () => {
  // Row: attacker from rat to elephant; column: defender from rat to elephant.
  const matrix = [
    '1......1',
    '11......',
    '111.....',
    '1111....',
    '11111...',
    '111111..',
    '1111111.',
    '.1111111',
  ];
  const cases = matrix.flatMap((row, attacker) =>
    [...row].map((mark, defender) => ['RCDWJTLE'[attacker]!, 'rcdwjtle'[defender]!, mark === '1'] as const),
  );

  test.each(cases)('%s takes %s: %s', (attacker, defender, expected) => {
    expect(legal(`${attacker}3,6 ${defender}3,5`, '3,6-3,5')).toBe(expected);
    const [blue, red] = [attacker.toLowerCase(), defender.toUpperCase()];
    expect(legal(`${blue}3,6 ${red}3,5`, '3,6-3,5', 'blue')).toBe(expected);
  });
});

describe('traps', () => {
  test.each(['2,8', '4,8', '3,7'])('any piece captures a blue piece in the red trap %s', (trap) => {
    const from = trap === '3,7' ? '3,6' : `${trap[0]},7`;
    for (const attacker of 'RCDWJTLE') {
      expect(legal(`${attacker}${from} l${trap}`, `${from}-${trap}`)).toBe(true);
      expect(legal(`${attacker}${from} e${trap}`, `${from}-${trap}`)).toBe(true);
    }
  });

  test.each(['2,0', '4,0', '3,1'])('any piece captures a red piece in the blue trap %s', (trap) => {
    const from = trap === '3,1' ? '3,2' : `${trap[0]},1`;
    expect(legal(`r${from} L${trap}`, `${from}-${trap}`, 'blue')).toBe(true);
  });

  test('a piece in its own trap is not weakened', () => {
    expect(legal('C3,2 l3,1', '3,2-3,1')).toBe(false);
    expect(legal('E3,2 l3,1', '3,2-3,1')).toBe(true);
  });

  test('a piece in an enemy trap attacks with its own rank', () => {
    expect(legal('L3,1 j3,2', '3,1-3,2')).toBe(true);
    expect(legal('C3,1 d3,2', '3,1-3,2')).toBe(false);
  });

  test("an elephant captures a rat only in a trap of the elephant's side", () => {
    expect(legal('E3,6 r3,7', '3,6-3,7')).toBe(true);
    expect(legal('E3,2 r3,1', '3,2-3,1')).toBe(false);
    expect(legal('E3,6 r2,6', '3,6-2,6')).toBe(false);
  });

  test('a piece does not capture a piece of its own side in a trap', () => {
    expect(legal('E3,6 D3,7', '3,6-3,7')).toBe(false);
  });
});

describe('rats and the river', () => {
  test.each([
    ['a rat on land takes an elephant', 'R0,4 e0,3', '0,4-0,3', true],
    ['a rat leaving the river takes no elephant', 'R1,3 e0,3', '1,3-0,3', false],
    ['a rat leaving the river takes no rat', 'R1,3 r0,3', '1,3-0,3', false],
    ['a rat on land takes no rat in the river', 'R0,3 r1,3', '0,3-1,3', false],
    ['two rats in the river may take each other', 'R1,3 r2,3', '1,3-2,3', true],
    ['two rats on land may take each other', 'R0,3 r0,4', '0,3-0,4', true],
    ['an elephant takes no rat on land', 'E0,3 r0,4', '0,3-0,4', false],
    ['an elephant takes no rat in the river', 'E0,3 r1,3', '0,3-1,3', false],
    ['no land piece takes a rat in the river', 'C0,3 r1,3', '0,3-1,3', false],
  ])('%s', (_, pieces, text, expected) => {
    expect(legal(pieces, text)).toBe(expected);
  });
});

describe('leaps', () => {
  const down = [1, 2, 4, 5].map((x) => [`${x},2`, `${x},6`, [3, 4, 5].map((y) => `${x},${y}`)] as const);
  const across = [3, 4, 5].flatMap(
    (y) =>
      [
        [`0,${y}`, `3,${y}`, [`1,${y}`, `2,${y}`]],
        [`3,${y}`, `6,${y}`, [`4,${y}`, `5,${y}`]],
      ] as const,
  );
  const leaps = [...down, ...across];

  test.each(leaps)('lion and tiger leap between %s and %s, both ways', (a, b) => {
    for (const letter of 'LT') {
      expect(legal(`${letter}${a}`, `${a}-${b}`)).toBe(true);
      expect(legal(`${letter}${b}`, `${b}-${a}`)).toBe(true);
    }
  });

  test.each(leaps)('a rat of either side between %s and %s blocks the leap', (a, b, over) => {
    for (const cell of over) {
      for (const rat of 'Rr') {
        expect(legal(`L${a} ${rat}${cell}`, `${a}-${b}`)).toBe(false);
        expect(legal(`T${b} ${rat}${cell}`, `${b}-${a}`)).toBe(false);
      }
    }
  });

  test('a rat elsewhere in the river does not block', () => {
    expect(legal('L1,2 r2,3', '1,2-1,6')).toBe(true);
  });

  test.each([...'RCDWJE'])('%s does not leap', (letter) => {
    expect(legal(`${letter}1,2`, '1,2-1,6')).toBe(false);
    expect(legal(`${letter}0,3`, '0,3-3,3')).toBe(false);
  });

  test('a leap is straight and ends on the first bank', () => {
    expect(targets('L0,3', '0,3')).toEqual(['0,2', '0,4', '3,3']);
    expect(targets('T3,4', '3,4')).toEqual(['0,4', '3,3', '3,5', '6,4']);
  });

  test.each([
    ['an equal piece', 'l', true],
    ['a lower piece', 'c', true],
    ['a rat', 'r', true],
    ['no higher piece', 'e', false],
    ['no piece of its own side', 'C', false],
  ])('a leap takes %s', (_, target, expected) => {
    expect(legal(`L1,2 ${target}1,6`, '1,2-1,6')).toBe(expected);
  });
});
