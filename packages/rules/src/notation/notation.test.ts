import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyGame, anyPosition, board, choices, playAll, playChoices } from '../../test/fixtures.ts';
import {
  endGame,
  formatFen,
  formatMove,
  formatMoveList,
  formatPositionString,
  formatRecord,
  type Game,
  lastMove,
  localRuleSet,
  newGame,
  outcome,
  parseFen,
  parseMoveList,
  parsePositionString,
  parseRecord,
  plyCount,
  type Result,
  squareName,
  startPosition,
  turn,
} from '../index.ts';

/** Rules that allow any repetition. */
const UNBOUND = localRuleSet({ threefold: false });
const START_FEN = 'l5t/1d3c1/r1j1w1e/7/7/7/E1W1J1R/1C3D1/T5L w';

/** A game at any point, sometimes ended by a result from outside the board. */
const endedGame = fc
  .tuple(anyGame({}, 120), fc.nat(6))
  .map(
    ([game, end]): Game =>
      end === 0
        ? endGame(game, 'red', 'SURRENDER')
        : end === 1
          ? endGame(game, 'blue', 'TIME_UP')
          : end === 2
            ? endGame(game, 'red', 'OFFLINE_SURRENDER')
            : end === 3
              ? endGame(game, 'draw', 'DRAW_AGREED')
              : end === 4
                ? endGame(game, 'draw', 'DRAW_TOO_LONG')
                : game,
  );

/** Any text, and valid texts with a few characters changed, removed or added. */
function mangled(valid: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(400),
    drop: fc.nat(3),
    put: fc.string({ unit: 'grapheme', maxLength: 3 }),
  });
  const edited = fc.tuple(valid, fc.array(edit, { maxLength: 3 })).map(([text, edits]) =>
    edits.reduce((before, { at, drop, put }) => {
      const start = at % (before.length + 1);
      return before.slice(0, start) + put + before.slice(start + drop);
    }, text),
  );
  return fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), edited);
}

/** A parser never throws, and accepted text is stable after it is formatted once. */
function fuzz<T>(
  valid: fc.Arbitrary<string>,
  parse: (text: string) => Result<T, { readonly code: string }>,
  format: (value: T) => string,
): void {
  fc.assert(
    fc.property(mangled(valid), (text) => {
      const first = parse(text);
      if (!first.ok) {
        expect(first.error.code).toMatch(/^[A-Z_]+$/);
        return;
      }
      const written = format(first.value);
      const second = parse(written);
      if (!second.ok) throw new Error(second.error.code);
      expect(second.value).toEqual(first.value);
      expect(format(second.value)).toBe(written);
    }),
    { numRuns: 3000 },
  );
}

describe('FEN-like string', () => {
  test('of the start', () => {
    expect(formatFen(startPosition())).toBe(START_FEN);
    expect(parseFen(START_FEN)).toEqual({ ok: true, value: startPosition() });
  });

  test('round trip', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        expect(parseFen(formatFen(position))).toEqual({ ok: true, value: position });
      }),
      { numRuns: 500 },
    );
  });

  test('fuzz', () => fuzz(anyPosition.map(formatFen), parseFen, formatFen));

  test('reports an unknown letter', () => {
    expect(parseFen(START_FEN.replace('j', 'x'))).toEqual({
      ok: false,
      error: { code: 'INVALID_PIECE', char: 'x' },
    });
    expect(parseFen(START_FEN.replace('j', '😀'))).toEqual({
      ok: false,
      error: { code: 'INVALID_PIECE', char: '😀' },
    });
  });

  test.each([
    ['nothing', '', 'FORMAT'],
    ['no side', START_FEN.slice(0, -2), 'FORMAT'],
    ['a wrong side', START_FEN.replace(' w', ' x'), 'FORMAT'],
    ['text after the side', `${START_FEN} w`, 'FORMAT'],
    ['eight rows', START_FEN.replace('7/7/7', '7/7'), 'FORMAT'],
    ['a row too long', START_FEN.replace('l5t', 'l6t'), 'FORMAT'],
    ['a row too short', START_FEN.replace('l5t', 'l4t'), 'FORMAT'],
    ['a row of 9', START_FEN.replace('7/7/7', '9/7/7'), 'FORMAT'],
    ['no piece', '7/7/7/7/7/7/7/7/7 w', 'EMPTY'],
    ['two lions of one side', '7/7/7/7/7/7/L1L4/7/7 w', 'DUPLICATE_PIECE'],
    ['a dog in the river', '7/7/7/1D5/7/7/7/7/7 w', 'IN_RIVER'],
    ['a piece in its own den', '3d3/7/7/7/7/7/7/7/7 w', 'IN_DEN'],
    ['both dens taken', '3D3/7/7/7/7/7/7/7/3d3 w', 'IN_DEN'],
  ])('refuses %s', (_, text, code) => {
    expect(parseFen(text)).toEqual({ ok: false, error: { code } });
  });

  test('accepts a position with a piece in the enemy den', () => {
    const over = playAll(newGame(undefined, board('C3,1 l0,0')), '3,1-3,0');
    const parsed = parseFen(formatFen(over.position));
    expect(parsed).toEqual({ ok: true, value: over.position });
  });
});

