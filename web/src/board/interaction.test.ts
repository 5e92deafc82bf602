import { describe, expect, it } from 'vitest';
import { boardSize, cellCenter, type Spot } from './geometry.ts';
import {
  dropTarget,
  type Gesture,
  type HandAction,
  type HandScene,
  IDLE,
  type Interaction,
  step,
} from './interaction.ts';
import { DEFAULT_BOARD_THEME } from './theme.ts';
import { type BoardModel, type Point, squareIndex } from './types.ts';

const { layout } = DEFAULT_BOARD_THEME;
const WIDTH = 400;
const TIGER = { x: 0, y: 8 };
const LION = { x: 6, y: 8 };
const UP = { x: 0, y: 7 };
const ASIDE = { x: 1, y: 8 };

function target(to: Point) {
  return { to, capture: false, leap: false, trap: false };
}
const model: BoardModel = {
  pieces: [
    { side: 'red', animal: 'tiger', at: TIGER },
    { side: 'red', animal: 'lion', at: LION },
    { side: 'blue', animal: 'rat', at: { x: 3, y: 4 } },
  ],
  movable: 'red',
  legal: new Map([
    [squareIndex(TIGER), [target(UP), target(ASIDE)]],
    [squareIndex(LION), [target({ x: 6, y: 7 })]],
  ]),
  blockers: new Map(),
  lastMove: null,
  premoving: false,
  planned: null,
  threatenedDen: null,
};
const scene: HandScene = { model, layout, flipped: false };

function at(point: Point, dx = 0, dy = 0, flipped = false): Spot {
  const edge = WIDTH / boardSize(layout).width;
  const { left, top } = cellCenter(layout, point, flipped);
  return { left: left * edge + dx, top: top * edge + dy, width: WIDTH };
}

function run(gestures: readonly Gesture[], on: HandScene = scene, from: Interaction = IDLE) {
  const actions: HandAction[] = [];
  let state = from;
  for (const gesture of gestures) {
    const next = step(state, gesture, on);
    state = next.state;
    if (next.action) actions.push(next.action);
  }
  return { state, actions };
}

function down(spot: Spot, pointerId = 1, touch = false): Gesture {
  return {
    kind: 'down',
    pointerId,
    touch,
    spot,
  };
}
function move(spot: Spot, pointerId = 1): Gesture {
  return { kind: 'move', pointerId, spot };
}
function up(spot: Spot, pointerId = 1): Gesture {
  return { kind: 'up', pointerId, spot };
}
function click(point: Point): Gesture[] {
  return [down(at(point)), up(at(point))];
}
function drag(from: Spot, to: Spot, touch = false): Gesture[] {
  return [down(from, 1, touch), move(to), up(to)];
}

describe('two clicks', () => {
  it.each([
    ['selects an own piece', [...click(TIGER)], TIGER, []],
    ['lets it go on the second click', [...click(TIGER), ...click(TIGER)], null, []],
    ['takes another own piece instead', [...click(TIGER), ...click(LION)], LION, []],
    ['does not take the other side', [...click({ x: 3, y: 4 })], null, []],
    [
      'moves to a legal square',
      [...click(TIGER), ...click(UP)],
      null,
      [{ kind: 'move', from: TIGER, to: UP, dragged: false }],
    ],
    [
      'reports an illegal square',
      [...click(TIGER), ...click({ x: 3, y: 5 })],
      null,
      [{ kind: 'illegal', from: TIGER, to: { x: 3, y: 5 }, dragged: false }],
    ],
    ['ignores an empty square with nothing in hand', [...click({ x: 3, y: 5 })], null, []],
    ['lets go on the frame', [...click(TIGER), down({ left: 1, top: 1, width: WIDTH })], null, []],
  ] as const)('%s', (_, gestures, selected, actions) => {
    const result = run(gestures as readonly Gesture[]);
    expect(result.state.selected).toEqual(selected);
    expect(result.actions).toEqual(actions);
  });

  it('ignores presses when neither side may move', () => {
    const still = { ...scene, model: { ...model, movable: null, legal: new Map() } };
    expect(run([...click(TIGER), ...click(UP)], still)).toEqual({ state: IDLE, actions: [] });
  });

  it('finds the same squares on a flipped board', () => {
    const turned = { ...scene, flipped: true };
    const spots = [at(TIGER, 0, 0, true), at(UP, 0, 0, true)];
    const result = run(
      spots.flatMap((spot) => [down(spot), up(spot)]),
      turned,
    );
    expect(result.actions).toEqual([{ kind: 'move', from: TIGER, to: UP, dragged: false }]);
  });
});

