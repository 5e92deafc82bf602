import { moveOf } from '@doushouqi/room-client/testing';
import { newGame, parseFen } from '@doushouqi/rules';
import { describe, expect, it } from 'vitest';
import { isAttempt, premoveRefusalOf, refusalOf } from './refusal.ts';

const position = parseFen('l6/7/7/7/1r5/7/1T1d3/3C3/7 w');
const game = newGame('online-1', position.ok ? position.value : undefined);

describe('a refused move', () => {
  it.each([
    ['b3b7', '河里有鼠，跳不过去', [{ at: { x: 1, y: 4 }, from: null }]],
    ['d2d3', '对方的狗比猫大，吃不了', [{ at: { x: 3, y: 6 }, from: { x: 3, y: 7 } }]],
    ['b3d3', '虎只能走一格，或跳过河', []],
    ['b3b4', '虎不能下河，只能跳过河', []],
  ])('%s: states the reason and the crosses', (text, message, crosses) => {
    const { from, to } = moveOf(text);
    expect(refusalOf(game, from, to)).toEqual({ kind: 'refused', message, from, crosses });
  });

  it('is null for a legal move', () => {
    const { from, to } = moveOf('b3a3');
    expect(refusalOf(game, from, to)).toBeNull();
  });

  it('states the reason for a premove out of turn', () => {
    const { from, to } = moveOf('a9b8');
    expect(premoveRefusalOf(game, from, to)?.message).toBe('不能斜走，只能横走或竖走一格');
  });
});

describe('a tap on a square', () => {
  it.each([
    ['far away and empty', 'b3g9', false],
    ['diagonal and empty', 'b3a2', false],
    ['far away with a piece', 'b3d3', true],
    ['in the river beside the piece', 'b3b4', true],
    ['on the other bank', 'b3b7', true],
    ['the own den', 'd2d1', true],
  ])('%s: shows a notice: %s; a drag always shows one', (_, text, isShown) => {
    const { from, to } = moveOf(text);
    expect(isAttempt(game, from, to, false)).toBe(isShown);
    expect(isAttempt(game, from, to, true)).toBe(true);
  });
});
