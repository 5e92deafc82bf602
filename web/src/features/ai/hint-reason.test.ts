import { moveOf } from '@doushouqi/room-client/testing';
import { localRuleSet, newGame, parseFen } from '@doushouqi/rules';
import { expect, it } from 'vitest';
import { moveReason } from './hint-reason.ts';

/** Uppercase is red, the side to move; rank 9 first. */
function reasonOf(rows: string, move: string) {
  const position = parseFen(`${rows} w`);
  if (!position.ok) throw new Error(rows);
  return moveReason(newGame(localRuleSet(), position.value), moveOf(move));
}

it.each([
  ['enters the den', '7/3W3/7/7/7/7/7/e6/7', 'd8d9', { kind: 'enters' }, true],
  [
    'takes a piece',
    '7/7/7/7/7/7/7/e6/5Wd',
    'f1g1',
    { kind: 'takes', piece: 3, isLeap: false, isGuard: false },
    true,
  ],
  [
    'leaps on a piece',
    '7/7/1d5/7/7/7/1T5/7/6e',
    'b3b7',
    { kind: 'takes', piece: 3, isLeap: true, isGuard: false },
    true,
  ],
  ['moves beside a piece that can take it', '7/7/7/7/7/7/7/3e3/4C2', 'e1e2', { kind: 'nears' }, false],
  [
    'takes the piece in the own trap',
    '7/7/7/7/7/7/7/3eC2/7',
    'e2d2',
    { kind: 'takes', piece: 8, isLeap: false, isGuard: true },
    true,
  ],
  ['escapes a stronger piece', '7/7/7/7/7/7/e6/C6/7', 'a2b2', { kind: 'escapes', piece: 8 }, true],
  ['defends against an enemy near the den', '7/7/7/7/7/7/1d2E2/7/7', 'e3e2', { kind: 'defends' }, true],
  ['threatens a piece', '7/7/7/7/7/d6/7/E6/7', 'a2a3', { kind: 'threatens', piece: 3 }, true],
  ['moves forward', '7/7/e6/7/7/7/7/7/6W', 'g1g2', { kind: 'nears' }, true],
  ['waits', '7/7/e6/7/7/7/7/7/5W1', 'f1g1', { kind: 'waits' }, true],
])('%s', (_, rows, move, reason, isSafe) => {
  expect(reasonOf(rows, move)).toEqual({ reason, isSafe });
});
