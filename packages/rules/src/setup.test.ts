import { describe, expect, test } from 'vitest';
import { board, piece } from '../test/fixtures.ts';
import {
  denOf,
  onBoard,
  outranks,
  PIECE_NAMES,
  pieceAt,
  pieces,
  placePiece,
  positionFromSetup,
  removePiece,
  type Setup,
  setupOf,
  startPosition,
  terrainAt,
  trapOwner,
  trapsOf,
} from './index.ts';

function setup(text: string): Setup {
  return { pieces: text ? text.split(' ').map(piece) : [], turn: 'red' };
}

describe('setup', () => {
  test('converts the start position to itself', () => {
    expect(positionFromSetup(setupOf(startPosition()))).toEqual({ ok: true, value: startPosition() });
  });

  test.each([
    ['a piece but the rat in the river', '', 'D1,3', 'IN_RIVER'],
    ["a piece in the enemy's den", '', 'D3,0', 'IN_DEN'],
    ['a piece in its own den', '', 'D3,8', 'IN_DEN'],
    ['a piece on an occupied cell', 'e0,0', 'D0,0', 'OCCUPIED'],
    ['a piece off the board', '', 'D7,0', 'OUT_OF_BOARD'],
  ])('refuses %s', (_, before, placed, code) => {
    expect(placePiece(setup(before), piece(placed))).toEqual({ ok: false, error: code });
    expect(positionFromSetup(setup(`${before} ${placed}`.trim()))).toEqual({ ok: false, error: code });
  });

  test('accepts a rat in the river and any piece in a trap', () => {
    expect(placePiece(setup(''), piece('R1,3')).ok).toBe(true);
    expect(placePiece(setup(''), piece('D3,1')).ok).toBe(true);
  });

  test('moves a piece that is on the board already', () => {
    expect(placePiece(setup('D0,0 e1,0'), piece('D0,1'))).toEqual({ ok: true, value: setup('e1,0 D0,1') });
    expect(placePiece(setup('D0,0'), piece('D0,0')).ok).toBe(true);
  });

  test('removes a piece', () => {
    expect(removePiece(setup('D0,0 e1,0'), { x: 0, y: 0 })).toEqual(setup('e1,0'));
  });

  test('refuses a position without pieces or with two of a kind', () => {
    expect(positionFromSetup(setup(''))).toEqual({ ok: false, error: 'EMPTY' });
    expect(positionFromSetup(setup('D0,0 D0,1'))).toEqual({ ok: false, error: 'DUPLICATE_PIECE' });
  });
});

describe('board', () => {
  test('terrain', () => {
    const letters = { land: '.', river: '~', den: 'O', trap: 'x' };
    const rows = Array.from({ length: 9 }, (_, y) =>
      Array.from({ length: 7 }, (_, x) => letters[terrainAt({ x, y })]).join(''),
    );
    expect(rows).toEqual([
      '..xOx..',
      '...x...',
      '.......',
      '.~~.~~.',
      '.~~.~~.',
      '.~~.~~.',
      '.......',
      '...x...',
      '..xOx..',
    ]);
  });

  test('owners of dens and traps', () => {
    expect(denOf('red')).toEqual({ x: 3, y: 8 });
    expect(denOf('blue')).toEqual({ x: 3, y: 0 });
    expect(trapsOf('red').map(trapOwner)).toEqual(['red', 'red', 'red']);
    expect(trapsOf('blue').map(trapOwner)).toEqual(['blue', 'blue', 'blue']);
    expect(trapOwner({ x: 0, y: 0 })).toBeNull();
    expect(trapOwner({ x: -1, y: 0 })).toBeNull();
    expect(terrainAt({ x: 7, y: 4 })).toBe('land');
    expect(onBoard({ x: 6, y: 8 })).toBe(true);
    expect(onBoard({ x: 6, y: 9 })).toBe(false);
  });

  test('pieces by point and by row', () => {
    expect(pieceAt(startPosition(), { x: 0, y: 0 })).toEqual(piece('l0,0'));
    expect(pieceAt(startPosition(), { x: 1, y: 0 })).toBeNull();
    expect(pieceAt(startPosition(), { x: 9, y: 9 })).toBeNull();
    expect(pieces(board('R0,3 l1,2'))).toEqual([piece('l1,2'), piece('R0,3')]);
    expect(PIECE_NAMES[7]).toBe('elephant');
  });

  test('ranks', () => {
    expect(outranks(1, 8)).toBe(true);
    expect(outranks(8, 1)).toBe(false);
    expect(outranks(8, 7)).toBe(true);
    expect(outranks(3, 3)).toBe(false);
    expect(outranks(1, 2)).toBe(false);
  });
});