describe('position string', () => {
  const START_STRING = '06680846265717666200602242115102';

  test('of the start: elephant to rat, red then blue', () => {
    expect(formatPositionString(startPosition())).toBe(START_STRING);
    expect(parsePositionString(START_STRING)).toEqual({ ok: true, value: startPosition() });
  });

  test('encodes a captured piece as 99', () => {
    const text = `${'9'.repeat(14)}039912${'9'.repeat(12)}`;
    expect(formatPositionString(board('R0,3 l1,2'))).toBe(text);
    expect(parsePositionString(text, 'blue')).toEqual({ ok: true, value: board('R0,3 l1,2', 'blue') });
  });

  test('round trip with the side to move as a parameter', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const parsed = parsePositionString(formatPositionString(position), turn(position));
        expect(parsed).toEqual({ ok: true, value: position });
      }),
      { numRuns: 500 },
    );
  });

  test('fuzz', () => fuzz(anyPosition.map(formatPositionString), parsePositionString, formatPositionString));

  test.each([
    ['31 characters', START_STRING.slice(1), 'LENGTH'],
    ['33 characters', `${START_STRING}0`, 'LENGTH'],
    ['nothing', '', 'LENGTH'],
    ['a letter', START_STRING.replace('68', '6x'), 'FORMAT'],
    ['no piece at all', '9'.repeat(32), 'EMPTY'],
    ['a point off the board', START_STRING.replace('68', '78'), 'OUT_OF_BOARD'],
    ['half a capture mark', START_STRING.replace('68', '69'), 'OUT_OF_BOARD'],
    ['two pieces on a cell', START_STRING.replace('68', '06'), 'OCCUPIED'],
    ['a lion in the river', START_STRING.replace('68', '13'), 'IN_RIVER'],
    ['a piece in its own den', START_STRING.replace('68', '38'), 'IN_DEN'],
  ])('refuses %s', (_, text, code) => {
    expect(parsePositionString(text)).toEqual({ ok: false, error: { code } });
  });
});

describe('record string', () => {
  test('of a game without moves', () => {
    expect(formatRecord(newGame())).toBe('000090');
    expect(parseRecord('000090')).toEqual({ ok: true, value: newGame() });
  });

  test('contains started rounds, winner, reason, and type and target of each move', () => {
    const one = playAll(newGame(), '0,6-0,5');
    expect(formatRecord(one)).toBe('000190805');
    expect(formatRecord(playAll(one, '6,2-6,3'))).toBe('000190805863');
    expect(formatRecord(playAll(one, '6,2-6,3 0,5-0,4'))).toBe('000290805863804');
    expect(formatRecord(endGame(one, 'blue', 'SURRENDER'))).toBe('000124805');
    expect(formatRecord(endGame(one, 'draw', 'DRAW_AGREED'))).toBe('000105805');
    expect(formatRecord(endGame(one, 'draw', 'DRAW_TOO_LONG'))).toBe('000109805');
  });

  test('round trip with any end', () => {
    fc.assert(
      fc.property(endedGame, (game) => {
        expect(parseRecord(formatRecord(game))).toEqual({ ok: true, value: game });
      }),
      { numRuns: 300 },
    );
  });

  test('round trip from a set-up position', () => {
    fc.assert(
      fc.property(anyPosition, choices(40), (start, chosen) => {
        const game = playChoices(newGame(undefined, start), chosen);
        expect(parseRecord(formatRecord(game), { start })).toEqual({ ok: true, value: game });
      }),
      { numRuns: 200 },
    );
  });

  test('fuzz', () => fuzz(endedGame.map(formatRecord), parseRecord, formatRecord));

  test('derives the result from the moves if the header is in progress, and ignores the round count', () => {
    const stated = formatRecord(playAll(newGame(UNBOUND), '0,6-0,5'));
    expect(parseRecord(`9999${stated.slice(4)}`)).toEqual(parseRecord(stated));
  });

  test('is read by the given rules', () => {
    const round = '0,6-0,5 6,2-6,3 0,5-0,6 6,3-6,2';
    const played = playAll(newGame(UNBOUND), `${round} ${round} ${round}`);
    const record = formatRecord(played);
    expect(parseRecord(record, { ruleSet: UNBOUND })).toEqual({ ok: true, value: played });
  });

  test.each([
    ['nothing', '', 'FORMAT', 0],
    ['a short header', '00009', 'FORMAT', 0],
    ['a letter', '00009x', 'FORMAT', 0],
    ['a winner of 3', '000034', 'FORMAT', 0],
    ['a reason that is not a digit', '00001x', 'FORMAT', 0],
    ['a win by length', '000019', 'RESULT', 0],
    ['half a move', '00019080', 'FORMAT', 1],
    ['a piece of type 9', '000190905', 'FORMAT', 1],
    ['a point off the board', '000190875', 'FORMAT', 1],
    ['a line break at the end', '000190805\n', 'FORMAT', 2],
    ['an illegal move', '000190804', 'ILLEGAL_MOVE', 1],
    ['an illegal second move', '000190805805', 'ILLEGAL_MOVE', 2],
    ['a reason without an end', '000094', 'RESULT', 0],
    ['a winner without a reason', '000010', 'RESULT', 0],
    ['a draw by surrender', '000004', 'RESULT', 0],
    ['a win by agreement', '000015', 'RESULT', 0],
    ['a den capture without a piece in the den', '000111805', 'RESULT', 0],
    ['a draw of 100 rounds too early', '000106805', 'RESULT', 0],
  ])('refuses %s', (_, text, code, ply) => {
    expect(parseRecord(text)).toEqual({ ok: false, error: { code, ply } });
  });

  test('refuses a move of a captured piece and a move after the end', () => {
    const start = board('C3,1 D0,8 l0,0');
    expect(parseRecord('000190230700', { start })).toEqual({
      ok: false,
      error: { code: 'GAME_OVER', ply: 2 },
    });
    expect(parseRecord('000190801', { start })).toEqual({ ok: false, error: { code: 'NO_PIECE', ply: 1 } });
  });

  test('accepts only the result of the board', () => {
    const start = board('C3,1 l0,0');
    expect(parseRecord('000124230', { start })).toEqual({ ok: false, error: { code: 'RESULT', ply: 0 } });
    for (const text of ['000111230', '000190230']) {
      const parsed = parseRecord(text, { start });
      expect(parsed.ok && outcome(parsed.value).endReason).toBe('DEN_CAPTURED');
    }
  });
});

