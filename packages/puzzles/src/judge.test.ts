import { legalMoves, type Move, parseFen, parseStepText } from '@doushouqi/rules';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { judgeMove, ownMovesOf, type Place } from './judge.ts';
import { formatPuzzle, parsePuzzle } from './puzzle.ts';

/** Red's lion enters the den through the trap; blue's cat is far away. */
const TEXT = '7/7/3L3/7/7/7/7/7/c6 w';
const PUZZLE = puzzleOf(`ab12\t${TEXT}\t0708\t323108073130\t3\t1200\tden,trap\tg1:8`);
const START: Place = { at: 0, last: null, isDone: false };
const [FIRST, REPLY, LAST] = PUZZLE.line as [Move, Move, Move];

/** Also off the board. */
function stepOf(text: string): Move {
  return parseStepText([...text].join(',').replace(/^(.,.),/, '$1-'));
}

function puzzleOf(text: string) {
  const parsed = parsePuzzle(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.value;
}

describe('a line of text', () => {
  it('gives the same puzzle back', () => {
    expect(puzzleOf(formatPuzzle(PUZZLE))).toEqual(PUZZLE);
    expect(formatPuzzle({ ...PUZZLE, win: null })).toContain('\t-\t');
  });

  test.each(['', 'ab12', 'AB12\tx', `ab\t${TEXT}\t0708\t3231\t1\t1\t\tg:1`])('refuses %j', (text) => {
    expect(parsePuzzle(text)).toEqual({ ok: false, error: 'BAD_PUZZLE' });
  });
});

describe('a move', () => {
  it('of the line is right and gets the reply, the last one none', () => {
    expect(judgeMove(PUZZLE, START, FIRST)).toEqual({
      kind: 'right',
      isNew: true,
      isLast: false,
      reply: REPLY,
    });
    expect(judgeMove(PUZZLE, { ...START, at: 1 }, LAST)).toEqual({
      kind: 'right',
      isNew: true,
      isLast: true,
      reply: null,
    });
  });

  it('outside the line is wrong, once at the place of the attempt', () => {
    expect(judgeMove(PUZZLE, START, stepOf('3242'))).toEqual({ kind: 'wrong', isNew: true });
    const later = { ...START, at: 1 };
    expect(judgeMove(PUZZLE, later, stepOf('3242'), 0)).toEqual({ kind: 'wrong', isNew: false });
  });

  it('that is repeated is answered as before', () => {
    const done: Place = { at: 2, last: LAST, isDone: true };
    expect(judgeMove(PUZZLE, { ...START, at: 1 }, FIRST, 0)).toMatchObject({ isNew: false, reply: REPLY });
    expect(judgeMove(PUZZLE, done, FIRST, 0)).toMatchObject({ isNew: false, isLast: false });
    expect(judgeMove(PUZZLE, done, LAST, 1)).toMatchObject({ isNew: false, isLast: true, reply: null });
  });

  test.each<[string, Place, string, number | undefined, string]>([
    ['ahead of the attempt', START, '3130', 1, 'MOVE_OUT_OF_ORDER'],
    ['after the end', { at: 2, last: LAST, isDone: true }, '3130', 2, 'ATTEMPT_OVER'],
    [
      'after the end, without a place',
      { at: 2, last: LAST, isDone: true },
      '3130',
      undefined,
      'ATTEMPT_OVER',
    ],
    ['other than the last, after the end', { at: 2, last: LAST, isDone: true }, '3132', 1, 'ATTEMPT_OVER'],
    ['after the answer', { at: 1, last: null, isDone: true }, '3130', 1, 'ATTEMPT_OVER'],
    ['of the opponent', START, '0807', 0, 'NOT_YOUR_PIECE'],
    ['of no piece', START, '0001', 0, 'NO_PIECE'],
    ['against the rules', START, '3234', 0, 'ILLEGAL_MOVE'],
    ['against the rules, at a passed place', { ...START, at: 1 }, '3234', 0, 'ILLEGAL_MOVE'],
    ['off the board', START, '3239', 0, 'OUT_OF_BOARD'],
  ])('%s is refused', (_, place, move, at, code) => {
    expect(judgeMove(PUZZLE, place, stepOf(move), at)).toEqual({ kind: 'refused', code });
  });

  it('that wins at once is right, wherever the line goes', () => {
    // The line goes back first; the den is open.
    const detour = puzzleOf(`ab13\t7/3L3/7/7/7/7/7/7/c6 w\t0708\t313208073231\t-\t1200\tden\tg1:8`);
    expect(judgeMove(detour, START, stepOf('3130'))).toMatchObject({ kind: 'right', isLast: true });
    // The last blue piece.
    const lone = puzzleOf('ab14\t7/7/3L3/3c3/7/7/7/7/7 w\t0708\t323108073130\t-\t1200\tden\tg1:8');
    const position = parseFen(lone.fen);
    if (!position.ok) throw new Error(lone.fen);
    const capture = stepOf('3233');
    expect(legalMoves(position.value)).toContainEqual(capture);
    expect(judgeMove(lone, START, capture)).toMatchObject({ kind: 'right', isLast: true });
  });
});

test('any sequence of moves changes an attempt by right new moves alone, and ends it after the last', () => {
  const cell = fc.record({ x: fc.nat(6), y: fc.nat(8) });
  const any = fc.oneof(fc.constantFrom(...PUZZLE.line), fc.record({ from: cell, to: cell }));
  fc.assert(
    fc.property(fc.array(fc.tuple(any, fc.option(fc.nat(3), { nil: undefined }))), (moves) => {
      let place = START;
      for (const [move, at] of moves) {
        const judged = judgeMove(PUZZLE, place, move, at);
        if (judged.kind !== 'right' || !judged.isNew) continue;
        expect(place.isDone).toBe(false);
        place = { at: place.at + 1, last: judged.isLast ? move : null, isDone: judged.isLast };
        expect(place.at).toBeLessThanOrEqual(ownMovesOf(PUZZLE));
        expect(judgeMove(PUZZLE, place, move, place.at - 1)).toEqual({ ...judged, isNew: false });
      }
    }),
  );
});
