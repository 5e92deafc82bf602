import { explainMove, newGame, parseFen, STEP_FAULTS } from '@doushouqi/rules';
import { expect, it } from 'vitest';
import { ERRORS, moveFaultText } from './index.ts';

/** Returns the message for a move such as `C3-D3` in a position with red to move. */
function textOf(fen: string, move: string): string | null {
  const position = parseFen(`${fen} w`);
  if (!position.ok) throw new Error(fen);
  const [from, to] = move
    .split('-')
    .map((name) => ({ x: 'ABCDEFG'.indexOf(name[0]!), y: 9 - Number(name[1]) }));
  const fault = explainMove(newGame('online-1', position.value), { from: from!, to: to! });
  return fault && moveFaultText(fault);
}

it.each([
  ['l6/7/7/7/7/7/7/7/C6', 'A1-A1', '要走到别的格子'],
  ['l6/7/7/7/7/7/7/E6/C6', 'A1-A2', '不能吃自己的棋'],
  ['l6/7/7/7/7/7/7/3C3/7', 'D2-D1', '不能进自己的兽穴'],
  ['l6/7/7/7/7/7/7/7/C6', 'A1-B2', '不能斜走，只能横走或竖走一格'],
  ['l6/7/7/7/7/7/7/7/C6', 'A1-A3', '只能走一格'],
  ['l6/7/7/7/7/7/7/7/T6', 'A1-A3', '虎只能走一格，或跳过河'],
  ['l6/7/7/7/7/7/1C5/7/7', 'B3-B4', '猫不能下河'],
  ['l6/7/7/7/7/7/1L5/7/7', 'B3-B4', '狮不能下河，只能跳过河'],
  ['l6/7/7/7/1r5/7/1L5/7/7', 'B3-B7', '河里有鼠，跳不过去'],
  ['l6/7/7/7/7/1R5/1e5/7/7', 'B4-B3', '鼠在河里，吃不了岸上的象'],
  ['l6/7/7/7/7/1r5/1R5/7/7', 'B3-B4', '鼠在岸上，吃不了河里的鼠'],
  ['l6/7/7/7/7/7/7/r6/E6', 'A1-A2', '象吃不了鼠'],
  ['l6/7/7/7/7/7/7/d6/C6', 'A1-A2', '对方的狗比猫大，吃不了'],
  ['l6/7/7/7/7/7/7/7/C6', 'A9-A8', ERRORS.NOT_YOUR_PIECE.message],
  ['l6/7/7/7/7/7/7/7/C6', 'B1-B2', ERRORS.NO_PIECE.message],
])('%s: %s is refused with %s', (fen, move, text) => {
  expect(textOf(fen, move)).toBe(text);
});

it('has a message for each fault, without a gap where a piece is named', () => {
  const blockers = [{ type: 8, side: 'blue', position: { x: 0, y: 0 } }] as const;
  const texts = STEP_FAULTS.map((code) => moveFaultText({ code, piece: 7, blockers }));
  expect(new Set(texts).size).toBe(STEP_FAULTS.length);
});