describe('move list', () => {
  test('squares are files A–G from the left and ranks 1–9 from red', () => {
    expect(squareName({ x: 0, y: 8 })).toBe('A1');
    expect(squareName({ x: 6, y: 0 })).toBe('G9');
    expect(squareName({ x: 2, y: 5 })).toBe('C4');
  });

  test('formats a move and a capture', () => {
    const played = playAll(newGame(undefined, board('E3,6 c3,4 l6,2')), '3,6-3,5 6,2-6,1 3,5-3,4');
    expect(formatMove(lastMove(played)!)).toBe('象D4→D5吃猫');
    expect(formatMoveList(played)).toBe('1. 象D3→D4 狮G7→G8\n2. 象D4→D5吃猫');
  });

  test('has the result at the end', () => {
    const played = endGame(playAll(newGame(), '0,6-0,5'), 'blue', 'TIME_UP');
    expect(formatMoveList(played)).toBe('1. 象A3→A4\n结果：蓝方胜（超时）');
  });

  test('blue may move first', () => {
    const start = board('E3,6 l6,2', 'blue');
    const played = playAll(newGame(undefined, start), '6,2-6,1 3,6-3,5');
    expect(formatMoveList(played)).toBe('1. … 狮G7→G8\n2. 象D3→D4');
    expect(parseMoveList(formatMoveList(played), { start })).toEqual({ ok: true, value: played });
  });

  test('round trip with any end', () => {
    const moved = endedGame.filter((game) => plyCount(game) > 0);
    fc.assert(
      fc.property(moved, (game) => {
        expect(parseMoveList(formatMoveList(game))).toEqual({ ok: true, value: game });
      }),
      { numRuns: 300 },
    );
  });

  test('fuzz', () => fuzz(endedGame.map(formatMoveList), parseMoveList, formatMoveList));

  test('ignores spaces, line breaks and numbers', () => {
    const parsed = parseMoveList('  象A3→A4\n\n\n7.象G7→G6  2.象A4→A5 ');
    expect(parsed.ok && formatRecord(parsed.value)).toBe('000290805863804');
  });

  test.each([
    ['nothing', ' \n', 'NO_MOVES', 0],
    ['a result alone', '结果：红方胜（认输）', 'NO_MOVES', 0],
    ['other text', '1. hello', 'FORMAT', 1],
    ['a square off the board', '1. 象A3→H3', 'FORMAT', 1],
    ['another piece than the one on the square', '1. 狼A3→A4', 'NO_PIECE', 1],
    ['an empty cell', '1. 象A4→A5', 'NO_PIECE', 1],
    ["the opponent's piece", '1. 象G7→G6', 'NOT_YOUR_PIECE', 1],
    ['an illegal move', '1. 象A3→A5', 'ILLEGAL_MOVE', 1],
    ['a capture of nothing', '1. 象A3→A4吃猫', 'ILLEGAL_MOVE', 1],
    ['an unknown result', '1. 象A3→A4\n结果：平局', 'FORMAT', 0],
    ['a result against the board', '1. 象A3→A4\n结果：红方胜（进穴）', 'RESULT', 0],
    ['a result before the end', '结果：红方胜（认输）\n1. 象A3→A4', 'FORMAT', 1],
  ])('refuses %s', (_, text, code, ply) => {
    expect(parseMoveList(text)).toEqual({ ok: false, error: { code, ply } });
  });
});
