import { formatStepText, newGame, ONLINE_RULE_SET, parseFen, parseStepText } from '@doushouqi/rules';
import { expect, it } from 'vitest';
import { PUZZLE, WRONG } from '../../../test/puzzles.ts';
import { after, startOf } from './line.ts';
import { refute } from './refutation.ts';

function gameOf(fen: string) {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(fen);
  return newGame(ONLINE_RULE_SET, position.value);
}

it('finds the capture of the piece that moved', () => {
  const move = parseStepText(WRONG);
  const reply = refute(after(startOf(PUZZLE), move), move.to);
  expect(reply).toMatchObject({ kind: 'mover', victim: { type: 6 } });
  expect(formatStepText(reply!.move)).toBe('0,2-1,2');
});

it('prefers the way into the den to a capture', () => {
  const reply = refute(gameOf('7/7/7/7/7/7/C6/d2w3/6L b'), { x: 6, y: 8 });
  expect(reply).toMatchObject({ kind: 'den', piece: { type: 4 } });
});

it('leaves out a capture that is taken back, and moves without effect', () => {
  const guarded = gameOf('7/7/7/7/7/7/t6/C6/L6 b');
  expect(refute(guarded, { x: 6, y: 0 })).toBe(null);
  expect(refute(gameOf('t6/7/7/7/7/7/7/7/L6 b'), { x: 0, y: 8 })).toBe(null);
});
