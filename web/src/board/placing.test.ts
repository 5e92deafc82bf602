import { describe, expect, it } from 'vitest';
import { boardSize, cellCenter, type Spot } from './geometry.ts';
import {
  EMPTY_HAND,
  type Held,
  landing,
  type Placement,
  type PlacementAction,
  type PlacementGesture,
  type PlacementScene,
  place,
  placesOf,
} from './placing.ts';
import { DEFAULT_BOARD_THEME } from './theme.ts';
import { type PieceId, type Point, pieceAt, samePoint } from './types.ts';

const { layout } = DEFAULT_BOARD_THEME;
const WIDTH = 400;
const TIGER: PieceId = { side: 'red', animal: 'tiger' };
const LION: PieceId = { side: 'blue', animal: 'lion' };
const RAT: PieceId = { side: 'red', animal: 'rat' };
const HOME = { x: 0, y: 8 };
const LAIR = { x: 6, y: 0 };
const GRASS = { x: 3, y: 4 };
const BARRED = { x: 1, y: 4 };
const FRAME: Spot = { left: 1, top: 100, width: WIDTH };
const BESIDE: Spot = { left: -60, top: 100, width: WIDTH };

const pieces = [
  { ...TIGER, at: HOME },
  { ...LION, at: LAIR },
];
const scene: PlacementScene = {
  pieces,
  layout,
  flipped: false,
  canPlace: (_, at) => pieceAt(pieces, at) === null && !samePoint(at, BARRED),
};

function at(point: Point, dx = 0, dy = 0): Spot {
  const edge = WIDTH / boardSize(layout).width;
  const { left, top } = cellCenter(layout, point, false);
  return { left: left * edge + dx, top: top * edge + dy, width: WIDTH };
}
function down(spot: Spot, pointerId = 1, touch = false): PlacementGesture {
  return {
    kind: 'down',
    pointerId,
    touch,
    spot,
  };
}
function downPool(piece: PieceId | null, touch = false): PlacementGesture {
  return {
    kind: 'downPool',
    pointerId: 1,
    touch,
    spot: { left: 200, top: 600, width: WIDTH },
    piece,
  };
}
function move(spot: Spot, pointerId = 1): PlacementGesture {
  return { kind: 'move', pointerId, spot };
}
function up(spot: Spot, pointerId = 1): PlacementGesture {
  return { kind: 'up', pointerId, spot };
}
function click(point: Point): PlacementGesture[] {
  return [down(at(point)), up(at(point))];
}
function clickPool(piece: PieceId | null): PlacementGesture[] {
  return [downPool(piece), up({ left: 200, top: 600, width: WIDTH })];
}
function drag(from: Point, to: Spot): PlacementGesture[] {
  return [down(at(from)), move(to), up(to)];
}
function dragOut(piece: PieceId, to: Spot): PlacementGesture[] {
  return [downPool(piece), move(to), up(to)];
}
function activate(point: Point): PlacementGesture {
  return { kind: 'activate', at: point };
}
function activatePool(piece: PieceId | null): PlacementGesture {
  return { kind: 'activatePool', piece };
}

function run(gestures: readonly PlacementGesture[], on = scene, from: Placement = EMPTY_HAND) {
  const actions: PlacementAction[] = [];
  let state = from;
  for (const gesture of gestures) {
    const next = place(state, gesture, on);
    state = next.state;
    if (next.action) actions.push(next.action);
  }
  return { held: state.held, press: state.press, actions };
}

const pooled: Held = { piece: RAT, from: null };
const tiger: Held = { piece: TIGER, from: HOME };
const lion: Held = { piece: LION, from: LAIR };
function placed(held: Held, dragged: boolean): PlacementAction {
  return {
    kind: 'place',
    held,
    at: GRASS,
    dragged,
  };
}
function refused(held: Held): PlacementAction {
  return { kind: 'illegal', held, at: BARRED };
}

type Row = [string, PlacementGesture[], Held | null, PlacementAction[]];

describe('two clicks', () => {
  it.each<Row>([
    ['takes a piece of the pool', clickPool(RAT), pooled, []],
    ['puts it back with the second click', [...clickPool(RAT), ...clickPool(RAT)], null, []],
    ['places it', [...clickPool(RAT), ...click(GRASS)], null, [placed(pooled, false)]],
    ['places a piece of the board', [...click(HOME), ...click(GRASS)], null, [placed(tiger, false)]],
    ['lets a piece of the board go', [...click(HOME), ...click(HOME)], null, []],
    ['takes the other side as well, and instead', [...click(HOME), ...click(LAIR)], lion, []],
    ['keeps a refused piece in hand', [...clickPool(RAT), ...click(BARRED)], pooled, [refused(pooled)]],
    [
      'puts a piece of the board away in the pool',
      [...click(HOME), ...clickPool(null)],
      null,
      [{ kind: 'remove', piece: TIGER }],
    ],
    ['takes nothing where the pool is empty', clickPool(null), null, []],
    ['ignores an empty square with nothing in hand', click(GRASS), null, []],
    ['lets go on the frame', [...clickPool(RAT), down(FRAME)], null, []],
  ])('%s', (_, gestures, held, actions) => {
    expect(run(gestures)).toEqual({ held, press: null, actions });
  });
});

