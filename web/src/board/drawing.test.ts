import { expect, it } from 'vitest';
import { boardSize, cellCenter, type Spot } from './geometry.ts';
import { type BoardShape, type Stroke, type StrokeGesture, stroke } from './shapes.ts';
import { DEFAULT_BOARD_THEME } from './theme.ts';
import type { Point } from './types.ts';

const { layout } = DEFAULT_BOARD_THEME;
const WIDTH = 400;
const A = { x: 0, y: 8 };
const B = { x: 2, y: 5 };
const BESIDE: Spot = { left: WIDTH + 40, top: 50, width: WIDTH };

function at(point: Point, flipped = false): Spot {
  const edge = WIDTH / boardSize(layout).width;
  const { left, top } = cellCenter(layout, point, flipped);
  return { left: left * edge, top: top * edge, width: WIDTH };
}
function down(spot: Spot, pointerId = 1): StrokeGesture {
  return { kind: 'down', pointerId, spot, color: 'red' };
}
function move(spot: Spot, pointerId = 1): StrokeGesture {
  return { kind: 'move', pointerId, spot };
}
function up(spot: Spot, pointerId = 1): StrokeGesture {
  return { kind: 'up', pointerId, spot };
}
const cancel: StrokeGesture = { kind: 'cancel' };

function run(gestures: readonly StrokeGesture[], flipped = false) {
  const drawn: BoardShape[] = [];
  let state: Stroke = null;
  for (const gesture of gestures) {
    const next = stroke(state, gesture, { layout, flipped });
    state = next.state;
    if (next.action) drawn.push(next.action);
  }
  return { state, drawn };
}

const arrow: BoardShape = { kind: 'arrow', from: A, to: B, color: 'red' };

it.each<[string, StrokeGesture[], BoardShape[]]>([
  ['an arrow', [down(at(A)), move(at(B)), up(at(B))], [arrow]],
  ['a mark', [down(at(A)), up(at(A))], [{ kind: 'mark', at: A, color: 'red' }]],
  ['nothing from the frame', [down({ left: 1, top: 1, width: WIDTH }), up(at(A))], []],
  ['nothing when it ends beside the board', [down(at(A)), move(BESIDE), up(BESIDE)], []],
  ['an arrow after a way around beside the board', [down(at(A)), move(BESIDE), up(at(B))], [arrow]],
  ['nothing when the pointer is lost', [down(at(A)), move(at(B)), cancel, up(at(B))], []],
])('draws %s', (_, gestures, shapes) => {
  expect(run(gestures)).toEqual({ state: null, drawn: shapes });
});

it('finds the same squares on a flipped board', () => {
  expect(run([down(at(A, true)), up(at(B, true))], true).drawn).toEqual([arrow]);
});