describe('drag', () => {
  it.each([
    ['mouse just below', false, 3.9, false],
    ['mouse just beyond', false, 4.1, true],
    ['finger just below', true, 24.9, false],
    ['finger just beyond', true, 25.1, true],
  ])('starts by distance: %s', (_, touch, px, dragging) => {
    const { state } = run([down(at(TIGER), 1, touch), move(at(TIGER, px))]);
    expect(state.press?.dragging).toBe(dragging);
  });

  it('moves to the square under the mouse', () => {
    const { state, actions } = run(drag(at(TIGER), at(UP, 10, 10)));
    expect(actions).toEqual([{ kind: 'move', from: TIGER, to: UP, dragged: true }]);
    expect(state).toEqual(IDLE);
  });

  it('reports an illegal square and deselects the piece', () => {
    const { state, actions } = run(drag(at(TIGER), at({ x: 3, y: 6 })));
    expect(actions).toEqual([{ kind: 'illegal', from: TIGER, to: { x: 3, y: 6 }, dragged: true }]);
    expect(state).toEqual(IDLE);
  });

  it('keeps the piece selected when it is dropped on its own square', () => {
    const { state, actions } = run([down(at(TIGER)), move(at(UP)), up(at(TIGER, 5))]);
    expect(actions).toEqual([]);
    expect(state).toEqual({ selected: TIGER, press: null });
  });

  it('continues after a return within the threshold', () => {
    const { state } = run([down(at(TIGER)), move(at(TIGER, 30)), move(at(TIGER, 1))]);
    expect(state.press?.dragging).toBe(true);
  });

  it.each<[string, Gesture[], Point | null, number]>([
    ['moves on release, and not before', [down(at(UP), 1, true)], TIGER, 0],
    ['moves on release', [down(at(UP), 1, true), up(at(UP, 10))], null, 1],
    ['moves nothing after a pan', [down(at(UP), 1, true), move(at(UP, 30)), up(at(UP, 30))], TIGER, 0],
    ['moves nothing if it begins a pinch', [down(at(UP), 1, true), { kind: 'cancel' }, up(at(UP))], TIGER, 0],
  ])('a finger on a destination %s', (_, gestures, selected, moves) => {
    const { state, actions } = run([...click(TIGER), ...gestures]);
    expect(state.selected).toEqual(selected);
    expect(actions).toHaveLength(moves);
  });

  it('ends when the browser cancels the pointer', () => {
    const { state, actions } = run([down(at(TIGER)), move(at(UP)), { kind: 'cancel' }]);
    expect(state).toEqual(IDLE);
    expect(actions).toEqual([]);
  });

  it('ends when the piece is gone, and ignores the release', () => {
    const held = run([down(at(TIGER)), move(at(UP))]).state;
    const gone = { ...scene, model: { ...model, pieces: model.pieces.slice(1) } };
    const { state, actions } = run([{ kind: 'refresh' }, up(at(UP))], gone, held);
    expect(state).toEqual(IDLE);
    expect(actions).toEqual([]);
  });

  it('continues when the position changes elsewhere', () => {
    const held = run([down(at(TIGER)), move(at(UP))]).state;
    expect(step(held, { kind: 'refresh' }, scene).state).toBe(held);
  });
});

describe('snapping of a finger', () => {
  const press = run([down(at(TIGER), 1, true), move(at(UP))]).state.press!;
  it.each([
    ['the nearest legal square', at(UP, 20, -30), UP],
    ['the other one when that is nearer', at(ASIDE, 10, -8), ASIDE],
    ['home when that is nearest', at(TIGER, 4, -4), TIGER],
    ['a legal square 99 px away', at(UP, 0, -99), UP],
    ['the square under it beyond 100 px', at(UP, 0, -105), { x: 0, y: 5 }],
  ])('goes to %s', (_, spot, expected) => {
    expect(dropTarget(scene, press, spot)).toEqual(expected);
  });

  it('does not apply to a mouse', () => {
    expect(dropTarget(scene, { ...press, touch: false }, at({ x: 1, y: 7 }))).toEqual({ x: 1, y: 7 });
  });
});

describe('keys', () => {
  const activate = (point: Point): Gesture => ({ kind: 'activate', at: point });
  it.each([
    ['select', [activate(TIGER)], TIGER, 0],
    ['let go', [activate(TIGER), activate(TIGER)], null, 0],
    ['escape', [activate(TIGER), { kind: 'escape' }], null, 0],
    ['move', [activate(TIGER), activate(UP)], null, 1],
    ['an empty square alone', [activate(UP)], null, 0],
  ] as const)('%s', (_, gestures, selected, moves) => {
    const result = run(gestures as readonly Gesture[]);
    expect(result.state.selected).toEqual(selected);
    expect(result.actions).toHaveLength(moves);
  });
});

describe('both sides movable', () => {
  const RAT = { x: 3, y: 4 };
  const both: BoardModel = {
    ...model,
    movable: 'both',
    legal: new Map([...model.legal, [squareIndex(LION), [{ ...target(RAT), capture: true }]]]),
  };
  const activate = (point: Point): Gesture => ({ kind: 'activate', at: point });
  it.each<[string, Gesture[], Point | null, HandAction[]]>([
    ['selects a piece of either side', click(RAT), RAT, []],
    ['takes the other side instead where it cannot be taken', [...click(TIGER), ...click(RAT)], RAT, []],
    [
      'captures',
      [...click(LION), ...click(RAT)],
      null,
      [{ kind: 'move', from: LION, to: RAT, dragged: false }],
    ],
    [
      'captures with the keys',
      [activate(LION), activate(RAT)],
      null,
      [{ kind: 'move', from: LION, to: RAT, dragged: false }],
    ],
  ])('%s', (_, gestures, selected, actions) => {
    const result = run(gestures, { ...scene, model: both });
    expect(result.state.selected).toEqual(selected);
    expect(result.actions).toEqual(actions);
  });
});
