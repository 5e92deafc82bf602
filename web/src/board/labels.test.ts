import { describe, expect, it } from 'vitest';
import { cellLabel, pieceName, placementLabel, shapesLabel } from './labels.ts';
import type { BoardShape } from './shapes.ts';
import { type BoardModel, type Point, squareIndex, type Terrain } from './types.ts';

const TIGER = { x: 2, y: 6 };
const LION = { x: 6, y: 2 };
function target(x: number, y: number, kind = {}) {
  return {
    to: { x, y },
    capture: false,
    leap: false,
    trap: false,
    ...kind,
  };
}
const model: BoardModel = {
  pieces: [
    { side: 'red', animal: 'tiger', at: TIGER },
    { side: 'blue', animal: 'rat', at: { x: 2, y: 4 } },
    { side: 'blue', animal: 'dog', at: { x: 3, y: 6 } },
    { side: 'blue', animal: 'lion', at: LION },
  ],
  movable: 'red',
  legal: new Map([
    [squareIndex(TIGER), [target(2, 7), target(3, 6, { capture: true }), target(1, 6, { trap: true })]],
  ]),
  blockers: new Map([[squareIndex(TIGER), [{ x: 2, y: 4 }]]]),
  lastMove: null,
  premoving: false,
  planned: null,
  threatenedDen: null,
};

describe('cellLabel', () => {
  it.each<[string, Point | null, Point, Terrain, string]>([
    ['a piece that may move', null, TIGER, 'land', 'C3 红虎，可走到 C2、D3、B3'],
    ['the selected piece', TIGER, TIGER, 'land', 'C3 红虎，已选中，可走到 C2、D3、B3'],
    ['a square to go to', TIGER, { x: 2, y: 7 }, 'land', 'C2 空，可走'],
    ['a piece to take', TIGER, { x: 3, y: 6 }, 'land', 'D3 蓝狗，可吃'],
    ['a trap to step into', TIGER, { x: 1, y: 6 }, 'trap', 'B3 空，红方陷阱，进入敌方陷阱'],
    ['who bars a jump', TIGER, { x: 2, y: 4 }, 'river', 'C5 蓝鼠，河，挡住跳河'],
    ['a den', null, { x: 3, y: 0 }, 'den', 'D9 空，蓝方兽穴'],
    ['a piece of the other side', null, LION, 'land', 'G7 蓝狮'],
  ])('returns %s', (_, selected, at, terrain, label) => {
    expect(cellLabel(model, selected, at, terrain)).toBe(label);
  });

  it('names pieces by side and animal', () => {
    expect(pieceName({ side: 'blue', animal: 'elephant' })).toBe('蓝象');
  });
});

describe('shapesLabel', () => {
  const shapes: BoardShape[] = [
    { kind: 'mark', at: TIGER, color: 'gold' },
    { kind: 'arrow', from: TIGER, to: LION, color: 'jade' },
  ];
  it.each<[string, Point, string]>([
    ['marks and where arrows point', TIGER, '金色标记，绿色箭头指向 G7'],
    ['where arrows come from', LION, '绿色箭头来自 C3'],
    ['nothing elsewhere', { x: 0, y: 0 }, ''],
  ])('returns %s', (_, at, label) => {
    expect(shapesLabel(shapes, at)).toBe(label);
  });
});

describe('placementLabel', () => {
  const held = { piece: { side: 'red', animal: 'tiger' }, from: TIGER } as const;
  const takes = (at: Point): boolean => at.y === 8;
  it.each<[string, Parameters<typeof placementLabel>[0], Point, string]>([
    ['where the piece may stand', { held, takes }, { x: 0, y: 8 }, '可放红虎'],
    ['where it may not', { held, takes }, LION, '不能放红虎'],
    ['nothing of its own square', { held, takes }, TIGER, ''],
    ['nothing with empty hands', { held: null, takes }, LION, ''],
  ])('returns %s', (_, placing, at, label) => {
    expect(placementLabel(placing, at)).toBe(label);
  });
});