describe('a finger outside of the pieces', () => {
  const cancel: PlacementGesture = { kind: 'cancel' };
  it.each<Row>([
    ['places on release', [down(at(GRASS), 1, true), up(at(GRASS, 10))], null, [placed(tiger, false)]],
    ['places nothing if it begins a pinch', [down(at(GRASS), 1, true), cancel, up(at(GRASS))], tiger, []],
    ['places nothing after a pan', [down(at(GRASS), 1, true), up(at(GRASS, 30))], tiger, []],
    [
      'removes on release over the pool',
      [downPool(null, true), up({ left: 200, top: 600, width: WIDTH })],
      null,
      [{ kind: 'remove', piece: TIGER }],
    ],
    ['removes nothing if it begins a pinch', [downPool(null, true), cancel], tiger, []],
  ])('%s', (_, gestures, held, actions) => {
    expect(run([...click(HOME), ...gestures])).toEqual({ held, press: null, actions });
  });
});

describe('drag', () => {
  it.each<Row>([
    ['from the pool', dragOut(RAT, at(GRASS)), null, [placed(pooled, true)]],
    ['from square to square', drag(HOME, at(GRASS)), null, [placed(tiger, true)]],
    ['off the board', drag(HOME, BESIDE), null, [{ kind: 'remove', piece: TIGER }]],
    ['from the pool to nowhere', dragOut(RAT, BESIDE), null, []],
    ['to a barred square', drag(HOME, at(BARRED)), null, [refused(tiger)]],
    ['to a held square', dragOut(RAT, at(HOME)), null, [{ kind: 'illegal', held: pooled, at: HOME }]],
    ['to the frame', drag(HOME, FRAME), null, []],
    ['home again', [down(at(HOME)), move(at(GRASS)), up(at(HOME))], tiger, []],
    ['cut off', [down(at(HOME)), move(at(GRASS)), { kind: 'cancel' }, up(at(GRASS))], null, []],
  ])('%s', (_, gestures, held, actions) => {
    expect(run(gestures)).toEqual({ held, press: null, actions });
  });

  it.each([
    ['mouse just below', false, 3.9, false],
    ['mouse just beyond', false, 4.1, true],
    ['finger just below', true, 24.9, false],
    ['finger just beyond', true, 25.1, true],
  ])('starts by distance: %s', (_, touch, px, dragging) => {
    expect(run([down(at(HOME), 1, touch), move(at(HOME, px))]).press?.dragging).toBe(dragging);
  });

  it('ends when the piece is gone', () => {
    const { held, press } = run([down(at(HOME)), move(at(GRASS))]);
    const gone = { ...scene, pieces: pieces.slice(1) };
    expect(run([{ kind: 'refresh' }, up(at(GRASS))], gone, { held, press })).toEqual({
      ...EMPTY_HAND,
      actions: [],
    });
  });

  it('ends when the piece of the pool is on the board', () => {
    const { held, press } = run(clickPool(RAT));
    const more = { ...scene, pieces: [...pieces, { ...RAT, at: GRASS }] };
    expect(run([{ kind: 'refresh' }], more, { held, press }).held).toBeNull();
  });
});

describe('landing', () => {
  it.each<[string, Held, boolean, Spot, Point | 'off' | null]>([
    ['a mouse on a barred square', tiger, false, at(BARRED), BARRED],
    ['a finger near a barred square', tiger, true, at(BARRED, 0, 12), { x: 1, y: 5 }],
    ['a finger near home', tiger, true, at(HOME, 4, 0), HOME],
    ['a finger on the frame', tiger, true, FRAME, { x: 0, y: 1 }],
    ['a mouse on the frame', tiger, false, FRAME, null],
    ['a finger beside the board', tiger, true, { ...FRAME, left: -1 }, 'off'],
    ['a mouse below the board', tiger, false, { left: 200, top: 520, width: WIDTH }, 'off'],
  ])('%s', (_, held, touch, spot, expected) => {
    expect(landing(scene, held, touch, spot)).toEqual(expected);
  });
});

describe('keys', () => {
  it.each<Row>([
    ['pick in the pool and place', [activatePool(RAT), activate(GRASS)], null, [placed(pooled, false)]],
    ['pick and place on the board', [activate(HOME), activate(GRASS)], null, [placed(tiger, false)]],
    ['put back', [activatePool(RAT), activatePool(RAT)], null, []],
    ['refused', [activatePool(RAT), activate(BARRED)], pooled, [refused(pooled)]],
    ['escape', [activatePool(RAT), { kind: 'escape' }], null, []],
    ['delete', [{ kind: 'clear', at: HOME }], null, [{ kind: 'remove', piece: TIGER }]],
    ['delete on an empty square', [{ kind: 'clear', at: GRASS }], null, []],
    ['put away', [activate(HOME), activatePool(null)], null, [{ kind: 'remove', piece: TIGER }]],
  ])('%s', (_, gestures, held, actions) => {
    expect(run(gestures)).toEqual({ held, press: null, actions });
  });
});

it('offers every square that accepts the piece, and never its own', () => {
  const places = placesOf(scene, tiger);
  expect(places).toHaveLength(63 - 3);
  expect(places).not.toContainEqual(HOME);
  expect(places).not.toContainEqual(BARRED);
});
