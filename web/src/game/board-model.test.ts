import { gameOf, moveOf } from '@doushouqi/room-client/testing';
import { type Game, gameMoves, newGame, parseFen, play } from '@doushouqi/rules';
import { describe, expect, it } from 'vitest';
import { type Point, squareIndex } from '../board/types.ts';
import { boardModel, capturedBy, danger, moverOf, soundOf } from './board-model.ts';

function gameFrom(fen: string): Game {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(fen);
  return newGame(undefined, position.value);
}
function at(name: string): Point {
  return moveOf(name + name).to;
}
function played(game: Game, text: string): Game {
  const next = play(game, moveOf(text));
  if (!next.ok) throw new Error(next.error);
  return next.value;
}

/**
 * Red: tiger F3 beside the river, lion D7 below a trap, rat A5 in the river. Blue: wolf F7 on the other bank,
 * elephant G1.
 */
const SCENE = gameFrom('7/7/3L1w1/7/R6/7/5T1/7/6e w');

describe('boardModel', () => {
  it('has legal moves for the side to move only', () => {
    const game = gameOf([]);
    expect(boardModel(game, 'red', 'red')).toMatchObject({ movable: 'red', lastMove: null });
    expect(boardModel(game, 'red', 'red').legal.size).toBeGreaterThan(0);
    expect(boardModel(game, 'red', 'red').premoving).toBe(false);
    expect(boardModel(game, null, null)).toMatchObject({ movable: null, legal: new Map(), premoving: false });
  });

  it('has premoves for the waiting side, also onto occupied squares', () => {
    const { movable, premoving, legal } = boardModel(SCENE, 'blue', 'blue');
    expect({ movable, premoving }).toEqual({ movable: 'blue', premoving: true });
    const wolf = legal.get(squareIndex(at('f7')))?.map(({ to }) => to);
    expect(wolf).toEqual(expect.arrayContaining([at('f8'), at('e7'), at('g7')]));
    expect(wolf).not.toContainEqual(at('f6'));
  });

  it('shows a premove as if it were made', () => {
    const planned = { from: at('f3'), to: at('e3') };
    const { pieces } = boardModel(SCENE, 'red', 'red', planned);
    expect(pieces).toContainEqual({ side: 'red', animal: 'tiger', at: at('e3') });
  });

  it('has all pieces on their squares', () => {
    const { pieces } = boardModel(gameOf([]), 'red', 'red');
    expect(pieces).toHaveLength(16);
    expect(pieces).toContainEqual({ side: 'red', animal: 'tiger', at: { x: 0, y: 8 } });
  });

  it.each([
    ['a leap that captures', 'f3', 'f7', { capture: true, leap: true, trap: false }],
    ['a plain step', 'f3', 'e3', { capture: false, leap: false, trap: false }],
    ['a step into a trap', 'd7', 'd8', { capture: false, leap: false, trap: true }],
  ])('detects %s', (_, from, to, kind) => {
    const targets = boardModel(SCENE, 'red', 'red').legal.get(squareIndex(at(from)));
    expect(targets).toContainEqual({ to: at(to), ...kind });
  });

  it('finds the pieces that block a jump over the river', () => {
    const barred = gameFrom('7/7/7/7/4r2/7/4T2/6L/6e w');
    const { blockers } = boardModel(barred, 'red', 'red');
    expect(blockers.get(squareIndex(at('e3')))).toEqual([at('e5')]);
    expect(blockers.get(squareIndex(at('g2')))).toEqual([]);
    expect(boardModel(barred, 'blue', 'blue').blockers.size).toBe(0);
  });

  it('marks the last move and its destination', () => {
    const marked = (text: string) => boardModel(played(SCENE, text), 'blue', 'blue').lastMove;
    expect(marked('d7d8')).toEqual({ ...moveOf('d7d8'), trap: true, den: false });
    expect(marked('f3e3')).toEqual({ ...moveOf('f3e3'), trap: false, den: false });
    const den = played(gameFrom('7/3L3/7/7/7/7/7/7/6e w'), 'd8d9');
    expect(boardModel(den, 'blue', 'blue').lastMove).toMatchObject({ trap: false, den: true });
  });

  it('warns of an enemy beside the den, and only there', () => {
    const threat = played(SCENE, 'd7d8');
    expect(danger(threat, 'blue')).toMatchObject({ side: 'blue' });
    expect(danger(threat, 'red')).toBeNull();
    expect(boardModel(threat, 'blue', 'blue').threatenedDen).toEqual(at('d9'));
    expect(boardModel(threat, 'blue', 'red').threatenedDen).toBeNull();
    expect(boardModel(threat, 'blue', null).threatenedDen).toEqual(at('d9'));
    expect(boardModel(SCENE, 'blue', 'blue').threatenedDen).toBeNull();
  });
});

describe('soundOf', () => {
  it.each([
    ['f3e3', 'move'],
    ['f3f7', 'capture'],
    ['d7d8', 'trap'],
    ['a5b5', 'swim'],
  ])('%s has the sound %s', (text, name) => {
    expect(soundOf(gameMoves(played(SCENE, text))[0]!)).toBe(name);
  });

  it('has sounds of a jump and of the den', () => {
    const jump = played(gameFrom('7/7/7/7/7/7/5T1/7/6e w'), 'f3f7');
    expect(soundOf(gameMoves(jump)[0]!)).toBe('jump');
    const den = played(gameFrom('7/3L3/7/7/7/7/7/7/6e w'), 'd8d9');
    expect(soundOf(gameMoves(den)[0]!)).toBe('den');
  });
});

describe('moverOf', () => {
  const game = gameOf([]);
  it.each([
    ['the side to move, where it may be moved', ['red'], 'playing', false, 'red'],
    ['the side to move, where both may be moved', ['red', 'blue'], 'playing', false, 'red'],
    ['no side out of turn', ['blue'], 'playing', false, null],
    ['the side that waits, where the game takes premoves', ['blue'], 'playing', true, 'blue'],
    ['no side for spectators', [], 'playing', true, null],
    ['no side after the end', ['red', 'blue'], 'over', true, null],
  ] as const)('%s', (_, movers, status, hasPremoves, mover) => {
    expect(moverOf({ game, movers, status }, hasPremoves)).toBe(mover);
  });
});

it('counts the captures of each side', () => {
  const game = played(SCENE, 'f3f7');
  expect(capturedBy(game, 'red')).toEqual(['wolf']);
  expect(capturedBy(game, 'blue')).toEqual([]);
});
