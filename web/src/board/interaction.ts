import type { Side } from '@doushouqi/rules';
import { type BoardLayout, nearestWithin, type Spot, squareAt } from './geometry.ts';
import { type BoardModel, type LegalTarget, type Point, pieceAt, samePoint, squareIndex } from './types.ts';

/** Moves of pieces by clicks, drag, touch and keys, as one pure state machine. */

/** Distance in px after which a press of a finger or a mouse becomes a drag. */
const TOUCH_DRAG_THRESHOLD = 25;
const MOUSE_DRAG_THRESHOLD = 4;
/** A piece released by a finger snaps to the nearest legal square within this many px. */
export const TOUCH_SNAP_DISTANCE = 100;

/** A pressed pointer: on a movable piece, or a finger on a destination of the selected piece. */
export interface Press {
  pointerId: number;
  touch: boolean;
  /** Square of the piece. */
  from: Point;
  /** A finger's destination. The piece moves there on release, because the press may begin a pinch. */
  onto: Point | null;
  start: Spot;
  /** The pointer crossed the threshold; the piece follows it. */
  dragging: boolean;
  /** The piece was selected before the press, so a click deselects it. */
  wasSelected: boolean;
}

export interface Interaction {
  /** Square of the selected piece. */
  selected: Point | null;
  press: Press | null;
}

export const IDLE: Interaction = { selected: null, press: null };

export type Gesture =
  | { kind: 'down'; pointerId: number; touch: boolean; spot: Spot }
  | { kind: 'move'; pointerId: number; spot: Spot }
  | { kind: 'up'; pointerId: number; spot: Spot }
  /** The browser took the pointer, or a second finger or button came. */
  | { kind: 'cancel' }
  /** Enter or Space on a square. */
  | { kind: 'activate'; at: Point }
  | { kind: 'escape' }
  /** The position changed during the interaction. */
  | { kind: 'refresh' };

/** Results of an interaction. */
export type HandAction =
  | { kind: 'move'; from: Point; to: Point; dragged: boolean }
  | { kind: 'illegal'; from: Point; to: Point; dragged: boolean };

interface Step {
  state: Interaction;
  action: HandAction | null;
}

/** Inputs of the state machine besides its state. */
export interface HandScene {
  model: BoardModel;
  layout: BoardLayout;
  flipped: boolean;
}

function only(state: Interaction): Step {
  return { state, action: null };
}

/** Returns whether a press has moved far enough for a drag. */
export function isDrag({ touch, start }: Pick<Press, 'touch' | 'start'>, spot: Spot): boolean {
  return (
    Math.hypot(spot.left - start.left, spot.top - start.top) >=
    (touch ? TOUCH_DRAG_THRESHOLD : MOUSE_DRAG_THRESHOLD)
  );
}

/** Returns whether a side's pieces may be selected. */
export function isMovable({ movable }: BoardModel, side: Side): boolean {
  return movable === 'both' || movable === side;
}

function isOwn(model: BoardModel, point: Point): boolean {
  const piece = pieceAt(model.pieces, point);
  return piece !== null && isMovable(model, piece.side);
}

/** Legal destinations of the piece on a square. */
export function targetsOf(model: BoardModel, from: Point): readonly LegalTarget[] {
  return model.legal.get(squareIndex(from)) ?? [];
}

function isTarget(model: BoardModel, from: Point, to: Point): boolean {
  return targetsOf(model, from).some((target) => samePoint(target.to, to));
}

/** If both sides are movable, the selected piece may capture a piece of the other side. */
function isPrey(model: BoardModel, selected: Point | null, at: Point): boolean {
  return (
    selected !== null &&
    isTarget(model, selected, at) &&
    pieceAt(model.pieces, selected)?.side !== pieceAt(model.pieces, at)?.side
  );
}

/** Tries a move; the piece is deselected in any case. */
function attempt(model: BoardModel, from: Point, to: Point, dragged: boolean): Step {
  const kind = isTarget(model, from, to) ? 'move' : 'illegal';
  return { state: IDLE, action: { kind, from, to, dragged } };
}

/**
 * Returns the square of a drop: the square under the mouse, or for a finger the nearest legal square within reach.
 * The
 * piece's own square counts, so that a drag can be canceled.
 */
export function dropTarget({ model, layout, flipped }: HandScene, press: Press, spot: Spot): Point | null {
  const under = squareAt(layout, spot, flipped);
  if (!press.touch) return under;
  const candidates = [press.from, ...targetsOf(model, press.from).map((target) => target.to)];
  return nearestWithin(layout, candidates, spot, flipped, TOUCH_SNAP_DISTANCE) ?? under;
}

function down(state: Interaction, gesture: Gesture & { kind: 'down' }, scene: HandScene): Step {
  const { selected } = state;
  const at = squareAt(scene.layout, gesture.spot, scene.flipped);
  if (!at) return only(IDLE);
  const { pointerId, touch, spot } = gesture;
  const press = { pointerId, touch, start: spot, dragging: false };
  if (isOwn(scene.model, at) && !isPrey(scene.model, selected, at)) {
    const wasSelected = samePoint(selected, at);
    return only({ selected: at, press: { ...press, from: at, onto: null, wasSelected } });
  }
  if (!selected) return only(state);
  if (touch) return only({ selected, press: { ...press, from: selected, onto: at, wasSelected: true } });
  return attempt(scene.model, selected, at, false);
}

function move(state: Interaction, press: Press, spot: Spot): Step {
  if (press.dragging || press.onto || !isDrag(press, spot)) return only(state);
  return only({ ...state, press: { ...press, dragging: true } });
}

function up(press: Press, spot: Spot, scene: HandScene): Step {
  const { from, onto } = press;
  if (onto) {
    return isDrag(press, spot)
      ? only({ selected: from, press: null })
      : attempt(scene.model, from, onto, false);
  }
  if (!press.dragging) return only({ selected: press.wasSelected ? null : from, press: null });
  const to = dropTarget(scene, press, spot);
  if (!to) return only(IDLE);
  if (samePoint(to, from)) return only({ selected: from, press: null });
  return attempt(scene.model, from, to, true);
}

function activate(state: Interaction, at: Point, model: BoardModel): Step {
  if (samePoint(state.selected, at)) return only(IDLE);
  if (isOwn(model, at) && !isPrey(model, state.selected, at)) return only({ selected: at, press: null });
  return state.selected ? attempt(model, state.selected, at, false) : only(state);
}

/** Keeps a selection only while its piece is present and movable. */
function refresh(state: Interaction, model: BoardModel): Step {
  return only(state.selected && !isOwn(model, state.selected) ? IDLE : state);
}

/** Ends a press. A piece that was selected before stays so. */
function cancel(state: Interaction): Step {
  const { selected, press } = state;
  return only(press ? { selected: press.wasSelected ? selected : null, press: null } : state);
}

/** Handles one gesture. */
export function step(state: Interaction, gesture: Gesture, scene: HandScene): Step {
  const press =
    state.press && 'pointerId' in gesture && gesture.pointerId === state.press.pointerId ? state.press : null;
  switch (gesture.kind) {
    case 'down':
      return down(state, gesture, scene);
    case 'move':
      return press ? move(state, press, gesture.spot) : only(state);
    case 'up':
      return press ? up(press, gesture.spot, scene) : only(state);
    case 'cancel':
      return cancel(state);
    case 'activate':
      return activate(state, gesture.at, scene.model);
    case 'escape':
      return only(IDLE);
    case 'refresh':
      return refresh(state, scene.model);
  }
}
