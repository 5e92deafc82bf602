import { describe, expect, it } from 'vitest';
import { type BoardShape, shapeBetween, shapeColorOf, toggleShape } from './shapes.ts';

const A = { x: 0, y: 0 };
const B = { x: 3, y: 4 };
const arrow: BoardShape = { kind: 'arrow', from: A, to: B, color: 'jade' };
const mark: BoardShape = { kind: 'mark', at: A, color: 'red' };

describe('toggleShape', () => {
  it.each<[string, BoardShape[], BoardShape, BoardShape[]]>([
    ['adds', [mark], arrow, [mark, arrow]],
    ['takes the same away', [mark, arrow], { ...arrow }, [mark]],
    ['recolors', [arrow, mark], { ...arrow, color: 'gold' }, [mark, { ...arrow, color: 'gold' }]],
    [
      'tells an arrow from the way back',
      [arrow],
      { ...arrow, from: B, to: A },
      [arrow, { ...arrow, from: B, to: A }],
    ],
    ['tells a mark from an arrow that begins there', [arrow], mark, [arrow, mark]],
  ])('%s', (_, before, drawn, after) => {
    expect(toggleShape(before, drawn)).toEqual(after);
  });
});

it('creates a circle from one square and an arrow from two', () => {
  expect(shapeBetween(A, A, 'red')).toEqual(mark);
  expect(shapeBetween(A, B, 'jade')).toEqual(arrow);
});

describe('shapeColorOf', () => {
  const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
  it.each([
    [{}, undefined, 'jade'],
    [{}, 'blue', 'blue'],
    [{ shiftKey: true }, 'blue', 'red'],
    [{ ctrlKey: true }, undefined, 'red'],
    [{ altKey: true }, undefined, 'blue'],
    [{ metaKey: true }, undefined, 'blue'],
    [{ shiftKey: true, altKey: true }, undefined, 'gold'],
  ] as const)('%o with the pen %s is %s', (keys, pen, color) => {
    expect(shapeColorOf({ ...none, ...keys }, pen)).toBe(color);
  });
});
